public import Connectivity
import ConnectivityCore

/// Watches while there is a listener, and delivers each result that differs from the previous one.
///
/// It is an `AsyncSequence` on all platforms and a `Publisher` on platforms with Combine. Each listener has its own watch,
/// which ends with the listener.
public struct ConnectivityPublisher: AsyncSequence, Sendable {
    /// The name of version 1 for ``HyperconnectivityConfiguration``.
    public typealias Configuration = HyperconnectivityConfiguration
    public typealias Element = ConnectivityResult
    public typealias Failure = Never
    public typealias AsyncIterator = ConnectivityUpdates<ConnectivityResult>.AsyncIterator

    let configuration: Configuration

    private let makeConnectivity: @Sendable () -> Connectivity

    /// Creates a publisher with the platform's interface source and prober, whose listeners copy the configuration.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        makeConnectivity = { Connectivity(configuration: configuration.connectivity) }
    }

    /// Creates a publisher with an interface source and a prober, whose listeners copy the configuration when they begin.
    public init(
        configuration: Configuration = Configuration(),
        source: some InterfaceSource,
        prober: some Prober
    ) {
        self.configuration = configuration
        makeConnectivity = {
            Connectivity(configuration: configuration.connectivity, source: source, prober: prober)
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        let connectivity = makeConnectivity()
        connectivity.notify(of: .results)
        if configuration.shouldCheckConnectivity { connectivity.startNotifier() }
        return ConnectivityUpdates(connectivity) { News.results.differ($0, $1) ? ConnectivityResult($0) : nil }
            .makeAsyncIterator()
    }
}

extension News {
    /// Selects results that differ from the previous one; the object of the notification is the result.
    static let results = News { new, known in
        guard new.reason != .notYetJudged else { return false }
        return known.map { !ConnectivityResult(new).concludesSame(as: ConnectivityResult($0)) } ?? true
    } object: { _, assessment in
        assessment.map(ConnectivityResult.init)
    }
}
