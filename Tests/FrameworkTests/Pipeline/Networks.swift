import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport

/// The seeds of simulations, of which the short form has a quarter.
///
/// Each simulation runs on one thread in virtual time, so the thread sanitizer needs only a few of them.
func simulationSeeds(_ count: UInt64) -> Range<UInt64> {
    #if ThreadSanitizer
    0..<count / 5
    #else
    0..<(LongForm.isOn ? count : count / 4)
    #endif
}

/// Runs a pipeline of three endpoints over a scripted network until the script ends.
func assessments(
    seed: UInt64?,
    interfaces: [(after: Duration, snapshot: InterfaceSnapshot?)],
    behaviours: [(from: Duration, Behaviour)]
) throws -> [Assessment] {
    try simulate(seed: seed) { clock in
        let recorder = RecordingNotifier()
        let network = SimulatedNetwork(clock: clock, behaviours: behaviours)
        let pipeline = try Pipeline.simulated(
            source: ScriptedInterfaceSource(interfaces, clock: clock),
            prober: network.prober,
            clock: clock,
            notifier: recorder
        )
        try await pipeline.run()
        return recorder.assessments
    }
}
