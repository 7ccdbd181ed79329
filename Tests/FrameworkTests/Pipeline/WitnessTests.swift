import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityTestKit
import ConnectivityWire
import Synchronization
import TestSupport
import Testing

/// Gives a fixed verdict after a delay.
private struct Opinion: Witness {
    var said: Verdict
    var delay: Duration = .zero
    var role: Verdict.Role = .objection
    var clock: VirtualClock?

    var traceName: String { "com.example.opinion" }
    var version: String { "2.1" }
    var statesContent: Bool { true }
    var digest: String? { "sha-256:0a" }

    func testify(on exchange: ProbeExchange) async -> Verdict {
        try? await clock?.sleep(for: delay)
        guard !Task.isCancelled else { return .inconclusive }
        if case .failure = exchange.outcome { return .inconclusive }
        return said
    }
}

/// Records each exchange.
private struct Observer: Witness {
    var record: @Sendable (ProbeExchange) -> Void
    var traceName: String { "com.example.observer" }
    var version: String { "1" }
    var digest: String? { nil }
    var role: Verdict.Role { .objection }

    func testify(on exchange: ProbeExchange) async -> Verdict {
        record(exchange)
        return .inconclusive
    }
}

@Suite struct `A witness` {
    private static let page: HTTPURL = "http://status.example/"
    private static let portal = CaptivePortal(
        signInURL: "http://login.example/?token=0123456789abcdef0123456789abcdef",
        kind: .redirect
    )

