import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import TestSupport
import Testing

/// The default policy on networks that are drawn at random and know the truth about themselves.
@Suite struct `Random networks` {
    /// How many networks are drawn.
    private static let networks = UInt64(LongForm.count(500, orLong: 10_000))

    /// How often networks of one kind were reported as an access.
    private typealias Counts = [RandomNetwork.Kind: [String: Int]]

    @Test func `No garden is online, and of the honest networks fewer than one in a hundred is not`() async {
        // Two parts, for two processors.
        let counts = await withTaskGroup { group in
            for part in 0..<2 as Range<UInt64> {
                group.addTask { Self.counts(of: stride(from: part, to: Self.networks, by: 2), by: EvidencePolicy()) }
            }
            return await group.reduce(into: Counts()) { all, part in
                for (kind, reported) in part { all[kind, default: [:]].merge(reported, uniquingKeysWith: +) }
            }
        }
        let honest = counts[.honest, default: [:]]
        let garden = counts[.garden, default: [:]]
        expect(garden["online", default: 0], 0)
        // A garden that lets through several neutral owners can meet a small first stage with these alone.
        #expect(counts[.generousGarden, default: [:]]["online", default: 0] <= LongForm.count(1, orLong: 3))
        expect(counts[.dead]?.keys.sorted(), ["unreachable"])
        #expect(
            (honest.values.reduce(0, +) - honest["online", default: 0]) * 100 < honest.values.reduce(0, +),
            "\(honest)"
        )
        #expect(garden.values.reduce(0, +) * 5 > Self.networks * 2)
    }

    @Test func `A garden that lets some neutral owners through is not online unless their plain HTTP is, too`() throws {
        var (online, all) = ([0, 0, 0], [0, 0, 0])
        let networks = Self.networks / 2
        for seed in 0..<networks {
            let network = RandomNetwork(mixed: seed)
            let assessment = try Self.assessment(of: network, by: EvidencePolicy(), drawing: seed)
            let through = network.throughCounts
            // Two are asked over plain HTTP, and two others over TLS: all four can be of those that are let through.
            let kind = through.plain < 2 || through.tls < 2 ? 0 : max(through.plain, through.tls) < 4 ? 1 : 2
            all[kind] += 1
            if assessment.access == .online { online[kind] += 1 }
        }
        #expect(
            all.allSatisfy { $0 * 10 > networks } && online[0] == 0 && online[1] * 20 < all[1] && online[2] * 2 < all[2]
        )
    }

    @Test func `A garden that closes during a run is noticed within two rounds`() throws {
        let rounds = try (0..<LongForm.count(6, orLong: 1_000)).map { number in
            let seed = UInt64(number)
            let (honest, garden) = (
                RandomNetwork(closing: seed, isOpen: true), RandomNetwork(closing: seed, isOpen: false)
            )
            let closing = Duration.seconds(600 + number % 30)
            let assessments = try simulate { clock in
                let recorder = RecordingNotifier()
                let source = ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([honest.interface])), (closing + .seconds(400), nil)],
                    clock: clock
                )
                let (open, closed) = (honest.prober(on: clock), garden.prober(on: clock))
                var configuration = Pipeline.Configuration(
                    source,
                    ClosureProber { await (clock.now.offset < closing ? open : closed).probe($0) },
                    asking: Endpoint.standard,
                    pool: Endpoint.standardPool
                )
                configuration.schedule.isRotating = true
                configuration.notifiers = [recorder]
                try await Pipeline.simulated(configuration, on: clock, drawing: seed).run()
                return recorder.assessments
            }
            let before = assessments.filter { $0.startedAt.sinceEpoch < closing }
            expect(before.last?.access, .online, "seed \(seed)")
            let noticed = assessments.first { ![.determining, .online].contains($0.access) }
            let late = noticed.map { $0.startedAt.sinceEpoch - closing } ?? .seconds(9999)
            return Int(late / .seconds(30)) + 1
        }
        #expect(rounds.count { $0 > 2 } * 100 <= rounds.count, "\(rounds)")
    }

    @Test(arguments: [
        (RandomLine.Kind.slow, 95, 100), (.lossy(roundTrip: .milliseconds(600), share: 0.03), 95, 100),
        (.lossy(roundTrip: .milliseconds(40), share: 0.1), 85, 100), (.lateGarden, 0, 0), (.hijackedNames, 0, 0),
        // Each host has one of the two next hops: now and then all that are asked have the open one.
        (.nextHops, 0, 8),
    ])
    func `A slow or lossy line is online; late gardens, hijacked names and a split route are not`(
        kind: RandomLine.Kind,
        least: Int,
        most: Int
    ) throws {
        let count = LongForm.count(40, orLong: 1_000)
        var online = 0
        var others: [String] = []
        for seed in 0..<UInt64(count) {
            let line = RandomLine(kind: kind, seed: seed)
            let assessment = try Self.assessment(over: line.prober(on:), .ethernet, by: EvidencePolicy(), drawing: seed)
            if assessment.access == .online { online += 1 } else { others.append("\(seed): \(assessment)") }
        }
        #expect(
            online * 100 >= least * count && online * 100 <= most * count,
            "\(online) of \(count); \(others.prefix(3))"
        )
    }

    @Test func `A policy that counts owners takes many of these gardens for the Internet`() {
        let counts = Self.counts(of: stride(from: 0, to: Self.networks, by: 1), by: QuorumPolicy())
        let garden = counts[.garden, default: [:]]
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
        try assessment(over: network.prober(on:), network.interface, by: policy, drawing: seed)
    }

    private static func assessment(
        over prober: @escaping @Sendable (VirtualClock) -> ClosureProber,
        _ interface: NetworkInterface,
        by policy: some ThresholdPolicy,
        drawing seed: UInt64
    ) throws -> Assessment {
        try simulate { clock in
            var configuration = Pipeline.Configuration(
                StaticInterfaceSource(InterfaceSnapshot([interface])),
                prober(clock),
                asking: Endpoint.standard,
                pool: Endpoint.standardPool
            )
            configuration.policy = policy
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                draw: { UInt32(truncatingIfNeeded: seed &* 2_654_435_761) }
            )
            return try await pipeline.assess()
        }
    }
}
