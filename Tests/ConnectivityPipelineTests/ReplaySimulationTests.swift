import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

@Suite struct `A simulated session that was saved` {
    /// Flaps, portals, silence and lost probes drawn from the seed.
    @Test func `is decided again bit for bit`() throws {
        var registry = PluginRegistry()
        try registry.add(StandardPlugin.self)
        let rules = try simulate { clock in
            Pipeline.simulated(
                source: StaticInterfaceSource(InterfaceSnapshot()),
                prober: SimulatedNetwork(clock: clock, behaviours: []).prober,
                clock: clock,
                notifier: RecordingNotifier()
            ).rules
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var accesses: Set<String> = []
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let snapshots = [InterfaceSnapshot([.wifi]), InterfaceSnapshot([.wifi, .ethernet]), InterfaceSnapshot([])]
            let interfaces = (0..<8).map { _ in
                (
                    after: Duration.microseconds(random.next(below: 20_000_000)),
                    snapshot: Optional(snapshots[random.next(below: 3)])
                )
            }
            let behaviours = (0..<8).map { index in
                let all: [Behaviour] = [.genuine, .portal, .silence, .refusal]
                return (from: Duration.seconds(index * 10), all[random.next(below: all.count)])
            }
            for assessment in try assessments(seed: seed, interfaces: interfaces, behaviours: behaviours) {
                accesses.insert(assessment.access.name)
                #expect(rules.decide(assessment.record) == assessment, "seed \(seed)")
                guard seed < 40 else { continue }
                let json = try encoder.encode(assessment)
                let again = try SavedAssessment(json: json, registry: registry).redecided(by: rules)
                #expect(again.agrees, "seed \(seed): \(again.difference ?? [])")
                #expect(again.assessment == assessment, "seed \(seed)")
                #expect(try encoder.encode(again.assessment) == json, "seed \(seed)")
            }
        }
        #expect(accesses == ["determining", "disconnected", "unreachable", "captive", "online"])
    }
}
