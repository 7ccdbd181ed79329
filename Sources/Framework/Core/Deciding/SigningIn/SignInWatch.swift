/// Decides when sign-in agents are asked during a run: once per session of a portal, not again and again.
///
/// A session begins when a portal is found, or is back after the device was let through, and ends when the device is let through
/// or the network is left. In a session an agent is asked again only if the attempt ended before the portal said anything.
/// Attempts of one rule that follow each other wait for ``pauses``, whatever networks and sessions they are in, so that a
/// network that comes and goes cannot have anything sent often. Extensions that are accepted wait for the shortest of them.
///
/// It reads no clock and owns no task: a driver passes each input with the time, and carries out the effects.
package struct SignInWatch: Sendable {
    /// What happened.
    package indirect enum Input: Sendable {
        case assessed(Assessment)
        case ended(SignInReport)
        /// The wait that began with a number is over.
        case waited(Int)
    }

    /// What the driver does.
    package indirect enum Effect: Sendable {
        case begin(SignInTask)
        /// Wait; another wait replaces it.
        case wait(Duration, Int)
    }

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
        var last: SignInReport?
    }

    private struct Attempts {
        var count = 0
        var nextAt = Duration.zero
    }

    private let rules: [SignInRule]
    private let scope: PathScope
    /// The sessions by interface.
    private var sessions: [String: Session] = [:]
    private var attempts: [Int: Attempts] = [:]
    private var busy: Set<String> = []
    private var paths: [ScopedPath] = []
    private var number = 0
    /// When the wait in progress ends, since the driver began.
    private var waitEnd: Duration?

    /// Creates a watch that knows no portal, of rules that are best first.
    package init(_ rules: [SignInRule], scope: PathScope) { (self.rules, self.scope) = (rules, scope) }

    /// Returns the tasks that sign in at the portals of an assessment, regardless of earlier attempts.
    package static func tasks(_ rules: [SignInRule], for assessment: Assessment, scope: PathScope) -> [SignInTask] {
        var interfaces: Set<String> = []
        return assessment.paths.compactMap { path in
            guard let portal = path.access.portal, interfaces.insert(path.path.interface).inserted,
                let interface = assessment.snapshot[path.path.interface],
                let rule = rules.firstIndex(where: { $0.applies(to: portal, on: interface) })
            else { return nil }
            return SignInTask(rule, rules[rule], at: portal, on: path, interface, assessment)
        }
    }

    /// Returns the tasks that end the sessions of the networks of an assessment, one for each interface with a rule.
    ///
    /// It is the task of the last sign-in that was reported, otherwise the first for the network.
    package static func tasksToLogOff(
        _ rules: [SignInRule],
        _ reports: [SignInReport],
        with assessment: Assessment
    ) -> [SignInTask] {
        assessment.snapshot.interfaces.compactMap { interface in
            let last = reports.last { $0.interface == interface.name }
            let place = rules.firstIndex { rule in
                last.map { rule.name == $0.network } ?? (rule.match != NetworkMatch() && rule.match.matches(interface))
            }
            return place.map { SignInTask(endingAfter: last, $0, rules[$0], interface, assessment) }
        }
    }

    /// Handles an input at a time since the driver began, and returns what to do, in order.
    package mutating func handle(_ input: Input, at elapsed: Duration) -> [Effect] {
        switch input {
        case .assessed(let assessment):
            guard assessment.isFinal, assessment.reason != .notYetJudged else { return [] }
            note(assessment, at: elapsed)
        case .ended(let report): end(report, at: elapsed)
        case .waited(let number):
            guard number == self.number else { return [] }
            waitEnd = nil
        }
        return next(at: elapsed)
    }

    private mutating func note(_ assessment: Assessment, at elapsed: Duration) {
        let new = scope.paths(in: assessment.snapshot)
        for name in sessions.keys {
            let stays = new.contains { path in path.interface.name == name && paths.contains { path.continues($0) } }
            if !stays { sessions[name] = nil }
        }
        paths = new
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
        for task in Self.tasks(rules, for: assessment, scope: scope) {
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

    private mutating func end(_ report: SignInReport, at elapsed: Duration) {
        busy.remove(report.interface)
        // Also if the network is gone, so that one that comes and goes does not begin anew.
        if let rule = rules.firstIndex(where: { $0.name == report.network }) {
            // A session that is extended again and again is as it should be.
            let isExtended = report.purpose == .renewal && report.result == .accepted
            if !isExtended { attempts[rule, default: Attempts()].count += 1 }
            let count = isExtended ? 1 : attempts[rule]?.count ?? 1
            attempts[rule, default: Attempts()].nextAt = elapsed + Self.pauses.delay(after: count)
        }
        guard sessions[report.interface] != nil else { return }
        if report.purpose == .signIn {
            sessions[report.interface]?.isDone = !report.mayRepeat
            sessions[report.interface]?.task.occasion.last = report.outcome
        }
        sessions[report.interface]?.renewalAt = nil
        if report.result == .accepted, let length = report.sessionLength {
            setRenewal(of: report.interface, after: length, at: elapsed)
        }
    }

    /// Returns the attempts that are due, and the wait for the next one.
    private mutating func next(at elapsed: Duration) -> [Effect] {
        var effects: [Effect] = []
        var waits: [Duration] = []
        for (name, session) in sessions.sortedByKey where !busy.contains(name) {
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
            busy.insert(name)
            effects.append(.begin(task))
        }
        // One that ends sooner finds out how long the rest is, so that inputs do not begin a wait each.
        if let wait = waits.min(), waitEnd.map({ elapsed + wait < $0 }) ?? true {
            number += 1
            waitEnd = elapsed + wait
            effects.append(.wait(wait, number))
        }
        return effects
    }
}

/// An attempt to sign in: a rule, what is known of the portal, and the way to it.
package struct SignInTask: Sendable {
    /// The place of the rule.
    package let rule: Int
    @Shared package var occasion: SignInOccasion
    @Shared package private(set) var interface: NetworkInterface
    /// The way to the portal: bound to its interface, with the name servers of its network.
    package let path: ProbePath

    fileprivate init(
        _ rule: Int,
        _ stated: SignInRule,
        at portal: CaptivePortal,
        on path: PathAssessment,
        _ interface: NetworkInterface,
        _ assessment: Assessment
    ) {
        var occasion = SignInOccasion(portal: portal, network: stated.name)
        occasion.accepts = stated.accepts
        let seen = path.endpoints.first { $0.verdict.finding == .captive && $0.exchange.request.url?.scheme == .http }
        (occasion.trigger, occasion.answer) = (seen?.exchange.request.url, seen?.exchange.response)
        self.init(rule, occasion, interface, path.path.family, assessment)
    }

    /// Creates the task that ends a session on an interface.
    fileprivate init(
        endingAfter report: SignInReport?,
        _ rule: Int,
        _ stated: SignInRule,
        _ interface: NetworkInterface,
        _ assessment: Assessment
    ) {
        var occasion = SignInOccasion(.logOff, portal: .unknown, network: stated.name)
        occasion.last = report?.outcome
        self.init(rule, occasion, interface, nil, assessment)
    }

    private init(
        _ rule: Int,
        _ occasion: SignInOccasion,
        _ interface: NetworkInterface,
        _ family: AddressFamily?,
        _ assessment: Assessment
    ) {
        let own = interface.nameServers
        let servers = own.isEmpty ? assessment.snapshot.nameServers : own
        path = ProbePath(interface: interface.name, family: family, nameServers: servers)
        (self.rule, self.occasion, self.interface) = (rule, occasion, interface)
    }
}

extension PathAssessment {
    fileprivate func isPortal(on interface: String) -> Bool { path.interface == interface && access.portal != nil }
}

extension SignInReport {
    /// What the portal said; `nil` if it said nothing.
    fileprivate var outcome: SignInOutcome? {
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
