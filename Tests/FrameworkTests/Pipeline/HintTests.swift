import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Reports hints at given times, then fails.
private final class ScriptedTraffic: TrafficSource {
    private let clock: VirtualClock
    private let steps: [(after: Duration, hint: TrafficHint)]
    private let runs = Lock(0)

    struct Failure: Error {}

    init(_ steps: [(after: Duration, hint: TrafficHint)], clock: VirtualClock) {
        (self.steps, self.clock) = (steps, clock)
    }

    var runCount: Int { runs.withLock { $0 } }

    func observe(_ report: @escaping @Sendable (TrafficHint) -> Void) async throws {
        runs.withLock { $0 += 1 }
        for (delay, hint) in steps {
            try await clock.sleep(for: delay)
            report(hint)
        }
        throw Failure()
    }
}

/// Keeps the hints that reach companions.
private final class HintListener: Companion {
    let heard = Lock<[(at: Duration, hint: TrafficHint)]>([])

    func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        if case .hinted(let hint) = input { heard.withLock { $0.append((moment.elapsed, hint)) } }
        return []
    }
}

@Suite struct `Hints about traffic` {
    /// Runs a pipeline for some time while a body reports hints.
    /// - Returns: The hints that companions received and the times in milliseconds at which rounds began.
    private static func run(
        for time: Duration = .seconds(50),
        companions: [any Companion] = [],
        traffic: [(after: Duration, hint: TrafficHint)]? = nil,
        notifier: RecordingNotifier = RecordingNotifier(),
        reporting: @escaping @Sendable (Pipeline, VirtualClock) async throws -> Void = { _, _ in }
    ) throws -> (hints: [(at: Duration, hint: TrafficHint)], rounds: [Int], asked: [(Duration, String)]) {
        try simulate { clock in
            let listener = HintListener()
            let begins = Lock<[Int]>([])
            let asked = Lock<[(Duration, String)]>([])
            let network = SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober
            var configuration = Pipeline.Configuration(
                ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (time, nil)], clock: clock),
                ClosureProber { request in
                    asked.withLock { $0.append((clock.now.offset, request.url?.host ?? "")) }
                    return await network.probe(request)
                },
                asking: ["a", "b", "c"].map { owner in
                    Endpoint(
                        HTTPURL(stringLiteral: "http://\(owner).example/204"),
                        expecting: Unforgeable(StatusCode(204))
                    )
                }
            )
            configuration.policy = QuorumPolicy()
            configuration.companions = companions + [Traffic(), listener]
            configuration.notifiers = [notifier]
            configuration.traffic = traffic.map { ScriptedTraffic($0, clock: clock) }
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: .seconds(1_800_000_000) + clock.now.offset) }
            )
            let observed = pipeline.observing { step in
                for case .begin(.round, epoch: _) in step.effects {
                    begins.withLock { $0.append(Int(step.moment.elapsed / .milliseconds(1))) }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await reporting(pipeline, clock) }
                try await observed.run()
                try await group.waitForAll()
            }
            return (listener.heard.withLock { $0 }, begins.withLock { $0 }, asked.withLock { $0 })
        }
    }

    private struct Refused: Error {}

    @Test func `A hint reaches companions with the name of the host in lower case`() throws {
        let (hints, rounds, _) = try Self.run { pipeline, clock in
            try await clock.sleep(for: .seconds(1))
            pipeline.hint(.failure("api.example.com", Refused()))
            try await clock.sleep(for: .seconds(2))
            pipeline.hint(.success("other.example.com"))
            try await clock.sleep(for: .seconds(2))
            pipeline.hint(.success("API.example.com"))
        }
        expect(
            hints.map(\.hint),
            [
                TrafficHint.failure("api.example.com", Refused()), .success("other.example.com"),
                .success("api.example.com"),
            ]
        )
        expect(rounds, [0, 30_020])
    }

    @Test func `A hundred thousand hints in a second cost the run a few steps`() throws {
        let (hints, rounds, _) = try Self.run { pipeline, clock in
            for number in 0..<100_000 {
                pipeline.hint(.success("host-\(number % 1000).example.com"))
                if number.isMultiple(of: 1000) { try await clock.sleep(for: .milliseconds(10)) }
            }
        }
        #expect((64...192).contains(hints.count) && rounds == [0, 30_020], "\(hints.count)")
        #expect(Set(hints.map(\.hint.subject)).count <= 192)
    }

    @Test func `A hint that repeats the last one of its host within ten seconds is left out`() throws {
        let (hints, _, _) = try Self.run { pipeline, clock in
            for _ in 0..<40 {
                pipeline.hint(.success("api.example.com"))
                try await clock.sleep(for: .seconds(1))
            }
        }
        #expect((3...5).contains(hints.count), "\(hints)")
    }

    @Test(arguments: [
        TrafficHint.success("www.apple.com"), .success("gstatic.com"), .success("192.168.1.5"), .success("printer"),
        .success("nas.local"), .success("::1"), .failure("router.lan", Refused()), .failure("10.0.0.1", Refused()),
        .failure("api.example.com", CancellationError()), .success(String(repeating: "a.", count: 200) + "com"),
    ])
    func `Hosts of this network, answers of hosts that gardens let through, and what was cancelled do not count`(
        hint: TrafficHint
    ) throws {
        let (hints, _, _) = try Self.run { pipeline, clock in
            try await clock.sleep(for: .seconds(1))
            pipeline.hint(hint)
        }
        #expect(hints.isEmpty)
    }

    @Test func `Failures of two hosts bring a round forward, and a failure of a service brings its question forward`()
        throws
    {
        let service = Endpoint("https://till.example.com/ping", name: "till", expecting: StatusCode(204))
        let (_, rounds, asked) = try Self.run(companions: [Services([service])]) { pipeline, clock in
            try await clock.sleep(for: .seconds(15))
            pipeline.hint(.failure("till.example.com", Refused()))
            try await clock.sleep(for: .seconds(5))
            pipeline.hint(.failure("api.example.com", Refused()))
        }
        expect(rounds, [0, 20_000], "the next one is due after 50 s")
        let till = asked.filter { $0.1 == "till.example.com" }.map { Int($0.0 / .seconds(1)) }
        expect(till, [0, 15], "\(asked)")
    }

    @Test func `A hint from a traffic source starts a round, and a failure of the source is reported and ends no run`()
        throws
    {
        let notifier = RecordingNotifier()
        let (hints, rounds, _) = try Self.run(
            for: .seconds(100),
            traffic: [(.seconds(5), .traffic(over: "wlan0", isAnswered: false))],
            notifier: notifier
        )
        expect(hints.map(\.at), [.seconds(5), .seconds(70)], "it is started again after a minute")
        expect(rounds.prefix(2), [0, 5_000])
        expect(notifier.sourceFailures.count, 2)
    }

    @Test func `A single assessment observes no traffic, and hints without a run have no effect`() throws {
        let traffic = try simulate { clock in
            let traffic = ScriptedTraffic([], clock: clock)
            var configuration = Pipeline.Configuration(
                StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober,
                asking: [Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))]
            )
            configuration.traffic = traffic
            let pipeline = try Pipeline(verbatim: configuration, clock: clock)
            pipeline.hint(.failure("api.example.com", Refused()))
            _ = try await pipeline.assess()
            return traffic.runCount
        }
        expect(traffic, 0)
    }
}
