public import Connectivity

/// Watches while there is a listener, and gives the result of a check where it differs from the one before.
///
/// An `AsyncSequence` everywhere and a `Publisher` where there is Combine. Each listener has its own watch, which ends with
/// it.
public struct ConnectivityPublisher: AsyncSequence, Sendable {
    public typealias Configuration = HyperconnectivityConfiguration
    public typealias Element = ConnectivityResult
    public typealias Failure = Never
    public typealias AsyncIterator = ConnectivityUpdates<ConnectivityResult>.AsyncIterator

    private let configuration: Configuration

    /// Creates a publisher.
    /// - Parameter configuration: What to set.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    public func makeAsyncIterator() -> AsyncIterator {
        let connectivity = Connectivity(configuration: configuration.connectivity)
        connectivity.postNotifications { $0.map(ConnectivityResult.init) }
        if configuration.shouldCheckConnectivity { connectivity.startNotifier() }
        return ConnectivityUpdates(connectivity) { assessment, last in
            let result = ConnectivityResult(assessment)
            return assessment.reason == .notYetJudged || last?.concludesSame(as: result) == true ? nil : result
        }
        .makeAsyncIterator()
    }
}
