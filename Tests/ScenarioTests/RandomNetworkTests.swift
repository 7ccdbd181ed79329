import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import TestSupport
import Testing

/// The default policy on networks that are drawn at random and know the truth about themselves.
@Suite struct `Random networks` {
    /// How many networks are drawn.
    private static let networks = UInt64(LongForm.count(1_000, orLong: 10_000))

    /// How often networks of one kind were told as an access.
    private typealias Counts = [RandomNetwork.Kind: [String: Int]]

    @Test func `No garden is online, and of the honest networks fewer than one in a hundred is not`() async {
        // Two parts, for two processors.
        let counts = await withTaskGroup { group in
            for part in 0..<2 as Range<UInt64> {
                group.addTask { Self.counts(of: stride(from: part, to: Self.networks, by: 2), by: EvidencePolicy()) }
            }
            return await group.reduce(into: Counts()) { all, part in
                for (kind, told) in part { all[kind, default: [:]].merge(told, uniquingKeysWith: +) }
            }
        }
        let honest = counts[.honest, default: [:]]
        let garden = counts[.garden, default: [:]]
        #expect(garden["online", default: 0] == 0)
        // A garden that lets through several neutral owners can meet a small first stage with these alone.
        #expect(counts[.generousGarden, default: [:]]["online", default: 0] <= LongForm.count(1, orLong: 3))
        #expect(counts[.dead]?.keys.sorted() == ["unreachable"])
        #expect(
            (honest.values.reduce(0, +) - honest["online", default: 0]) * 100 < honest.values.reduce(0, +),
            "\(honest)"
        )
        #expect(garden.values.reduce(0, +) * 5 > Self.networks * 2)
    }

    @Test func `A policy that counts owners takes many of these gardens for the Internet`() {
        let garden = Self.counts(of: stride(from: 0, to: 1_000, by: 1), by: QuorumPolicy())[.garden, default: [:]]
        #expect(garden["online", default: 0] * 20 > garden.values.reduce(0, +), "\(garden)")
    }

    private static func counts(of seeds: some Sequence<UInt64>, by policy: some ThresholdPolicy) -> Counts {
        var counts = Counts()
        for seed in seeds {
            let network = RandomNetwork(seed: seed)
            do {
                let assessment = try assessment(of: network, by: policy, drawing: seed)
                counts[network.kind, default: [:]][assessment.access.name, default: 0] += 1
                if policy is EvidencePolicy, network.kind == .garden, assessment.access == .online {
                    Issue.record("seed \(seed): \(network) is \(assessment)")
                }
            } catch {
                Issue.record(error, "seed \(seed)")
            }
        }
        return counts
    }

    private static func assessment(
        of network: RandomNetwork,
        by policy: some ThresholdPolicy,
        drawing seed: UInt64
    ) throws -> Assessment {
        try simulate { clock in
            let pipeline = Pipeline(
                source: StaticInterfaceSource(InterfaceSnapshot([network.interface])),
                prober: network.prober(on: clock),
                policy: policy,
                clock: clock,
                draw: { UInt32(truncatingIfNeeded: seed &* 2_654_435_761) }
            ) {
                Endpoint.standard
            } pool: {
                Endpoint.standardPool
            }
            return try await pipeline.assess()
        }
    }
}
