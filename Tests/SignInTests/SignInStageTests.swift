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
    private actor Hotel: Prober {
        enum Mood { case honest, lying, silent }

        nonisolated var kinds: Set<QuestionKind> { [.http] }
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
    private struct Clicker: SignInAgent {
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

    private struct Seen: Sendable {
        var events: RecordingNotifier
        var submissions: [Duration]
        var visits: [Duration]
        var session: SessionRecording
        var rules: DecisionRules
    }

    private static func run(
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
                        on: NetworkMatch(ssids: [ssid]),
                        portals: ["login.hotel.example"],
                        any: agent(clock)
                    )
                ])
            ]
            let journal = SessionRecorder()
            let pipeline = try Pipeline(exactly: configuration, clock: clock).observing(journal.observe)
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
        let rule = SignInRule("hotel", on: NetworkMatch(ssids: ["HOTEL"]), portals: [], any: Clicker())
        var agents = SignIn([rule])
        func handle(_ input: CompanionInput, at seconds: Int) -> [CompanionEffect] {
            agents.handle(input, at: Moment(elapsed: .seconds(seconds), wall: Timestamp(sinceEpoch: .seconds(seconds))))
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
        let rule = SignInRule("hotel", on: NetworkMatch(ssids: ["HOTEL"]), portals: [], any: Clicker())
        var agents = SignIn([rule])
        func handle(_ input: CompanionInput, at seconds: Int) -> [CompanionObservation] {
            let moment = Moment(elapsed: .seconds(seconds), wall: Timestamp(sinceEpoch: .seconds(seconds)))
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

    /// A companion with two rules, which is driven by hand, and an assessment of a portal at HOTEL.
    private struct Course {
        var agents: SignIn
        let portal: Assessment
        /// What an agent reports that had no answer.
        let failed: CompanionObservation
        let rules: DecisionRules

        init() throws {
            var hotel = SignInRule("hotel", on: NetworkMatch(ssids: ["HOTEL"]), portals: [], any: Clicker())
            hotel.logsOff = true
            let cafe = SignInRule("cafe", on: NetworkMatch(ssids: ["CAFE"]), portals: [], any: Clicker())
            agents = SignIn([hotel, cafe])
            let seen = try SignInStageTests.run(.silent, for: .seconds(20))
            portal = try #require(seen.events.assessments.last)
            failed = try #require(seen.events.observations.first { $0.kind == SignInReport.kind })
            rules = seen.rules
        }

        mutating func handle(_ input: CompanionInput, at seconds: Int) -> [CompanionEffect] {
            let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000 + seconds))
            return agents.handle(input, at: Moment(elapsed: .seconds(seconds), wall: wall))
        }

        /// What an agent reports, in the name of a rule.
        func report(_ rule: String, _ result: SignInReport.Result) throws -> CompanionObservation {
            var report = try #require(failed.decoded(as: SignInReport.self))
            (report.network, report.result, report.mayRepeat) = (rule, result, result == .stopped)
            return report.observation
        }

        func on(_ ssid: String, _ access: InternetAccess? = nil) -> Assessment {
            var other = portal
            for index in other.snapshot.interfaces.indices {
                other.snapshot.interfaces[index].wifi?.ssid = Array(ssid.utf8)
            }
            guard let access else { return other }
            for index in other.paths.indices { other.paths[index].access = access }
            other.access = access
            return other
        }
    }

    /// The token and the name of the work that is begun.
    private static func begun(_ effects: [CompanionEffect]) -> (token: Int, name: String)? {
        for case .perform(let work, let token) in effects { return (token, work.name) }
        return nil
    }

    @Test func `An attempt is cancelled when its network is left, and says nothing of the next one`() throws {
        var course = try Course()
        _ = course.handle(.began(CompanionContext(rules: course.rules)), at: 0)
        let first = try #require(Self.begun(course.handle(.roundEnded(course.portal), at: 0)))
        let path = try #require(course.portal.paths.first?.path)
        _ = course.handle(.left(path), at: 5)
        let leaving = course.handle(.assessed(course.on("CAFE", .determining), isChange: true), at: 5)
        expect(leaving, [.cancel(token: first.token)])
        expect(course.handle(.roundEnded(course.on("CAFE")), at: 6), [], "the interface is busy")
        let end = course.handle(.finished(first.token, try course.report("hotel", .accepted)), at: 7)
        let next = try #require(Self.begun(end))
        #expect(next.token != first.token, "the portal of the next network has its own attempt")
        guard case .report(let observation)? = end.first else { return #expect(Bool(false)) }
        expect(observation.severity, .notice)
    }

    @Test func `A portal that becomes one without a rule ends the attempt, and gets no other`() throws {
        var course = try Course()
        _ = course.handle(.began(CompanionContext(rules: course.rules)), at: 0)
        let first = try #require(Self.begun(course.handle(.roundEnded(course.portal), at: 0)))
        expect(course.handle(.roundEnded(course.on("BAR")), at: 2), [.cancel(token: first.token)])
        expect(course.handle(.roundEnded(course.on("BAR")), at: 3), [])
        let end = course.handle(.finished(first.token, course.failed), at: 4)
        expect(end.count, 2, "a report and a look, and no wait for another attempt")
        for second in [5, 50, 500] { expect(course.handle(.roundEnded(course.on("BAR")), at: second), []) }
    }

    @Test func `A portal that alternates between two rules is answered once by each`() throws {
        var course = try Course()
        _ = course.handle(.began(CompanionContext(rules: course.rules)), at: 0)
        var names: [String] = []
        for second in stride(from: 0, to: 4000, by: 10) {
            let effects = course.handle(.roundEnded(course.on(second % 20 == 0 ? "HOTEL" : "CAFE")), at: second)
            guard let (token, _) = Self.begun(effects) else { continue }
            let rule = second % 20 == 0 ? "hotel" : "cafe"
            names.append(rule)
            _ = course.handle(.finished(token, try course.report(rule, .accepted)), at: second + 1)
        }
        expect(names, ["hotel", "cafe"])
    }

    @Test func `A run that continues another one repeats no attempt, keeps its pause and its warning`() throws {
        var course = try Course()
        func began(_ observation: CompanionObservation) -> [CompanionEffect] {
            var earlier = course.portal
            earlier.observations = [observation]
            var context = CompanionContext(rules: course.rules)
            context.earlier = earlier
            return course.handle(.began(context), at: 0)
        }
        var warning = try course.report("hotel", .stopped)
        warning.at = Timestamp(sinceEpoch: .seconds(1_800_000_000 - 10))
        expect(began(warning).count, 1)
        expect(course.handle(.roundEnded(course.on("HOTEL", .unreachable)), at: 1), [], "it is still a warning")
        let waiting = course.handle(.roundEnded(course.portal), at: 2)
        expect(waiting.count, 1)
        guard case .wait(.seconds(18), token: _)? = waiting.first else { return #expect(Bool(false), "\(waiting)") }
        course = try Course()
        _ = began(try course.report("hotel", .refused))
        for second in [1, 100, 4000] {
            expect(Self.begun(course.handle(.roundEnded(course.portal), at: second))?.name, nil)
        }
    }

    @Test func `A session is ended only while the device is on its network`() async throws {
        let course = try Course()
        var assessment = course.on("CAFE", .online)
        assessment.observations = [try course.report("hotel", .accepted)]
        let tools = CompanionTools(
            prober: ClosureProber { .unsupported($0) },
            now: { Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero)) },
            sleep: { try await Task.sleep(for: $0) }
        )
        await expect(course.agents.logOffs(after: assessment, with: tools, isEnding: true).count, 0)
        assessment.snapshot = course.portal.snapshot
        await expect(course.agents.logOffs(after: assessment, with: tools, isEnding: true).count, 1)
    }

    @Test func `The companion that signs in keeps the laws`() throws {
        let rule = SignInRule("hotel", on: NetworkMatch(interfaces: ["wlan0"]), portals: [], any: Clicker())
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
    fileprivate init(_ name: String, on match: NetworkMatch, portals: [String], any agent: any SignInAgent) {
        func made(_ agent: some SignInAgent) -> SignInRule {
            SignInRule(name, on: match, portals: portals, agent: agent)
        }
        self = made(agent)
    }
}
