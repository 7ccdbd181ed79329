import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport

extension Pipeline {
    /// A pipeline on three endpoints, which judges by a quorum.
    static func simulated(
        source: some InterfaceSource,
        prober: some Prober,
        policy: any ThresholdPolicy = QuorumPolicy(),
        companions: [any Companion] = [],
        clock: VirtualClock,
        notifier: some Notifier,
        others: [any Notifier] = []
    ) throws -> Pipeline {
        let endpoints = ["a", "b", "c"].map { owner in
            Endpoint(HTTPURL(stringLiteral: "http://\(owner).example/204"), expecting: Unforgeable(StatusCode(204)))
        }
        var configuration = Configuration(source, prober, asking: endpoints)
        configuration.policy = policy
        configuration.companions = companions
        configuration.notifiers = [notifier] + others
        return try Pipeline(
            verbatim: configuration,
            clock: clock,
            civilTime: { Timestamp(sinceEpoch: .seconds(1_800_000_000) + clock.now.offset) }
        )
    }
}
