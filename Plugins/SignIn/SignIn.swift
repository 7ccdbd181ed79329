public import ConnectivityCore
import ConnectivityRegistry

/// Lets agents sign in at portals during a run, once per session of a portal.
///
/// A session begins when a portal is found, or returns after the device was let through, and ends when the device is let through
/// or the network is left. In a session an agent is asked again only if the attempt ended before the portal answered. Attempts of
/// one rule that follow each other wait for half a minute at first and up to an hour, in all networks and sessions, so that a
/// network that appears and disappears cannot cause frequent requests. Accepted extensions wait for half a minute.
///
/// When the network is left, or the rule no longer applies to the portal, the attempt is cancelled.
///
/// Each attempt is an observation of the kind `sign-in` about the interface (``SignInReport``), after which a round shows whether
/// the device is let through. In a single assessment no agent is asked.
public struct SignIn: Companion {
    /// The waits from an attempt to the next one by the same rule.
    static let pauses = RoundSchedule.Backoff(first: .seconds(30), maximum: .seconds(3600))
    /// The time of access after which the next attempt does not wait.
    private static let lasting = Duration.seconds(600)
    /// The part of a session before its end in which it is extended, and the limits of that time.
    private static let renewalShare = 10
    private static let renewalTimes = Duration.seconds(10) ... .seconds(120)

    /// The facts known about one network with a portal.
    private struct Session {
        /// The number that distinguishes it from others on its interface.
        let id: Int
        /// The task at the portal; `nil` while no rule applies to it.
        var task: SignInTask?
        /// The rules whose agents the portal has answered.
        var done: Set<Int> = []
        var isOpen = true
        var unlockedAt: Duration?
        var renewalAt: Duration?
    }

    private struct Attempt {
        let interface: String
        let session: Int
        let rule: Int
        var isCancelled = false
    }

    private struct Attempts {
        var count = 0
        var nextAt = Duration.zero
    }

    /// The rules, best first.
    public let rules: [SignInRule]
    private var context: CompanionContext?
    private var sessions: [String: Session] = [:]
    private var sessionCount = 0
    private var attempts: [Int: Attempts] = [:]
    /// The attempts in progress, by the token.
    private var busy: [Int: Attempt] = [:]
    /// The rules whose agents a portal answered in an earlier run that this one continues, by interface.
    private var doneEarlier: [String: Int] = [:]
    /// The attempts that are still a warning, by interface.
    private var warnings: [String: CompanionObservation] = [:]
    /// The paths whose network was left since the last assessment.
    private var left: Set<NetworkPath> = []
    private var token = 0
    private var waiting: Int?
    /// The end of the wait in progress, since the driver began.
    private var waitEnd: Duration?

    /// Creates a companion that knows no portal.
    public init(_ rules: [SignInRule]) { self.rules = rules }

    /// The name in configurations, in which each entry is one rule.
    static let pluginID: PluginID = "companion.sign-in"

    public var title: String { "sign-in \(rules.map { $0.name.printable(limit: 60) }.joined(separator: ", "))" }
    public var requirements: [Requirement] { rules.flatMap(\.requirements) }
    public var findings: [SetupFinding] { rules.flatMap(\.findings) }

