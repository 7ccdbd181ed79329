/// Watches while there is a listener, and gives the object after every change of its status.
///
/// An `AsyncSequence` everywhere and a `Publisher` where there is Combine. Each listener has a ``Connectivity`` of its own,
/// which stops when the listener does.
public struct ConnectivityPublisher: AsyncSequence, Sendable {
    public typealias Element = Connectivity
    public typealias Failure = Never
    public typealias AsyncIterator = ConnectivityUpdates<Connectivity>.AsyncIterator

    private let make: @Sendable () -> Connectivity

    /// Creates a publisher.
    public init() { make = { Connectivity() } }

    /// Creates a publisher.
    /// - Parameter configuration: What to set.
    public init(configuration: ConnectivityConfiguration) { make = { Connectivity(configuration: configuration) } }

    public func makeAsyncIterator() -> AsyncIterator {
        let connectivity = make()
        connectivity.startNotifier()
        let last = LastStatus()
        return ConnectivityUpdates(connectivity) { assessment, _ in
            last.isChanged(to: ConnectivityStatus(assessment)) ? connectivity : nil
        }
        .makeAsyncIterator()
    }
}
