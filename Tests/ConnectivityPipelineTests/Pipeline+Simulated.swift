import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit

extension Pipeline where C == VirtualClock {
    static func simulated(
        source: some InterfaceSource,
        prober: some Prober,
        policy: some ThresholdPolicy = QuorumPolicy(),
        clock: VirtualClock,
        notifier: some Notifier
    ) -> Pipeline {
        Pipeline(
            source: source,
            prober: prober,
            policy: policy,
            clock: clock,
            civilTime: { Timestamp(sinceEpoch: .seconds(1_800_000_000) + clock.now.offset) }
        ) {
            for owner in ["a", "b", "c"] {
                Endpoint(HTTPURL(stringLiteral: "http://\(owner).example/204"), expecting: HasStatus(204))
            }
        } notifiers: {
            notifier
        }
    }
}