    /// Runs a pipeline with one endpoint until it has a conclusion.
    private static func run(
        _ response: ProbeResponse = ProbeResponse(status: 204),
        listed: Opinion? = nil,
        expected: Opinion? = nil
    ) throws -> (assessment: Assessment, rules: DecisionRules, session: SessionRecording) {
        try simulate { clock in
            let recorder = SessionRecorder()
            let endpoint = Endpoint(page, expecting: expected.map { $0.on(clock) } ?? Unforgeable(StatusCode(204)))
            var configuration = Pipeline.Configuration(
                StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                ClosureProber { ProbeExchange(request: $0, outcome: .success(response)) },
                asking: [endpoint]
            )
            if let listed {
                configuration.validators = JudgingChain([PortalSignals(), Inverted(Inverted(listed.on(clock)))])
            }
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: .seconds(1_700_000_000) + clock.now.offset) }
            )
            .observing(recorder.observe)
            let assessment = try await pipeline.assess()
            let provenance = SessionRecording.Provenance(
                source: "a test",
                recordedAt: Timestamp(sinceEpoch: .seconds(1_700_000_000)),
                tool: "a test"
            )
            return (assessment, pipeline.rules, recorder.recording(provenance, configuration: nil))
        }
    }

    @Test func `Credentials that a peer repeats reach no witness and no record`() throws {
        let seen = Mutex<[String]>([])
        let question = HTTPQuestion(Self.page, headers: ["Authorization": "Bearer hunter2-of-the-room"])
        let assessment = try simulate { clock in
            let witness = Observer { exchange in seen.withLock { $0.append(String(reflecting: exchange.outcome)) } }
            let pipeline = Pipeline(
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: ClosureProber { request in
                    let body = Array("you sent hunter2%2dof-the-room".utf8)
                    return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200, body: body)))
                },
                clock: clock
            ) {
                Endpoint(.http(question), owner: "me", expecting: witness)
            }
            return try await pipeline.assess()
        }
        #expect(seen.withLock { $0.count == 1 && !$0[0].contains("hunter2") })
        expect(assessment.endpoints.first?.exchange.response?.body, Array("you sent REDACTED".utf8))
        #expect(!(try JSON(encoding: assessment).text).contains("hunter2"))
    }

    @Test func `The objection of a witness counts, and the record holds its version and digest`() throws {
        let said = Verdict.captive(Self.portal, because: Reason("com.example.opinion.portal"))
        let (assessment, rules, _) = try Self.run(listed: Opinion(said: said))
        expect(assessment.access.name, "captive")
        #expect(assessment.reason.contains(code: "com.example.opinion.portal"), "\(assessment.reason)")
        let testimony = try #require(assessment.endpoints.first?.exchange.testimony.first)
        #expect(testimony.witness == "com.example.opinion" && testimony.version == "2.1")
        #expect(testimony.digest == "sha-256:0a" && testimony.verdict == said)
        // The witness is not asked when the record is decided again.
        expect(rules.decide(assessment.record), assessment)
    }

    @Test func `A witness that finds an answer genuine does not override the sign of a portal`() throws {
        let redirect = ProbeResponse(status: 302, headers: ["Location": "http://login.example/"])
        let genuine = Opinion(said: Verdict(.genuine, because: Reason("com.example.opinion.fine")), role: .expectation)
        for assessment in [try Self.run(redirect, listed: genuine), try Self.run(redirect, expected: genuine)] {
            expect(assessment.assessment.access.name, "captive")
        }
    }

    @Test func `The verdict of a witness can be the expectation of an endpoint`() throws {
        let other = ProbeResponse(status: 200, body: Array("anything".utf8))
        let genuine = Opinion(said: Verdict(.genuine, because: Reason("com.example.opinion.fine")), role: .expectation)
        try expect(Self.run(other, expected: genuine).assessment.access, .online)
        let another = Opinion(
            said: Verdict(.substituted, because: Reason("com.example.opinion.not")),
            role: .expectation
        )
        try expect(Self.run(other, expected: another).assessment.access.name, "blocked")
    }

    @Test func `A late witness has no verdict, and the probe keeps its time limit`() throws {
        let said = Verdict(.substituted, because: Reason("com.example.opinion.not"))
        let (assessment, _, _) = try Self.run(listed: Opinion(said: said, delay: .seconds(60)))
        expect(assessment.access, .online)
        expect(assessment.endpoints[0].exchange.testimony[0].verdict.reason.code, "testimony-late")
        #expect(assessment.duration <= ProbeRequest.Limits().total)
    }

    @Test func `Recorded testimony is replayed without the witness and holds no secret`() throws {
        let facts: Facts = ["token": "0123456789abcdef0123456789abcdef", "host": "login.example"]
        var said = Verdict(.captive, because: Reason("com.example.opinion.portal", facts))
        said.portal = Self.portal
        let (assessment, rules, raw) = try Self.run(listed: Opinion(said: said, delay: .milliseconds(300)))
        let session = Redaction.standard.redacted(raw)
        let text = String(decoding: session.encoded(), as: UTF8.self)
        #expect(text.contains("com.example.opinion") && !text.contains("0123456789abcdef"))
        let read = try SessionRecording(parsing: session.encoded())
        // The answer was recorded after the witness had testified.
        expect(read.exchanges.map(\.exchange.timings.total), [.milliseconds(300)])
        let replay = SessionReplay(read, by: ConnectivityMachine(rules))
        #expect(replay.deviations.isEmpty)
        let again = try #require(replay.assessments.last?.assessment)
        #expect(again.access.name == assessment.access.name && again.reason.code == assessment.reason.code)
        expect(again.endpoints[0].exchange.testimony[0].verdict.portal?.signInURL?.host, "login.example")
    }

    @Test func `Only a witness's own testimony counts, never as genuine for a failure or a whole answer`() {
        let opinion = Opinion(said: .inconclusive)
        let response = ProbeResponse(status: 200, body: Array("pong".utf8))
        var exchange = ProbeExchange(request: ProbeRequest(Self.page), outcome: .success(response))
        let whole = BodyEquals("pong").validate(exchange)
        expect(whole.basis, .wholeAnswer)
        exchange.testimony = [Testimony(of: opinion, whole)]
        #expect(opinion.validate(exchange).finding == .genuine && opinion.validate(exchange).basis == .part)
        var failed = exchange
        failed.outcome = .failure(ProbeFailure(.connectionRefused))
        expect(opinion.validate(failed).finding, .inconclusive)
        struct Other: Witness {
            var version: String { "1" }
            func testify(on exchange: ProbeExchange) async -> Verdict { .inconclusive }
        }
        expect(Other().validate(exchange).reason.code, "testimony-missing")
    }

    @Test func `A witness keeps the laws of validators`() throws {
        try ValidatorLaws.check(Opinion(said: .captive(Self.portal, because: Reason("com.example.opinion.portal"))))
    }
}

extension Opinion {
    fileprivate func on(_ clock: VirtualClock) -> Opinion {
        var copy = self
        copy.clock = clock
        return copy
    }
}
