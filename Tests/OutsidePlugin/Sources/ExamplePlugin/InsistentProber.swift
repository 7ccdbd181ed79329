public import ConnectivityCore
public import ConnectivityRegistry

/// Asks a second time with another prober if the first attempt was refused or unreachable, within the same time
/// limit.
///
/// In configuration, `"prober"` is the name of the other prober, or an object with its options.
public struct InsistentProber: Prober {
    /// The name in configuration.
    public static var pluginID: PluginID { "prober.example.insistent" }

    /// The options in configuration.
    public struct Options: Decodable, Sendable {
        /// The prober that sends the requests.
        public var prober: ComponentReference
    }

    /// The prober that sends the requests.
    public let base: any Prober

    public var kinds: Set<Question.Kind> { base.kinds }

    /// Creates a prober.
    /// - Parameter base: The prober that sends the requests.
    public init(_ base: any Prober) { self.base = base }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let start = ContinuousClock.now
        let first = await base.probe(request)
        guard case .failure(let failure) = first.outcome,
            failure.kind == .connectionRefused || failure.kind == .unreachable,
            !Task.isCancelled
        else { return first }
        var again = request
        again.limits.total -= ContinuousClock.now - start
        guard again.limits.total > .zero else { return first }
        var second = await base.probe(again)
        // The exchange has the original request and the time of both attempts.
        second.request = request
        second.timings.total = ContinuousClock.now - start
        return second
    }
}
