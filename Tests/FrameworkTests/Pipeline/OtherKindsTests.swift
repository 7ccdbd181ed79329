import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import TestSupport
import Testing

@Suite struct `Questions of a kind that the package does not know` {
    private static let web = Endpoint("https://web.example/", owner: "web", expecting: StatusCode(204))
    private static let time = Endpoint(
        ClockQuestion(server: "192.0.2.7", key: "tomato"),
        owner: "time",
        expecting: ClockWithin(5)
    )

    private static func web(_ clock: VirtualClock) -> ReplayProber<VirtualClock> {
        ReplayProber([ProbeResponse(status: 204)], from: web.question, clock: clock)
    }

    /// Runs a pipeline that asks over HTTP and asks for the time.
    private static func run(
        clockIsOff offset: Double = 2,
        validators: [any ResponseValidator] = [PortalSignals()],
        recording: Bool = false
    ) throws -> (assessments: [Assessment], session: SessionRecording) {
        try simulate { clock in
            let recorder = SessionRecorder()
            let notifier = RecordingNotifier()
            let steps: [(after: Duration, snapshot: InterfaceSnapshot?)] = [
                (.zero, InterfaceSnapshot([.wifi])), (.seconds(3), nil),
            ]
            let source = ScriptedInterfaceSource(steps, clock: clock)
            var configuration = Pipeline.Configuration(source, web(clock), asking: [web, time])
            configuration.probers.append(ClockProber(offset: offset, clock: clock))
            configuration.validators = JudgingChain(validators)
            configuration.notifiers = [notifier]
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: .seconds(1_700_000_000) + clock.now.offset) }
            )
            try await pipeline.observing(recorder.observe).run()
            let provenance = SessionRecording.Provenance(
                source: "a test",
                recordedAt: Timestamp(sinceEpoch: .seconds(1_700_000_000)),
                tool: "a test"
            )
            return (notifier.assessments, recorder.recording(provenance, configuration: nil))
        }
    }

    private static var machine: ConnectivityMachine {
        let validators = JudgingChain([PortalSignals()])
        return ConnectivityMachine(
            DecisionRules(endpoints: [web, time], validators: validators, policy: QuorumPolicy())
        )
    }

    @Test func `A question of an unknown kind is asked in addition to HTTP, and its answer counts`() throws {
        let right = try #require(try Self.run().assessments.last)
        expect(right.access, .online, "\(right.reason)")
        expect(right.endpoints.map(\.verdict.finding), [.genuine, .genuine])
        #expect(right.endpoints[1].name.contains("com.example.clock"))
        let wrong = try #require(try Self.run(clockIsOff: 9).assessments.last)
        expect(wrong.endpoints[1].verdict.finding, .failed)
        expect(wrong.endpoints[1].verdict.reason.code, "com.example.clock.wrong")
    }

    @Test func `Expectations for HTTP answers do not apply to other kinds of questions`() throws {
        let assessment = try #require(try Self.run(validators: [StatusCode(204)]).assessments.last)
        expect(assessment.endpoints.map(\.verdict.finding), [.genuine, .genuine])
    }

    @Test func `A question of an unknown kind is recorded, and its replay gives the same access`() throws {
        let (assessments, session) = try Self.run()
        let read = try SessionRecording(parsing: session.encoded())
        expect(String(decoding: session.encoded(), as: UTF8.self).contains("tomato"), false)
        expect(read.encoded(), session.encoded())
        let replay = SessionReplay(read, by: Self.machine)
        #expect(replay.deviations.isEmpty)
        expect(replay.assessments.map(\.assessment.access), assessments.map(\.access))
        let exchange = try #require(read.exchanges.last?.exchange)
        expect(exchange.answer(), ClockAnswer(offset: 2, stratum: 2))
        expect(exchange.request.question.decoded(as: ClockQuestion.self)?.server, "192.0.2.7")
    }

    @Test func `A replaying prober answers questions of an unknown kind`() throws {
        let (assessments, session) = try Self.run()
        let again = try simulate { clock in
            let prober = ReplayProber(session.answers(on: VirtualClock.self), clock: clock)
            return try await Pipeline(source: StaticInterfaceSource(.init([.wifi])), prober: prober, clock: clock) {
                Self.web
                Self.time
            }
            .assess()
        }
        expect(again.access, assessments.last?.access)
        expect(again.endpoints.map(\.verdict), assessments.last?.endpoints.map(\.verdict))
    }

    @Test func `Questions and answers of an unknown kind are redacted by names and by text patterns`() throws {
        var (_, session) = try Self.run()
        session.events.append(
            .init(
                at: .seconds(9),
                .round([
                    .init(
                        ProbeExchange(
                            request: ProbeRequest(.other("com.example.x", ["token": "abcdefghijkl", "n": 1])),
                            outcome: .success(.other("com.example.x", ["mac": "3c:22:fb:12:34:56"]))
                        )
                    )
                ])
            )
        )
        let text = String(decoding: Redaction.standard.redacted(session).encoded(), as: UTF8.self)
        #expect(!text.contains("abcdefghijkl") && !text.contains("3c:22:fb:12:34:56"))
    }

    @Test func `A prober for a new kind of question keeps the laws`() throws {
        try simulate { clock in
            try await ProberLaws.check(
                ClockProber(clock: clock),
                answering: Question(ClockQuestion(server: "192.0.2.7")),
                silent: Question(ClockQuestion(server: "silent")),
                clock: clock,
                slack: .zero
            )
        }
    }

    @Test func `A question can only be decoded as the type of its kind`() {
        let question = Question.other("com.example.other", ClockQuestion(server: "a").facts)
        expect(question.decoded(as: ClockQuestion.self), nil)
        expect(Question.other(ClockQuestion.kind, ["server": 5]).decoded(as: ClockQuestion.self), nil)
        expect(Question(ClockQuestion(server: "a")).decoded(), ClockQuestion(server: "a"))
        expect(Question(ClockQuestion(server: "a")).http, nil)
    }

    @Test func `The description of a question hides secrets`() {
        expect("\(Self.time.question)", #"com.example.clock key=REDACTED server="192.0.2.7""#)
        expect("\(Self.web.question)", "GET https://web.example/")
    }

    @Test func `An endpoint of a kind that no prober asks is refused at set-up`() throws {
        let expected = PipelineSetupError.noProber(for: ClockQuestion.kind, endpoint: Self.time.name, known: [.http])
        try simulate { clock in
            let (source, web) = (StaticInterfaceSource(.init([.wifi])), Self.web(clock))
            #expect(throws: expected) {
                try Pipeline(verbatim: Pipeline.Configuration(source, web, asking: [Self.time]), clock: clock)
            }
            let pipeline = Pipeline(source: source, prober: web, clock: clock) { Self.time }
            await #expect(throws: expected) { try await pipeline.run() }
            await #expect(throws: expected) { _ = try await pipeline.assess() }
        }
        #expect("\(expected)".hasSuffix("uses; supported kinds: http"))
    }

    @Test func `A question and an answer of a new kind keep the laws of facts`() throws {
        try FactLaws.check(ClockQuestion(server: "192.0.2.7", key: "tomato"))
        try FactLaws.check(ClockAnswer(offset: 2.5, stratum: 2))
    }

    @Test func `Two probers for the same kind of question are refused`() throws {
        try simulate { clock in
            let probers: [any Prober] = [ClockProber(clock: clock), Self.web(clock), ClockProber(clock: clock)]
            #expect(throws: PipelineSetupError.twoProbers(["ClockProber", "ClockProber"], for: ClockQuestion.kind)) {
                try ProberRouter(probers)
            }
            let router = try ProberRouter(Array(probers.prefix(2)))
            expect(router.kinds, [.http, ClockQuestion.kind])
            let other = await router.probe(ProbeRequest(.other("com.example.other", [:])))
            expect(other, .unsupported(other.request))
        }
    }

    @Test func `A configuration can have an endpoint of an unknown kind`() throws {
        var registry = PluginRegistry()
        try registry.add(StandardPlugin.self)
        let written = #"""
            {"endpoints": [{"question": {"kind": "com.example.clock", "facts": {"server": "a", "n": [1, null, 2.5]}},
                            "owner": "me", "name": "time"}]}
            """#
        let configuration = try PipelineConfiguration(json: written.utf8, registry: registry)
        let endpoint = try #require(configuration.endpoints.first)
        expect(endpoint.question, .other("com.example.clock", ["server": "a", "n": [1, .null, 2.5]]))
        for (old, new, fault) in [
            (#""owner": "me", "#, "", "owner"), ("com.example.clock", "http", "kind"),
            ("{\"kind\"", "5, {\"kind\"", ""),
        ] {
            let bytes = written.replacing(old, with: new).utf8
            let error = #expect(throws: PluginError.self) { try PipelineConfiguration(json: bytes, registry: registry) }
            #expect("\(String(describing: error))".contains(fault))
        }
    }
}

@Suite struct `Facts in recordings` {
    @Test(
        arguments: [
            .null, true, 5, 2.5, .number(2), "text", .bytes([0, 1, 255]), [1, "a", .null],
            .record(["$bytes": "AAEC", "$secret": "x", "$$": .null, "plain": .record(["$bytes": 1])]),
        ] as [Fact]
    )
    func `Facts are written and read back unchanged`(fact: Fact) throws {
        let question = Question.other("com.example.x", ["fact": fact])
        let exchange = ProbeExchange(
            request: ProbeRequest(question),
            outcome: .success(.other("com.example.x", ["fact": fact]))
        )
        let provenance = SessionRecording.Provenance(source: "", recordedAt: Timestamp(sinceEpoch: .zero), tool: "")
        let session = SessionRecording(provenance: provenance, events: [.init(at: .zero, .round([.init(exchange)]))])
        let read = try SessionRecording(parsing: session.encoded())
        expect(read.exchanges.first?.exchange.request.question, question)
        expect(read.exchanges.first?.exchange.outcome, exchange.outcome)
    }

    @Test(arguments: [
        #"{"$bytes": "A"}"#, #"{"$bytes": 1}"#, #"{"$secret": 1}"#, #"{"$bytes": "AAEC", "a": 1}"#,
        #"[{"a": {"$secret": "x", "$$a": 1}}]"#,
    ])
    func `Damaged bytes and secrets are refused`(text: String) throws {
        var reader = JSONReader(text.utf8, byteCountMax: 100)
        let json = try reader.document()
        #expect(throws: JSONFault.self) { try json.decode(Fact.self) }
    }

    @Test func `Numbers that JSON does not have are written as null`() throws {
        let exchange = ProbeExchange(
            request: ProbeRequest(.other("com.example.x", ["number": .number(.nan)])),
            outcome: .failure(ProbeFailure(.cancelled))
        )
        let provenance = SessionRecording.Provenance(source: "", recordedAt: Timestamp(sinceEpoch: .zero), tool: "")
        let session = SessionRecording(provenance: provenance, events: [.init(at: .zero, .round([.init(exchange)]))])
        let read = try SessionRecording(parsing: session.encoded())
        expect(read.exchanges.first?.exchange.request.question, .other("com.example.x", ["number": .null]))
    }
}
