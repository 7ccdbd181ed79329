public import Connectivity
import ConnectivityCore

/// Watches while there is a listener, and gives the result of a check where it differs from the one before.
///
/// An `AsyncSequence` everywhere and a `Publisher` where there is Combine. Each listener has its own watch, which ends with
/// it.
public struct ConnectivityPublisher: AsyncSequence, Sendable {
    public typealias Configuration = HyperconnectivityConfiguration
    public typealias Element = ConnectivityResult
    public typealias Failure = Never
    public typealias AsyncIterator = ConnectivityUpdates<ConnectivityResult>.AsyncIterator

    let configuration: Configuration

    /// Creates a publisher.
    /// - Parameter configuration: What to set.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    public func makeAsyncIterator() -> AsyncIterator {
        let connectivity = Connectivity(configuration: configuration.connectivity)
        connectivity.notify(of: .results)
        if configuration.shouldCheckConnectivity { connectivity.startNotifier() }
        return ConnectivityUpdates(connectivity) { News.results.differ($0, $1) ? ConnectivityResult($0) : nil }
            .makeAsyncIterator()
    }
}

extension News {
    /// A result that differs from the one before, which is the object of its notification.
    static let results = News { new, known in
        guard new.reason != .notYetJudged else { return false }
        return known.map { !ConnectivityResult(new).concludesSame(as: ConnectivityResult($0)) } ?? true
    } object: { _, assessment in
        assessment.map(ConnectivityResult.init)
    }
}
