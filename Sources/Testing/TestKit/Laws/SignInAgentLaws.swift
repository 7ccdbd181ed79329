import ConnectivityCore
import ConnectivitySignIn
import ConnectivityToolkit

/// The laws that every sign-in agent must keep.
///
/// ```swift
/// @Test func `My agent keeps the laws`() async throws {
///     try await SignInAgentLaws.check(SignInTrial(rule, at: "https://login.hotel.example/") { _ in ProbeResponse(status: 200) })
/// }
/// ```
public enum SignInAgentLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The agent sends no further request after a request without an answer, or a refused one.
        case endsWithVisit = "an agent ends when its visit refuses, and asks for nothing more"
        /// The agent does not report an acceptance if its visit refused or the portal did not answer.
        case claimNeedsAnswer = "an agent without an answer does not say that the portal accepted"
        /// The agent returns in bounded time, whatever the portal answers.
        case bounded = "an agent returns in bounded time for hostile answers"
        /// The agent returns soon after cancellation, and does not report an acceptance.
        case cancellation = "an agent ends soon after cancellation"
        /// The agent has the same requests and the same result for the same answers.
        case deterministic = "an agent does the same for the same answers"
        /// The result of the agent has the form of ``ConnectivitySignIn/SignInOutcome``.
        case wellFormed = "a session is longer than zero, and a digest has 64 lower-case hexadecimal digits"
    }

    /// Checks an agent, first at the portal of the trial, then at hostile portals.
    ///
    /// - Parameters:
    ///   - trial: The agent, and a portal that answers like a real one.
    ///   - seed: Chooses hostile answers. The same seed chooses the same ones.
    ///   - timeLimit: The time limit for one sign-in, and for the return after cancellation.
    /// - Throws: The first ``LawViolation`` that is found. A sign-in that does not end within twice its time is abandoned.
    public static func check(
        _ trial: SignInTrial,
        seed: UInt64 = 1,
        timeLimit: Duration = .seconds(5)
    ) async throws {
        let checked = CheckedAgent(trial: trial, timeLimit: timeLimit)
        let usual = try await checked.run(trial.portal, as: "the portal of the trial")
        let again = try await checked.run(trial.portal, as: "the portal of the trial")
        guard usual == again else { throw checked.violation(.deterministic, "the portal of the trial", again) }
        let count = usual.requests.count
        for number in 0..<max(count, 1) {
            let name = "no answer to request \(number + 1)"
            let result = try await checked.run(after: number, name) { _ in nil }
            if case .success(let outcome) = result.outcome, outcome.claim == .accepted {
                throw checked.violation(.claimNeedsAnswer, name, result)
            }
        }
        for (index, response) in HostilePortals.answers(seed: seed).enumerated() {
            // The portal becomes hostile at the first request, and in another run at a later one.
            for number in Set([0, index % max(count, 1)]) {
                let name = "hostile answer \(index) from request \(number + 1) on"
                let first = try await checked.run(after: number, name) { _ in response }
                let second = try await checked.run(after: number, name) { _ in response }
                guard first == second else { throw checked.violation(.deterministic, name, second) }
            }
        }
        try await checked.run(after: 0, "endless redirects", answer: HostilePortals.redirecting)
        try await checked.isCancelled()
    }
}

extension SignInAgentLaws {
    /// Checks an agent that submits any page of consent: it submits all ordinary pages of a collection, and none of the others.
    ///
    /// The others ask for money, marketing, a certificate, deletion or the end of a session, deny, or have an unknown language.
    ///
    /// - Parameter trial: The agent, and what it may send; its portal is not asked.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func checkConsent(_ trial: SignInTrial) async throws {
        let start = trial.occasion.portal.signInURL?.path
        for row in EmbeddedTable.rows(of: PackageResources.ConsentPages_tsv, columns: 3) {
            var trial = trial
            trial.portal = { question in
                let page = question.url.path == start ? row[2] : "<p>Thank you"
                return ProbeResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(page.utf8))
            }
            let isSubmitted = await trial.run().requests.count > 1
            if isSubmitted, row[1] == "refuse" {
                throw LawViolation("an agent submits no page that asks for more than consent", shownBy: row[2])
            }
            if !isSubmitted, row[1] == "submit" {
                throw LawViolation("an agent submits a page that asks for consent alone", shownBy: row[2])
            }
        }
    }
}