    public func joined(by next: any Companion) throws(PipelineSetupError) -> (any Companion)? {
        guard let next = next as? SignIn else { return nil }
        if let rule = next.rules.first(where: { rule in rules.contains { $0.name == rule.name } }) {
            throw .repeatedName(rule.name)
        }
        return SignIn(rules + next.rules)
    }

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            self.context = context
            return restore(context.earlier, at: moment)
        case .left(let path):
            left.insert(path)
            return []
        case .roundEnded(let assessment), .assessed(let assessment, isChange: true):
            guard let context, !context.isSingle, assessment.isFinal || !left.isEmpty else { return [] }
            let gone = leave(assessment)
            let cancelled = cancelStale()
            guard assessment.isFinal, assessment.reason != .notYetJudged else { return cancelled + ended(gone) }
            record(assessment, at: moment.elapsed)
            let through = assessment.paths.filter { path in
                [.online, .partial].contains(path.access)
                    && !assessment.paths.contains { $0.isPortal(on: path.path.interface) }
            }
            return cancelled + cancelStale() + ended(gone.union(through.map(\.path.interface)))
                + next(at: moment.elapsed)
        case .finished(let token, let observation):
            guard let attempt = busy.removeValue(forKey: token),
                let report = observation.decoded(as: SignInReport.self)
            else { return [] }
            var end = end(report, of: attempt, at: moment.elapsed).observation
            let isCurrent = sessions[attempt.interface]?.id == attempt.session
            if !isCurrent { end.severity = .notice }
            if isCurrent || warnings[attempt.interface] != nil {
                warnings[attempt.interface] = end.severity == .warning ? end : nil
            }
            return [.report(end), .look] + next(at: moment.elapsed)
        case .waited(let token) where token == waiting: (waiting, waitEnd) = (nil, nil)
        default: return []
        }
        return next(at: moment.elapsed)
    }

    /// Restores the state of an earlier run, so that a session can still be ended, and nothing is sent again too soon.
    private mutating func restore(_ earlier: Assessment?, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        (earlier?.observations ?? []).compactMap { observation in
            guard let report = observation.decoded(as: SignInReport.self) else { return nil }
            if observation.severity == .warning { warnings[report.interface] = observation }
            if let rule = rules.firstIndex(where: { $0.name == report.network }) {
                let end = observation.at.sinceEpoch + Self.pauses.delay(after: report.attemptCount)
                let rest = max(.zero, min(end - moment.wall.sinceEpoch, Self.pauses.maximum))
                attempts[rule] = Attempts(count: report.attemptCount, nextAt: moment.elapsed + rest)
                let isCaptive = earlier?.paths.contains { $0.isPortal(on: report.interface) } ?? false
                if isCaptive, report.purpose == .signIn, !report.mayRepeat { doneEarlier[report.interface] = rule }
            }
            return observation.confirmed
        }
    }

    /// Removes the sessions of networks that were left, and returns their interfaces.
    private mutating func leave(_ assessment: Assessment) -> Set<String> {
        // The network of the other address family may still be the same.
        let gone = Set(left.map(\.interface)).filter { name in
            !assessment.paths.contains { $0.path.interface == name && !left.contains($0.path) }
        }
        for name in gone { (sessions[name], doneEarlier[name]) = (nil, nil) }
        left = []
        return gone
    }

    /// Cancels the attempts whose network was left, or whose rule no longer applies to the portal.
    private mutating func cancelStale() -> [CompanionEffect] {
        busy.sortedByKey.compactMap { token, attempt in
            let session = sessions[attempt.interface]
            let isStale =
                session?.id != attempt.session || session?.isOpen == true && session?.task?.rule != attempt.rule
            guard isStale, !attempt.isCancelled else { return nil }
            busy[token]?.isCancelled = true
            return .cancel(token: token)
        }
    }

    /// Returns outdated warnings of interfaces as notices.
    private mutating func ended(_ interfaces: Set<String>) -> [CompanionEffect] {
        let over = warnings.sortedByKey.filter { interfaces.contains($0.key) }
        return over.map { name, warning in
            warnings[name] = nil
            var notice = warning
            notice.severity = .notice
            return notice.confirmed
        }
    }

    private mutating func record(_ assessment: Assessment, at elapsed: Duration) {
        for path in assessment.paths {
            let name = path.path.interface
            switch path.access {
            case .online, .partial:
                guard !assessment.paths.contains(where: { $0.isPortal(on: name) }) else { continue }
                doneEarlier[name] = nil
                guard sessions[name] != nil else { continue }
                sessions[name]?.isOpen = false
                if sessions[name]?.unlockedAt == nil { sessions[name]?.unlockedAt = elapsed }
                recordRest(of: path, at: elapsed)
            case .captive:
                if let session = sessions[name], !session.isOpen {
                    let isLasting = session.unlockedAt.map { elapsed - $0 >= Self.lasting } ?? false
                    if isLasting, let task = session.task { attempts[task.rule] = nil }
                    sessions[name] = nil
                }
            case .determining, .disconnected, .unreachable, .blocked: continue
            }
        }
        // A portal below a tunnel is passed once something comes back through the tunnel.
        if [.online, .partial].contains(assessment.access) {
            for name in sessions.keys where !assessment.paths.contains(where: { $0.path.interface == name }) {
                sessions[name]?.isOpen = false
                if sessions[name]?.unlockedAt == nil { sessions[name]?.unlockedAt = elapsed }
            }
        }
        let tasks = tasks(for: assessment)
        for name in Set(assessment.paths.filter { $0.access.portal != nil }.map(\.path.interface)).sorted() {
            var task = tasks.first { $0.interface.name == name }
            if sessions[name] == nil {
                guard task != nil else { continue }
                sessionCount += 1
                sessions[name] = Session(id: sessionCount)
                if let rule = doneEarlier.removeValue(forKey: name) { sessions[name]?.done = [rule] }
            }
            if let known = sessions[name]?.task, known.rule == task?.rule {
                task?.occasion.last = known.occasion.last
            }
            sessions[name]?.task = task
        }
    }

    /// Records the end of the session from the portal's API (RFC 8908 section 5, `seconds-remaining`).
    private mutating func recordRest(of path: PathAssessment, at elapsed: Duration) {
        guard let answer = path.portalAPI?.answerOfAPI, answer.canExtendSession == true,
            let rest = answer.secondsRemaining
        else { return }
        sessions[path.path.interface]?.task?.occasion.portal.api = answer
        setRenewal(of: path.path.interface, after: .seconds(rest), at: elapsed)
    }

    private mutating func setRenewal(of interface: String, after length: Duration, at elapsed: Duration) {
        guard sessions[interface]?.task != nil else { return }
        let notice = min(max(length / Self.renewalShare, Self.renewalTimes.lowerBound), Self.renewalTimes.upperBound)
        sessions[interface]?.renewalAt = elapsed + max(.zero, length - notice)
    }

    /// Records the end of an attempt, and returns its report with the end of the session.
    private mutating func end(_ given: SignInReport, of attempt: Attempt, at elapsed: Duration) -> SignInReport {
        var report = given
        // Also if the network is gone, so that one that appears and disappears does not start again. Repeated extensions of a
        // session are normal.
        let isExtended = report.purpose == .renewal && report.result == .accepted
        if !isExtended { attempts[attempt.rule, default: Attempts()].count += 1 }
        report.attemptCount = isExtended ? 1 : attempts[attempt.rule]?.count ?? 1
        attempts[attempt.rule, default: Attempts()].nextAt = elapsed + Self.pauses.delay(after: report.attemptCount)
        // The state that another network or rule has begun since then stays unchanged.
        guard sessions[attempt.interface]?.id == attempt.session else { return report }
        if report.purpose == .signIn, !report.mayRepeat { sessions[attempt.interface]?.done.insert(attempt.rule) }
        guard let task = sessions[attempt.interface]?.task, task.rule == attempt.rule else { return report }
        // A renewal need not repeat it.
        if report.purpose == .renewal { report.logOffURL = report.logOffURL ?? task.occasion.last?.logOffURL }
        if report.purpose == .signIn { sessions[attempt.interface]?.task?.occasion.last = report.outcome }
        sessions[attempt.interface]?.renewalAt = nil
        if report.result == .accepted, let length = report.sessionLength {
            setRenewal(of: attempt.interface, after: length, at: elapsed)
        }
        return report
    }

    /// Returns the attempts that are due, and the wait for the next one.
    private mutating func next(at elapsed: Duration) -> [CompanionEffect] {
        var effects: [CompanionEffect] = []
        var waits: [Duration] = []
        for (name, session) in sessions.sortedByKey where !busy.values.contains(where: { $0.interface == name }) {
            guard var task = session.task else { continue }
            let due: Duration
            if session.isOpen, !session.done.contains(task.rule) {
                due = attempts[task.rule]?.nextAt ?? .zero
            } else if !session.isOpen, let renewal = session.renewalAt {
                task.occasion.purpose = .renewal
                due = max(renewal, attempts[task.rule]?.nextAt ?? .zero)
            } else {
                continue
            }
            guard due <= elapsed else {
                waits.append(due - elapsed)
                continue
            }
            token += 1
            busy[token] = Attempt(interface: name, session: session.id, rule: task.rule)
            effects += [.signInBegan, .perform(work(task), token: token)]
        }
        // A wait in progress that ends earlier is kept; its end computes the rest, so that inputs do not start a wait each.
        if let wait = waits.min(), waitEnd.map({ elapsed + wait < $0 }) ?? true {
            token += 1
            (waiting, waitEnd) = (token, elapsed + wait)
            effects.append(.wait(wait, token: token))
        }
        return effects
    }

    private func work(_ task: SignInTask) -> CompanionWork {
        let rule = rules[task.rule]
        return CompanionWork("the sign-in agent \(rule.agentName) on \(task.interface.name)") { tools in
            await task.perform(by: rule, with: tools).observation
        }
    }
}

extension PathAssessment {
    fileprivate func isPortal(on interface: String) -> Bool { path.interface == interface && access.portal != nil }
}

extension SignInReport {
    /// The portal's answer; `nil` without one.
    var outcome: SignInOutcome? {
        let claim: SignInOutcome.Claim
        switch result {
        case .accepted: claim = .accepted
        case .refused: claim = .refused
        case .unclear: claim = .unclear
        case .stopped: return nil
        }
        var outcome = SignInOutcome(claim, reason)
        (outcome.sessionLength, outcome.logOffURL, outcome.termsDigest) = (sessionLength, logOffURL, termsDigest)
        return outcome
    }
}
