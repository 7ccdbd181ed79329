public import ConnectivityCore
import ConnectivityRegistry

/// Has agents sign in at portals during a run: once per session of a portal, not again and again.
///
/// A session begins when a portal is found, or is back after the device was let through, and ends when the device is let through
/// or the network is left. In a session an agent is asked again only if the attempt ended before the portal said anything.
/// Attempts of one rule that follow each other wait for half a minute at first and up to an hour, whatever networks and sessions
/// they are in, so that a network that comes and goes cannot have anything sent often. Extensions that are accepted wait for half
/// a minute.
///
/// Each attempt is an observation of the kind `sign-in` about the interface (``SignInReport``), after which a
/// round shows whether the device is let through. In a single assessment no agent is asked.
public struct SignIn: Companion {
    /// The waits from an attempt to the next one by the same rule.
    static let pauses = Backoff(first: .seconds(30), maximum: .seconds(3600))
    /// How long the device must have been let through so that the next attempt does not wait.
    private static let lasting = Duration.seconds(600)
    /// The part of a session before its end in which it is extended, and the bounds of that time.
    private static let renewalShare = 10
    private static let renewalTimes = Duration.seconds(10) ... .seconds(120)

    /// What is known of one network with a portal.
    private struct Session {
        let rule: Int
        var task: SignInTask
        var isOpen = true
        var isDone = false
        var unlockedAt: Duration?
        var renewalAt: Duration?
    }

    private struct Attempts {
        var count = 0
        var nextAt = Duration.zero
    }

    /// The rules, best first.
    public let rules: [SignInRule]
    private var context: CompanionContext?
    /// The sessions by interface.
    private var sessions: [String: Session] = [:]
    private var attempts: [Int: Attempts] = [:]
    /// The interfaces of the attempts in progress, by the token.
    private var busy: [Int: String] = [:]
    /// The attempts that are still a warning, by interface.
    private var warnings: [String: CompanionObservation] = [:]
    /// The paths whose network was left since the last assessment.
    private var left: Set<NetworkPath> = []
    private var token = 0
    /// The token of the wait in progress.
    private var waiting: Int?
    /// When the wait in progress ends, since the driver began.
    private var waitEnd: Duration?

    /// Creates a companion that knows no portal.
    /// - Parameter rules: On which network which agent signs in, best first.
    public init(_ rules: [SignInRule]) { self.rules = rules }

    /// The name in configuration, where each entry is one rule.
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