private struct CheckedAgent: Sendable {
    let trial: SignInTrial
    let timeLimit: Duration

    /// Signs in once, at a portal that becomes hostile after some requests; the name describes the case, for the evidence.
    @discardableResult
    func run(
        after count: Int,
        _ name: String,
        answer: @escaping @Sendable (HTTPQuestion) -> ProbeResponse?
    ) async throws -> SignInTrial.Result {
        let received = Lock(0)
        return try await run(
            { [portal = trial.portal] question in
                let number = received.withLock { number in
                    defer { number += 1 }
                    return number
                }
                return number < count ? await portal(question) : answer(question)
            },
            as: name
        )
    }

    /// Signs in once, and checks the laws that hold for every portal.
    func run(
        _ portal: @escaping @Sendable (HTTPQuestion) async -> ProbeResponse?,
        as name: String
    ) async throws -> SignInTrial.Result {
        let slot = Lock<SignInTrial.Result?>(nil)
        let start = ContinuousClock.now
        try await within(timeLimit * 2, on: ContinuousClock(), or: SignInAgentLaws.Law.bounded) { [trial] in
            var trial = trial
            trial.portal = portal
            let result = await trial.run()
            slot.withLock { $0 = result }
        }
        guard let result = slot.withLock({ $0 }) else {
            throw LawViolation(SignInAgentLaws.Law.bounded.rawValue, shownBy: name)
        }
        if ContinuousClock.now - start > timeLimit { throw violation(.bounded, name, result) }
        let refused = result.steps.firstIndex { $0.reason != nil }
        if let refused {
            // A request without an answer was sent; a refused one was not. The visit sends no further requests.
            let unsentCount = result.steps.count - result.requests.count
            let isSent = result.requests.count > refused
            if unsentCount > (isSent ? 0 : 1) { throw violation(.endsWithVisit, name, result) }
        }
        if case .success(let outcome) = result.outcome {
            let isUnanswered = refused != nil || result.requests.isEmpty
            if outcome.claim == .accepted, isUnanswered { throw violation(.claimNeedsAnswer, name, result) }
            let isDigest = outcome.termsDigest.map { digests in
                digests.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { digest in
                    digest.utf8.count == 64
                        && digest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
                }
            }
            guard outcome.sessionLength ?? .seconds(1) > .zero, isDigest ?? true else {
                throw violation(.wellFormed, name, result)
            }
        }
        return result
    }

    /// Cancels a sign-in before its first request, and while a portal does not answer.
    func isCancelled() async throws {
        for delay in [Duration.zero, .milliseconds(50)] {
            var trial = trial
            trial.portal = { _ in
                try? await Task.sleep(for: .seconds(1000))
                return nil
            }
            let slot = Lock<SignInTrial.Result?>(nil)
            let start = ContinuousClock.now
            try await within(timeLimit * 2, on: ContinuousClock(), or: SignInAgentLaws.Law.cancellation) { [trial] in
                let result = await withTaskGroup(of: SignInTrial.Result.self) { group in
                    if delay == .zero { group.cancelAll() }
                    group.addTask { await trial.run() }
                    if delay > .zero { try? await Task.sleep(for: delay) }
                    group.cancelAll()
                    return await group.next()
                }
                slot.withLock { $0 = result }
            }
            guard let result = slot.withLock({ $0 }) else { continue }
            let isLate = ContinuousClock.now - start > delay + timeLimit
            var isClaimed = false
            if case .success(let outcome) = result.outcome { isClaimed = outcome.claim == .accepted }
            if isLate || isClaimed { throw violation(.cancellation, "cancelled after \(delay)", result) }
        }
    }

    func violation(_ law: SignInAgentLaws.Law, _ portal: String, _ result: SignInTrial.Result) -> LawViolation {
        let end =
            switch result.outcome {
            case .success(let outcome): "\(outcome.claim.rawValue), \(outcome.reason)"
            case .failure(let stop): "stopped, \(stop)"
            }
        let steps = result.steps.map { "\($0.method.rawValue) \($0.url)" }.joined(separator: ", ")
        return LawViolation(law.rawValue, shownBy: "\(portal): \(end), after \(steps)")
    }
}
