/// Watches while there is a listener, and delivers the ``Connectivity`` after every change of its status.
///
/// It is an `AsyncSequence` on all platforms and a `Publisher` on platforms with Combine. Each listener has its own
/// ``Connectivity``, which stops with the listener.
public struct ConnectivityPublisher: AsyncSequence, Sendable {
    public typealias Element = Connectivity
    public typealias Failure = Never
    public typealias AsyncIterator = ConnectivityUpdates<Connectivity>.AsyncIterator

    let configuration: ConnectivityConfiguration

    /// Creates a publisher, whose listeners copy the configuration when they begin.
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
