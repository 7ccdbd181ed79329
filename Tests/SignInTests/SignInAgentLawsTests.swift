import ConnectivityCore
import ConnectivitySignIn
import ConnectivityTestKit
import Synchronization
import TestSupport
import Testing

/// An agent with two requests, which breaks one law or none.
private struct TwoSteps: SignInAgent {
    var law: SignInAgentLaws.Law?
    let count = Count()

    final class Count: Sendable {
        let value = Mutex(0)
        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
        guard let page = occasion.portal.signInURL else { throw SignInStop(Reason("com.example.no-page")) }
        do throws(SignInStop) {
            let first = try await visit.send(PortalRequest(page))
            if law == .bounded, first.response.body.count > 10_000 { try? await Task.sleep(for: .seconds(3)) }
            var name = "go"
            if law == .deterministic { name += "\(count.next())" }
            let fields = [PortalRequest.Field(name, .secret("password"))]
            let second = try await visit.send(PortalRequest(page, method: .post, content: .form(fields)))
            var outcome = SignInOutcome(
                second.response.status == 200 ? .accepted : .unclear,
                Reason("com.example.answered")
            )
            if law == .wellFormed { outcome.sessionLength = .zero }
            return outcome
        } catch {
            switch law {
            case .endsWithVisit: _ = try await visit.send(PortalRequest(page))
            case .claimNeedsAnswer: return SignInOutcome(.accepted, Reason("com.example.hoped"))
            case .cancellation where Task.isCancelled: await Self.deaf()
            default: break
            }
            throw error
        }
    }

    /// Waits without regard to cancellation.
    private static func deaf() async {
        await withCheckedContinuation { continuation in
            Task.detached {
                try? await Task.sleep(for: .seconds(2))
                continuation.resume()
            }
        }
    }
}

@Suite struct `The laws of sign-in agents` {
    private static func check(_ law: SignInAgentLaws.Law?) async throws {
        var rule = SignInRule("hotel", on: .init(), agent: TwoSteps(law: law))
        rule.secrets["password"] = .init(.file("/nonexistent"), to: "login.hotel.example")
        let trial = SignInTrial(rule, at: "https://login.hotel.example/start") { _ in ProbeResponse(status: 200) }
        let isTimed = law == .bounded || law == .cancellation
        try await SignInAgentLaws.check(trial, timeLimit: isTimed ? .milliseconds(500) : .seconds(20))
    }

    @Test func `An agent that keeps the laws passes them`() async throws {
        try await Self.check(nil)
    }

    @Test(arguments: SignInAgentLaws.Law.allCases)
    func `Every sign in agent law is broken by a faulty agent`(law: SignInAgentLaws.Law) async {
        let violation = await #expect(throws: LawViolation.self) { try await Self.check(law) }
        expect(violation?.law, law.rawValue, "\(violation as Any)")
    }

    @Test func `A trial sends names in place of secrets, and marks hosts over TLS as verified`() async throws {
        var rule = SignInRule("hotel", on: .init(), agent: TwoSteps())
        rule.secrets["password"] = .init(.text("correct horse"), to: "login.hotel.example")
        let result = await SignInTrial(rule, at: "https://login.hotel.example/start") { _ in
            ProbeResponse(status: 200)
        }.run()
        try expect(result.outcome.get().claim, .accepted)
        expect(result.requests.map { String(decoding: $0.body, as: UTF8.self) }, ["", "go=(password)"])
        expect(result.steps.map(\.status), [200, 200])
    }
}
