import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivitySignIn

/// The companion that signs in, driven by hand.
@Suite struct SignInCourseTests {
    /// A companion with two rules, which is driven by hand, and an assessment of a portal at HOTEL.
    private struct Course {
        var agents: SignIn
        let portal: Assessment
        /// The report of an agent that had no answer.
        let failed: CompanionObservation
        let rules: DecisionRules

        init() throws {
            var hotel = SignInRule(
                "hotel",
                on: .init(ssids: ["HOTEL"]),
                portals: [],
                any: SignInStageTests.Clicker()
            )
            hotel.logsOff = true
            let cafe = SignInRule(
                "cafe",
                on: .init(ssids: ["CAFE"]),
                portals: [],
                any: SignInStageTests.Clicker()
            )
            agents = SignIn([hotel, cafe])
            let seen = try SignInStageTests.run(.silent, for: .seconds(20))
            portal = try #require(seen.events.assessments.last)
            failed = try #require(seen.events.observations.first { $0.kind == SignInReport.kind })
            rules = seen.rules
        }

        mutating func handle(_ input: CompanionInput, at seconds: Int) -> [CompanionEffect] {
            let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000 + seconds))
            return agents.handle(input, at: ConnectivityMachine.Moment(elapsed: .seconds(seconds), wall: wall))
        }

        /// The report of an agent, in the name of a rule.
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
        let tools = CompanionWork.Tools(
            prober: ClosureProber { .unsupported($0) },
            now: { ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero)) },
            sleep: { try await Task.sleep(for: $0) }
        )
        await expect(course.agents.logOffs(after: assessment, with: tools, isEnding: true).count, 0)
        assessment.snapshot = course.portal.snapshot
        await expect(course.agents.logOffs(after: assessment, with: tools, isEnding: true).count, 1)
    }
}
