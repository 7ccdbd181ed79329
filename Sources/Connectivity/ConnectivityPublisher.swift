/// Watches while there is a listener, and gives the object after every change of its status.
///
/// An `AsyncSequence` everywhere and a `Publisher` where there is Combine. Each listener has a ``Connectivity`` of its own,
/// which stops when the listener does.
public struct ConnectivityPublisher: AsyncSequence, Sendable {
    public typealias Element = Connectivity
    public typealias Failure = Never
    public typealias AsyncIterator = ConnectivityUpdates<Connectivity>.AsyncIterator

    let configuration: ConnectivityConfiguration

    /// Creates a publisher.
    /// - Parameter configuration: What to set; each listener takes what is set when it begins.
    public init(configuration: ConnectivityConfiguration = ConnectivityConfiguration()) {
        self.configuration = configuration
    }

    public func makeAsyncIterator() -> AsyncIterator {
        let connectivity = Connectivity(configuration: configuration)
        connectivity.startNotifier()
        return ConnectivityUpdates(connectivity) { News.status.differ($0, $1) ? connectivity : nil }
            .makeAsyncIterator()
    }
}