    public mutating func handle(_ input: CompanionInput, at moment: Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            self.context = context
            // So that a session of an earlier run can still be ended.
            let known = (context.earlier?.observations ?? []).filter { $0.decoded(as: SignInReport.self) != nil }
            for warning in known where warning.severity == .warning { warnings[warning.subject] = warning }
            return known.map(\.confirmed)
        case .left(let path):
            left.insert(path)
            return []
        case .roundEnded(let assessment), .assessed(let assessment, isChange: true):
            guard let context, !context.isSingle, assessment.isFinal, assessment.reason != .notYetJudged else {
                return []
            }
            note(assessment, at: moment.elapsed)
            return ended() + next(at: moment.elapsed)
        case .finished(let token, let observation):
            guard busy.removeValue(forKey: token) != nil, let ended = observation.decoded(as: SignInReport.self) else {
                return []
            }
            let report = end(ended, at: moment.elapsed).observation
            warnings[ended.interface] = report.severity == .warning ? report : nil
            return [.report(report), .look] + next(at: moment.elapsed)
        case .waited(let token) where token == waiting: (waiting, waitEnd) = (nil, nil)
        default: return []
        }
        return next(at: moment.elapsed)
    }

    /// Returns the warnings that no longer hold, because the device was let through or the network was left, as notices.
    private mutating func ended() -> [CompanionEffect] {
        let over = warnings.sortedByKey.filter { sessions[$0.key]?.isOpen != true }
        return over.map { name, warning in
            warnings[name] = nil
            var notice = warning
            notice.severity = .notice
            return notice.confirmed
        }
    }

    private mutating func note(_ assessment: Assessment, at elapsed: Duration) {
        for name in sessions.keys where left.contains(where: { $0.interface == name }) {
            // The network of the other address family may still be the same.
            let stays = assessment.paths.contains { $0.path.interface == name && !left.contains($0.path) }
            if !stays { sessions[name] = nil }
        }
        left = []
        for path in assessment.paths {
            let name = path.path.interface
            switch path.access {
            case .online, .partial:
                guard sessions[name] != nil, !assessment.paths.contains(where: { $0.isPortal(on: name) }) else {
                    continue
                }
                sessions[name]?.isOpen = false
                if sessions[name]?.unlockedAt == nil { sessions[name]?.unlockedAt = elapsed }
                noteRest(of: path, at: elapsed)
            case .captive:
                if let session = sessions[name], !session.isOpen {
                    let isLasting = session.unlockedAt.map { elapsed - $0 >= Self.lasting } ?? false
                    if isLasting { attempts[session.rule] = nil }
                    sessions[name] = nil
                }
            case .determining, .disconnected, .unreachable, .blocked: continue
            }
        }
        for task in tasks(for: assessment) {
            let name = task.interface.name
            if sessions[name]?.rule == task.rule {
                sessions[name]?.task = task
            } else {
                sessions[name] = Session(rule: task.rule, task: task)
            }
        }
    }

    /// Notes when the session ends, as the portal's API says (RFC 8908 section 5, `seconds-remaining`).
    private mutating func noteRest(of path: PathAssessment, at elapsed: Duration) {
        guard let answer = path.portalAPI?.answerOfAPI, answer.canExtendSession == true,
            let rest = answer.secondsRemaining
        else { return }
        sessions[path.path.interface]?.task.occasion.portal.api = answer
        setRenewal(of: path.path.interface, after: .seconds(rest), at: elapsed)
    }

    private mutating func setRenewal(of interface: String, after length: Duration, at elapsed: Duration) {
        guard let session = sessions[interface], rules[session.rule].renews else { return }
        let notice = min(max(length / Self.renewalShare, Self.renewalTimes.lowerBound), Self.renewalTimes.upperBound)
        sessions[interface]?.renewalAt = elapsed + max(.zero, length - notice)
    }

    /// Takes how an attempt ended, and returns its report with how the session ends.
    private mutating func end(_ given: SignInReport, at elapsed: Duration) -> SignInReport {
        var report = given
        // Also if the network is gone, so that one that comes and goes does not begin anew.
        if let rule = rules.firstIndex(where: { $0.name == report.network }) {
            // A session that is extended again and again is as it should be.
            let isExtended = report.purpose == .renewal && report.result == .accepted
            if !isExtended { attempts[rule, default: Attempts()].count += 1 }
            let count = isExtended ? 1 : attempts[rule]?.count ?? 1
            attempts[rule, default: Attempts()].nextAt = elapsed + Self.pauses.delay(after: count)
        }
        guard let session = sessions[report.interface] else { return report }
        // A renewal need not repeat it.
        if report.purpose == .renewal { report.logOffURL = report.logOffURL ?? session.task.occasion.last?.logOffURL }
        if report.purpose == .signIn {
            sessions[report.interface]?.isDone = !report.mayRepeat
            sessions[report.interface]?.task.occasion.last = report.outcome
        }
        sessions[report.interface]?.renewalAt = nil
        if report.result == .accepted, let length = report.sessionLength {
            setRenewal(of: report.interface, after: length, at: elapsed)
        }
        return report
    }

    /// Returns the attempts that are due, and the wait for the next one.
    private mutating func next(at elapsed: Duration) -> [CompanionEffect] {
        var effects: [CompanionEffect] = []
        var waits: [Duration] = []
        for (name, session) in sessions.sortedByKey where !busy.values.contains(name) {
            var task = session.task
            let due: Duration
            if session.isOpen, !session.isDone {
                due = attempts[session.rule]?.nextAt ?? .zero
            } else if !session.isOpen, let renewal = session.renewalAt {
                task.occasion.purpose = .renewal
                due = max(renewal, attempts[session.rule]?.nextAt ?? .zero)
            } else {
                continue
            }
            guard due <= elapsed else {
                waits.append(due - elapsed)
                continue
            }
            token += 1
            busy[token] = name
            effects += [.signInBegan, .perform(work(task), token: token)]
        }
        // One that ends sooner finds out how long the rest is, so that inputs do not begin a wait each.
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
    /// What the portal said; `nil` if it said nothing.
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
