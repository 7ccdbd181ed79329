import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport
import Testing

/// Requires two genuine answers; asks others, drawn from the pool, if the first ones do not suffice or are late.
private struct Doubter: ThresholdPolicy {
    func begin(_ round: ProbeRound) -> any RoundJudge { Judge() }

    private struct Judge: RoundJudge {
        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            if let portal = round.first(.captive)?.verdict.portal {
                return .decide(RoundVerdict(.captive(portal), because: Reason("com.example.portal")), final: true)
            }
            let genuine = round.count(of: .genuine)
            if genuine >= 2 {
                return .decide(RoundVerdict(.online, because: Reason("com.example.enough")), final: true)
            }
            let access = genuine > 0 ? InternetAccess.partial : .unreachable
            let verdict = RoundVerdict(access, because: Reason("com.example.too-few", ["genuine": Fact(genuine)]))
            guard round.pendingCount == 0 else {
                return index == nil ? .wait(atMost: .milliseconds(300)) : .decide(verdict, final: false)
            }
            return others(round) ?? .decide(verdict, final: true)
        }

        mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision? { others(round) }

        private func others(_ round: ProbeRound) -> ProbeRound.Decision? {
            guard round.timeLeft > .zero else { return nil }
            var random = SplitMix64(seed: UInt64(round.context.seed) + UInt64(round.phaseCount))
            var drawn: Set<Int> = []
            while drawn.count < min(2, round.available.count) {
                drawn.insert(round.available[random.next(below: round.available.count)])
            }
            return .ask(ProbeRound.Phase(drawn.sorted()))
        }
    }
}

extension Assessment {
    /// The access, the endpoints, their order and the reason as text.
    fileprivate var summary: String {
        let verdicts = endpoints.map { "\($0.name) \($0.verdict.finding)" }.joined(separator: ", ")
        let course = paths.first?.course
        // A recording is exact to the microsecond, so the text is rounded.
        let arrivals = course?.arrivals.map { "\($0.endpoint ?? -1)@\(Int(($0.after / .milliseconds(1)).rounded()))" }
        let order = arrivals?.joined(separator: " ") ?? ""
        return "\(access.name)\(isFinal ? "" : "?") \(reason): \(verdicts); \(order); \(course?.context.seed ?? 0)"
    }
}

@Suite struct `A simulated pipeline with a pool` {
    private static let endpoints = ["a", "b"].map { endpoint($0) }
    private static let pool = (0..<5).map { endpoint("p\($0)") }

    private static func endpoint(_ name: String) -> Endpoint {
        let url = HTTPURL(stringLiteral: "http://\(name).example/204")
        return Endpoint(url, name: name, expecting: Unforgeable(StatusCode(204)))
    }

    private struct Run {
        var reported: [Assessment]
        var trace: SimulationTrace
        var recording: SessionRecording
        var rules: DecisionRules
    }

