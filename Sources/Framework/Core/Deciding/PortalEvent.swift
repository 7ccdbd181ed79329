/// An event in the life of a captive portal on one path, from the first sign of it until the network is left.
///
/// The usual order is `found`, `signInBegan`, `unlocked`, `expiring`, and `relapsed` if the session is not extended.
@nonexhaustive
public enum PortalEvent: Hashable, Sendable {
    /// A portal was found on a network on which none was known.
    case found
    /// A person or an agent has begun to sign in, see `Pipeline.signInBegan()`.
    case signInBegan
    /// The portal lets the device through: the access is online or partial.
    case unlocked
    /// The session ends soon, as the portal's API says (RFC 8908 section 5, `seconds-remaining`).
    ///
    /// The value is the rest of the session, at most five minutes. It is reported once per session, and again only if the
    /// session was extended in between.
    case expiring(in: Duration)
    /// The portal is back on the network on which it was unlocked.
    case relapsed
    /// The network with the portal was left; what was known of the portal does not apply any more.
    case gone
}

extension PortalEvent {
    /// The stable name in output, such as `sign-in-began`.
    package var name: String {
        switch self {
        case .found: "found"
        case .signInBegan: "sign-in-began"
        case .unlocked: "unlocked"
        case .expiring: "expiring"
        case .relapsed: "relapsed"
        case .gone: "gone"
        }
    }

    /// The time that is left of the session; `nil` for other events.
    package var rest: Duration? { if case .expiring(let rest) = self { rest } else { nil } }
}

/// Follows the portals of all paths through the assessments of a run.
package struct PortalLifecycle: Sendable {
    /// The rest of a session from which it counts as expiring.
    private static let expiryNotice = Duration.seconds(300)

    fileprivate struct Known {
        let path: ScopedPath
        @Shared var assessment: PathAssessment
        var isUnlocked = false
        var isExpiring = false
    }

    private let scope: PathScope
    private var known: [Known] = []

    /// Creates a lifecycle without any portal.
    package init(scope: PathScope) { self.scope = scope }

    /// Compares an assessment with the ones before, and returns the stages that began, each with the assessment of its
    /// path; for a network that was left, the last one.
    package mutating func take(_ assessment: Assessment) -> [(event: PortalEvent, path: PathAssessment)] {
        let paths = scope.paths(in: assessment.snapshot)
        var events: [(event: PortalEvent, path: PathAssessment)] = []
        known.removeAll { known in
            let isLeft = !paths.contains { $0.continues(known.path) }
            if isLeft { events.append((.gone, known.assessment)) }
            return isLeft
        }
        for path in paths {
            guard let new = assessment.paths.first(where: { $0.path == path.path }) else { continue }
            if let index = known.firstIndex(where: { $0.path.path == path.path }) {
                known[index].assessment = new
                events += known[index].events(Self.expiryNotice).map { ($0, new) }
            } else if new.access.portal != nil {
                known.append(Known(path: path, assessment: new))
                events.append((.found, new))
            }
        }
        return events
    }

    /// Returns the stages that begin because a person begins to sign in.
    package func signInBegan() -> [(event: PortalEvent, path: PathAssessment)] {
        known.filter { !$0.isUnlocked }.map { (.signInBegan, $0.assessment) }
    }
}

extension PortalLifecycle.Known {
    /// Returns the stages that begin with the newest assessment.
    fileprivate mutating func events(_ notice: Duration) -> [PortalEvent] {
        switch assessment.access {
        case .captive:
            guard isUnlocked else { return [] }
            (isUnlocked, isExpiring) = (false, false)
            return [.relapsed]
        case .online, .partial:
            let rest = assessment.portalAPI?.answerOfAPI?.secondsRemaining.map { Duration.seconds($0) }
            let wasExpiring = isExpiring
            if let rest { isExpiring = rest <= notice }
            var events: [PortalEvent] = isUnlocked ? [] : [.unlocked]
            isUnlocked = true
            if let rest, isExpiring, !wasExpiring { events.append(.expiring(in: rest)) }
            return events
        case .determining, .disconnected, .unreachable, .blocked:
            return []
        }
    }
}
