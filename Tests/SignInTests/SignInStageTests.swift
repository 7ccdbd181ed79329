import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivitySignIn

@Suite struct SignInStageTests {
    private static let page: HTTPURL = "https://login.hotel.example/start"

    /// A network whose portal lets the device through for a time after a form was sent.
    actor Hotel: Prober {
        enum Mood { case honest, lying, silent }

        nonisolated var kinds: Set<Question.Kind> { [.http] }
        private let mood: Mood
        private let length: Duration?
        private let now: @Sendable () -> Duration
        private var openedAt: Duration?
        private(set) var submissions: [Duration] = []
        private(set) var visits: [Duration] = []

        init(_ mood: Mood = .honest, letsThroughFor length: Duration? = nil, on clock: VirtualClock) {
            (self.mood, self.length) = (mood, length)
            let start = clock.now
            now = { start.duration(to: clock.now) }
        }

        private var isOpen: Bool {
            guard let openedAt else { return false }
            return length.map { now() - openedAt < $0 } ?? true
        }

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            guard let question = request.http else { preconditionFailure("only HTTP is asked") }
            if question.url.host == page.host {
                visits.append(now())
                guard mood != .silent else {
                    return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.connect))))
                }
                if question.method == .post {
                    submissions.append(now())
                    if mood == .honest { openedAt = now() }
                }
                return ProbeExchange(request: request, outcome: .success(.http(ProbeResponse(status: 200))))
            }
            let response =
                isOpen
                ? ProbeResponse(status: 204) : ProbeResponse(status: 302, headers: ["Location": page.description])
            return ProbeExchange(request: request, outcome: .success(.http(response)))
        }
    }

    /// Sends one empty form, and trusts the answer.
    struct Clicker: SignInAgent {
        var sessionLength: Duration?

        func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
            guard let url = occasion.portal.signInURL else { throw SignInStop(Reason("test-no-page")) }
            _ = try await visit.send(PortalRequest(url, method: .post, content: .form([.init("ok", .text("1"))])))
            var outcome = SignInOutcome(.accepted, Reason("test-accepted"))
            outcome.sessionLength = sessionLength
            return outcome
        }
    }

    /// Returns only after two hours, or if it is cancelled.
    private struct Sleeper: SignInAgent {
        let clock: VirtualClock

        func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
            try? await clock.sleep(for: .seconds(7200))
            throw SignInStop(.signIn("cancelled"))
        }
    }

    struct Seen: Sendable {
        var events: RecordingNotifier
        var submissions: [Duration]
        var visits: [Duration]
        var session: SessionRecording
        var rules: DecisionRules
    }

    static func run(
        _ mood: Hotel.Mood = .honest,
        letsThroughFor length: Duration? = nil,
        for time: Duration = .seconds(3600),
        ssid: String = "HOTEL",
        agent: @escaping @Sendable (VirtualClock) -> any SignInAgent = { _ in Clicker() }
    ) throws -> Seen {
        let recorder = RecordingNotifier()
        return try simulate { clock in
            var wifi = NetworkInterface.wifi
            wifi.wifi = NetworkInterface.WiFi(ssid: Array("HOTEL".utf8))
            let hotel = Hotel(mood, letsThroughFor: length, on: clock)
            var configuration = PipelineConfiguration()
            configuration.source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([wifi])), (time, nil)],
                clock: clock
            )
            configuration.probers = [hotel]
            configuration.endpoints = [.google, .apple]
            configuration.pool = []
            configuration.schedule = RoundSchedule()
            configuration.notifiers = [recorder]
            configuration.companions = [
                SignIn([
                    SignInRule(
                        "hotel",
                        on: .init(ssids: [ssid]),
                        portals: ["login.hotel.example"],
                        any: agent(clock)
                    )
                ])
            ]
            let journal = SessionRecorder()
            let pipeline = try Pipeline(verbatim: configuration, clock: clock).observing(journal.observe)
            try await pipeline.run()
            return Seen(
                events: recorder,
                submissions: await hotel.submissions,
                visits: await hotel.visits,
                session: journal.recording(
                    .init(source: "test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
                    configuration: nil
                ),
                rules: configuration.rules
            )
        }
    }

    @Test func `An agent signs in once, and only the next round says that the device is online`() throws {
        let seen = try Self.run()
        expect(seen.submissions.count, 1)
        expect(seen.events.assessments.map(\.access.name), ["determining", "captive", "online"])
        expect(seen.events.signIns.map(\.result), [.accepted])
        expect(seen.events.signIns.first?.steps.map(\.status), [200])
        expect(
            seen.events.assessments.last?.observations.compactMap { $0.decoded(as: SignInReport.self)?.result },
            [.accepted]
        )
    }

    @Test func `A portal that claims success stays captive, and the agent is not asked again`() throws {
        let seen = try Self.run(.lying)
        expect(seen.submissions.count, 1)
        expect(seen.events.assessments.map(\.access.name), ["determining", "captive"])
        expect(seen.events.signIns.map(\.result), [.accepted])
    }

    @Test func `An attempt without an answer is repeated, each time after a longer pause`() throws {
        let seen = try Self.run(.silent)
        let gaps = zip(seen.visits, seen.visits.dropFirst()).map { $1 - $0 }
        #expect(gaps.count >= 5)
        #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $0 < $1 }, "\(gaps)")
        #expect(seen.events.signIns.allSatisfy { $0.result == .stopped && $0.reason.code == "sign-in-no-answer" })
    }

    @Test func `On a network without a rule, no agent is asked`() throws {
        let seen = try Self.run(ssid: "OTHER")
        #expect(seen.visits.isEmpty)
        #expect(seen.events.signIns.isEmpty)
    }

    @Test func `A portal that comes back soon cannot have anything sent often`() throws {
        let seen = try Self.run(letsThroughFor: .seconds(20))
        let gaps = zip(seen.submissions, seen.submissions.dropFirst()).map { $1 - $0 }
        #expect(gaps.count >= 3)
        #expect(gaps.allSatisfy { $0 >= .seconds(30) }, "\(gaps)")
        #expect(seen.submissions.count <= 8)
    }

    @Test func `A session is extended before it ends, so that the device stays online`() throws {
        let seen = try Self.run(letsThroughFor: .seconds(1200), for: .seconds(7000)) { _ in
            Clicker(sessionLength: .seconds(1200))
        }
        expect(seen.events.assessments.map(\.access.name), ["determining", "captive", "online"])
        #expect(seen.events.signIns.map(\.purpose.rawValue).dropFirst().allSatisfy { $0 == "renewal" })
        #expect(seen.submissions.count >= 6)
    }

    @Test func `A short session is extended again and again, but never sooner than half a minute after the last time`()
        throws
    {
        let seen = try Self.run(letsThroughFor: .seconds(600), for: .seconds(14_000)) { _ in
            Clicker(sessionLength: .seconds(600))
        }
        expect(seen.events.assessments.map(\.access.name), ["determining", "captive", "online"])
        #expect(seen.submissions.count >= 24)
        let hurried = try Self.run(for: .seconds(3600)) { _ in Clicker(sessionLength: .seconds(1)) }
        let gaps = zip(hurried.submissions, hurried.submissions.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= .seconds(30) }, "\(gaps.first ?? .zero)")
    }

    @Test func `An agent that does not return is ended after a minute`() throws {
        let seen = try Self.run(for: .seconds(600)) { Sleeper(clock: $0) }
        expect(seen.events.signIns.first?.reason.code, "sign-in-time-limit")
        expect(seen.events.signIns.first?.duration, .seconds(60))
        expect(seen.events.assessments.map(\.access.name), ["determining", "captive"])
    }

    @Test func `Assessments during a pause begin no separate wait`() throws {
        let rule = SignInRule("hotel", on: .init(ssids: ["HOTEL"]), portals: [], any: Clicker())
        var agents = SignIn([rule])
        func handle(_ input: CompanionInput, at seconds: Int) -> [CompanionEffect] {
            agents.handle(
                input,
                at: ConnectivityMachine.Moment(
                    elapsed: .seconds(seconds),
                    wall: Timestamp(sinceEpoch: .seconds(seconds))
                )
            )
        }
        let seen = try Self.run(.silent, for: .seconds(20))
        let assessment = try #require(seen.events.assessments.last)
        expect(handle(.began(CompanionContext(rules: seen.rules)), at: 0), [])
        expect(handle(.roundEnded(assessment), at: 0).count, 2, "it says that a sign-in begins, and begins it")
        let failed = try #require(seen.events.observations.first { $0.kind == SignInReport.kind })
        expect(handle(.finished(1, failed), at: 1).count, 3, "a report, a look and a wait")
        for second in 2..<20 { #expect(handle(.roundEnded(assessment), at: second).isEmpty) }
        expect(handle(.waited(2), at: 31).count, 2)
    }

    @Test func `A refused attempt is a warning until the device is let through, and then a notice`() throws {
        let rule = SignInRule("hotel", on: .init(ssids: ["HOTEL"]), portals: [], any: Clicker())
        var agents = SignIn([rule])
        func handle(_ input: CompanionInput, at seconds: Int) -> [CompanionObservation] {
            let moment = ConnectivityMachine.Moment(
                elapsed: .seconds(seconds),
                wall: Timestamp(sinceEpoch: .seconds(seconds))
            )
            return agents.handle(input, at: moment).compactMap { effect in
                if case .report(let observation) = effect { observation } else { nil }
            }
        }
        let seen = try Self.run(.silent, for: .seconds(20))
        var assessment = try #require(seen.events.assessments.last)
        _ = handle(.began(CompanionContext(rules: seen.rules)), at: 0)
        _ = handle(.roundEnded(assessment), at: 0)
        let failed = try #require(seen.events.observations.first { $0.kind == SignInReport.kind })
        expect(handle(.finished(1, failed), at: 1).map(\.severity), [.warning])
        expect(handle(.roundEnded(assessment), at: 2), [])
        for index in assessment.paths.indices { assessment.paths[index].access = .online }
        assessment.access = .online
        let through = handle(.roundEnded(assessment), at: 3)
        #expect(through.map(\.severity) == [.notice] && through.map(\.state) == ["stopped"])
        expect(through.map(\.isChange), [false])
        expect(handle(.roundEnded(assessment), at: 4), [])
    }

    @Test func `The companion that signs in keeps the laws`() throws {
        let rule = SignInRule("hotel", on: .init(interfaces: ["wlan0"]), portals: [], any: Clicker())
        try CompanionLaws.check(SignIn([rule])) { .unsupported($0) }
    }

    @Test func `A report is the same after it was an observation, and a record has no secret of it`() throws {
        var report = SignInReport(
            network: "hotel",
            interface: "wlan0",
            agent: "sign-in.wispr",
            purpose: .renewal,
            steps: [],
            startedAt: Timestamp(sinceEpoch: .seconds(7)),
            duration: .seconds(2)
        )
        (report.result, report.reason) = (.refused, .signIn("refused", ["step": 1]))
        (report.sessionLength, report.logOffURL) = (.seconds(60), "https://a.example/?token=t0ken")
        (report.accepted, report.termsDigest, report.mayRepeat) = ("the terms", "0", true)
        expect(report.observation.decoded(as: SignInReport.self), report)
        expect(report.observation.severity, .warning)
        let event = SessionRecording.Event(at: .zero, .observed(report.observation))
        let session = SessionRecording(
            provenance: .init(source: "test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
            events: [event]
        )
        let text = String(decoding: session.encoded(), as: UTF8.self)
        #expect(text.contains("the terms") && !text.contains("t0ken"))
        let read = try SessionRecording(parsing: session.encoded())
        guard case .observed(let observation)? = read.events.first?.content else {
            Issue.record("the session has no observation")
            return
        }
        expect(observation.decoded(as: SignInReport.self)?.logOffURL, nil)
    }

    @Test func `A recorded session holds what the agent did, and leads to the same accesses`() throws {
        let seen = try Self.run()
        let read = try SessionRecording(parsing: seen.session.encoded())
        let reports = read.events.compactMap { event -> SignInReport? in
            if case .observed(let observation) = event.content { observation.decoded() } else { nil }
        }
        expect(reports.map(\.result), [.accepted])
        var configuration = PipelineConfiguration()
        configuration.endpoints = [.google, .apple]
        configuration.pool = []
        configuration.schedule = RoundSchedule()
        let replay = SessionReplay(read, by: configuration.machine)
        expect(replay.assessments.map(\.assessment.access.name), ["determining", "captive", "online"])
    }
}

extension SignInRule {
    init(_ name: String, on match: PipelineConfiguration.NetworkMatch, portals: [String], any agent: any SignInAgent) {
        func made(_ agent: some SignInAgent) -> SignInRule {
            SignInRule(name, on: match, portals: portals, agent: agent)
        }
        self = made(agent)
    }
}
