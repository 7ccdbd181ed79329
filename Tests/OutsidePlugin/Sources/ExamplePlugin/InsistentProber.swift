public import ConnectivityCore
public import ConnectivityRegistry

/// Has another prober ask a second time if nothing came the first time, within the same limit.
///
/// In configuration, `"prober"` is the name of the other one, or an object with its options.
public struct InsistentProber: Prober {
    /// The name in configuration.
    public static var pluginID: PluginID { "prober.example.insistent" }

    /// The options in configuration.
    public struct Options: Decodable, Sendable {
        /// The prober that asks.
        public var prober: ComponentReference
    }

    /// The prober that asks.
    public let base: any Prober

    public var kinds: Set<QuestionKind> { base.kinds }

    /// Creates a prober.
    /// - Parameter base: The prober that asks.
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
        // What is reported is the request that was made, with all of the time.
        second.request = request
        second.timings.total = ContinuousClock.now - start
        return second
    }
}
