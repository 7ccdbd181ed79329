public import ConnectivityCore

/// Reports the stages of each captive portal until its network is left, and shortens the waits between rounds during a sign-in.
///
/// Each stage is an event of the kind `portal` about a path, with the stage's name as its state. The usual order is `found`,
/// `sign-in-began`, `unlocked`, `expiring`, and `relapsed` if the session is not extended. The facts are `access` and, for
/// `expiring`, `expiresIn`, the rest of the session in seconds.
///
/// After ``ConnectivityCore/CompanionInput/signInBegan`` and while the portal stands, the first time of
/// ``ConnectivityCore/RoundSchedule/captive`` separates rounds, for five minutes. In a single assessment it does nothing.
public struct PortalStages: Companion {
    /// A stage in the life of a portal.
    @nonexhaustive
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        /// A portal was found on a network on which none was known.
        case found
        /// A person or an agent has begun to sign in, see `Pipeline.signInBegan()`.
        case signInBegan = "sign-in-began"
        /// The portal lets the device through: the access is online or partial.
        case unlocked
        /// The session ends soon, as the portal's API says (RFC 8908 section 5, `seconds-remaining`).
        ///
        /// It is reported once per session, at most five minutes before its end, and again only if the session was extended.
        case expiring
        /// The portal is back on the network on which it was unlocked.
        case relapsed
        /// The network with the portal was left; the facts known about the portal no longer apply.
        case gone
    }

    /// The kind of the observations.
    public static let kind = "portal"
    /// The rest of a session from which it counts as expiring.
    private static let expiryNotice = Duration.seconds(300)
    /// The time after the start of a sign-in in which rounds follow each other soon.
    private static let attention = Duration.seconds(300)

    fileprivate struct Known {
        var assessment: PathAssessment
        var isUnlocked = false
        var isExpiring = false
    }

    private var context: CompanionContext?
    private var known: [Known] = []
    /// The end of the time in which a sign-in keeps the waits short, since the driver began; `nil` if none is in progress.
    private var attentionEnds: Duration?
    /// The token of the wait for the next round of that time.
    private var token = 0

    /// Creates a companion that knows no portal.
    public init() {}

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            self.context = context
            if let earlier = context.earlier { _ = stages(in: earlier, at: moment) }
            return []
        case .left(let path):
            let left = known.filter { $0.assessment.path.isLeft(with: path) }
            known.removeAll { $0.assessment.path.isLeft(with: path) }
            return left.map { report(.gone, of: $0.assessment, at: moment) }
        case .assessed(let assessment, isChange: _): return stages(in: assessment, at: moment)
        case .roundEnded(let assessment): return stages(in: assessment, at: moment) + attend(at: moment)
        case .signInBegan:
            let waiting = known.filter { !$0.isUnlocked }
            guard !waiting.isEmpty, context != nil else { return [] }
            attentionEnds = moment.elapsed + Self.attention
            return waiting.map { report(.signInBegan, of: $0.assessment, at: moment) } + attend(at: moment)
        case .waited(token) where isAttending(at: moment):
            token += 1
            return [.look]
        default: return []
        }
    }

    /// Compares an assessment with the previous ones and returns the stages that began.
    private mutating func stages(in assessment: Assessment, at moment: ConnectivityMachine.Moment) -> [CompanionEffect]
    {
        guard context?.isSingle == false else { return [] }
        // An obstacle between programs and their proxy is not a portal of the network.
        var paths = assessment.paths.filter { !$0.path.isProxied }
        // The network below is no longer asked once something comes back above.
        let passed = known.map(\.assessment.path).filter { old in old.isBelow && !paths.contains { $0.path == old } }
        if let above = paths.first {
            paths += passed.map { PathAssessment(path: $0, access: above.access, reason: above.reason) }
        }
        return paths.flatMap { path -> [CompanionEffect] in
            guard let place = known.firstIndex(where: { $0.assessment.path == path.path }) else {
                guard path.access.portal != nil else { return [] }
                known.append(Known(assessment: path))
                return [report(.found, of: path, at: moment)]
            }
            known[place].assessment = path
            return known[place].stages(Self.expiryNotice).map { report($0, of: path, endingIn: $1, at: moment) }
        }
    }

    private func isAttending(at moment: ConnectivityMachine.Moment) -> Bool {
        guard let attentionEnds, moment.elapsed < attentionEnds else { return false }
        return known.contains { $0.assessment.access.portal != nil }
    }

    /// Returns the wait for the next round, if a person signs in.
    private mutating func attend(at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard isAttending(at: moment), let context else { return [] }
        token += 1
        return [.wait(context.schedule.captive.first, token: token)]
    }

    private func report(
        _ stage: Stage,
        of path: PathAssessment,
        endingIn rest: Duration? = nil,
        at moment: ConnectivityMachine.Moment
    ) -> CompanionEffect {
        var observation = CompanionObservation(
            Self.kind,
            of: "\(path.path)",
            stage.rawValue,
            // The access already reports every other stage.
            stage == .expiring ? .notice : .info,
            because: path.reason,
            at: moment.wall,
            facts: ["access": .text(path.access.name)]
        )
        if let rest { observation.facts["expiresIn"] = .integer(rest.components.seconds) }
        observation.since = nil
        return .report(observation)
    }
}

extension PortalStages.Known {
    /// Returns the stages that begin with the newest assessment, each with the rest of the session if that counts.
    fileprivate mutating func stages(_ notice: Duration) -> [(PortalStages.Stage, Duration?)] {
        switch assessment.access {
        case .captive:
            guard isUnlocked else { return [] }
            (isUnlocked, isExpiring) = (false, false)
            return [(.relapsed, nil)]
        case .online, .partial:
            let rest = assessment.portalAPI?.answerOfAPI?.secondsRemaining.map { Duration.seconds($0) }
            let wasExpiring = isExpiring
            if let rest { isExpiring = rest <= notice }
            var stages: [(PortalStages.Stage, Duration?)] = isUnlocked ? [] : [(.unlocked, nil)]
            isUnlocked = true
            if let rest, isExpiring, !wasExpiring { stages.append((.expiring, rest)) }
            return stages
        case .determining, .disconnected, .unreachable, .blocked:
            return []
        }
    }
}

extension NetworkPath {
    /// Whether the path ends with another: itself, or the network below the resolver of the same interface.
    fileprivate func isLeft(with path: NetworkPath) -> Bool {
        self == path || isBelow && interface == path.interface
    }
}