    /// Runs a pipeline over a network in which the seed determines the behaviour of each host.
    private static func run(_ seed: UInt64) throws -> Run {
        try simulate(seed: seed) { clock in
            let trace = TraceRecorder(clock: clock)
            let recorder = SessionRecorder()
            let reported = RecordingNotifier()
            let prober = ClosureProber { request in
                let time = UInt64(clock.now.offset / .milliseconds(1))
                let host = (request.url?.host ?? "").utf8.reduce(seed ^ time) { $0 &* 31 &+ UInt64($1) }
                var random = SplitMix64(seed: host)
                let status = [204, 204, nil, nil, nil, 503, 302][random.next(below: 7)]
                // Waits and answers never end at the same time.
                let delay = Duration.microseconds(1 + 10 * random.next(below: 60_000))
                guard (try? await clock.sleep(for: min(delay, request.limits.total))) != nil else {
                    return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
                }
                let headers: HeaderFields = status == 302 ? ["Location": "http://login.example/"] : [:]
                return ProbeExchange(
                    request: request,
                    outcome: status.map { .success(ProbeResponse(status: $0, headers: headers)) }
                        ?? .failure(ProbeFailure(.connectionRefused)),
                    timings: ProbeExchange.Timings(total: delay)
                )
            }
            let start = Timestamp(sinceEpoch: .seconds(1_800_000_000))
            let steps = [(Duration.zero, Optional(InterfaceSnapshot([.wifi]))), (.seconds(40), nil)]
            let source = ScriptedInterfaceSource(steps, clock: clock)
            var draws = SplitMix64(seed: seed)
            let seeds = (0..<10_000).map { _ in UInt32(truncatingIfNeeded: draws.next()) }
            var configuration = Pipeline.Configuration(
                trace.source(source),
                trace.prober(prober),
                asking: endpoints,
                pool: pool
            )
            configuration.policy = Doubter()
            configuration.notifiers = [reported]
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: start.sinceEpoch + clock.now.offset) },
                draw: { seeds[Int(clock.now.offset / .milliseconds(7)) % seeds.count] }
            )
            try await pipeline.observing { step in
                trace.record(.stepped(step))
                recorder.observe(step)
            }.run()
            recorder.stop()
            let provenance = SessionRecording.Provenance(source: "a test", recordedAt: start, tool: "a test")
            return Run(
                reported: reported.assessments,
                trace: trace.trace(seed: seed),
                recording: recorder.recording(provenance, configuration: nil),
                rules: pipeline.rules
            )
        }
    }

    @Test(arguments: simulationSeeds(60))
    func `Records and sessions of rounds with further phases lead to the same assessments`(seed: UInt64) throws {
        let run = try Self.run(seed)
        for assessment in run.reported {
            expect(run.rules.decide(assessment.record), assessment)
            #expect(assessment.access != .online || assessment.isFinal)
        }
        let machine = ConnectivityMachine(run.rules)
        for session in [run.recording, run.trace.session()] {
            let read = try SessionRecording(parsing: session.encoded())
            let replay = SessionReplay(read, by: machine)
            #expect(replay.deviations.isEmpty, "\(replay.deviations)")
            // A round that was cut short by the end is in no recording.
            let again = replay.assessments.map(\.assessment.summary)
            for (index, (summary, reported)) in zip(again, run.reported.map(\.summary)).enumerated() {
                expect(summary, reported, "assessment \(index)")
            }
            #expect(again.count >= run.reported.count - 2)
        }
    }

    /// Without this, the test above could replay only a few kinds of rounds.
    @Test func `The simulated rounds have every number of stages, and decisions that are not final`() throws {
        let reported = try (0..<60).flatMap { try Self.run($0).reported }
        let stages = Set(reported.map(\.endpoints.count))
        #expect(stages.isSuperset(of: [1, 2, 4, 6]), "\(stages)")
        let decisions = Set(reported.map { "\($0.access.name)\($0.isFinal ? "" : "?")" })
        let all = ["online", "captive", "partial", "partial?", "unreachable", "unreachable?"]
        #expect(decisions.isSuperset(of: all), "\(decisions)")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `A single assessment rests on the policy's final decision`(seed: UInt64) throws {
        let assessment = try simulate(seed: seed) { clock in
            let prober = ClosureProber { request in
                let isFirst = ["a.example", "b.example"].contains(request.url?.host ?? "")
                try? await clock.sleep(for: .milliseconds(request.url?.host == "b.example" ? 50 : 20))
                let response = ProbeResponse(status: isFirst ? 503 : 204)
                return ProbeExchange(request: request, outcome: .success(response))
            }
            var configuration = Pipeline.Configuration(
                StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober,
                asking: Self.endpoints,
                pool: Self.pool
            )
            configuration.policy = Doubter()
            return try await Pipeline(verbatim: configuration, clock: clock).assess()
        }
        #expect(assessment.access == .online && assessment.isFinal)
        expect(assessment.endpoints.count, 4)
    }
}
