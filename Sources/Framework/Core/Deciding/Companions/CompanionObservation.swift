/// A finding of a ``Companion`` in addition to the Internet access, such as the state of a service.
///
/// An observation never changes the access. All outputs show it in the same form: its ``kind``, ``subject``, ``state`` and the
/// sentence for its ``reason``. A newer observation of the same kind and subject replaces it.
public struct CompanionObservation: Hashable, Sendable {
    /// The importance of an observation to its readers.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// For programs and logs; omitted from lines for people.
        case info
        /// Deserves a line.
        case notice
        /// Needs attention: a monitoring system reports at least WARNING.
        case warning

        public static func < (one: Self, other: Self) -> Bool {
            one != other && (one == .info || other == .warning)
        }
    }

    /// The maximum number of observations of different kinds and subjects that are kept; the oldest of the least severe is
    /// dropped first.
    package static let countMax = 200

    /// The kind of observations that name the cause of an outage, with the fact `certainty` of their reason.
    package static let causeKind = "cause"

    /// The observed kind, such as `service`; a name from another package begins with a domain of its owner.
    public var kind: String
    /// The subject, such as the name of a service or of an interface.
    public var subject: String
    /// The state in one stable word, such as `failing`.
    public var state: String
    /// The importance to its readers.
    public var severity: Severity
    /// Whether it differs from the previous observation, or is the first one; otherwise it confirms the previous one.
    public var isChange = true
    /// The reason for the state.
    public var reason: Reason
    /// The time of the observation.
    public var at: Timestamp
    /// The time at which the state began; `nil` for an event, which does not last: it is reported, but not kept in assessments.
    public var since: Timestamp?
    /// Further facts for programs, such as those that a ``TypedObservation`` is read from.
    public var facts: Facts
    /// The exchanges that it is based on, with their verdicts.
    public var evidence: [EndpointReport]

    /// Creates an observation of a state that began at `time`.
    public init(
        _ kind: String,
        of subject: String,
        _ state: String,
        _ severity: Severity = .notice,
        because reason: Reason,
        at time: Timestamp,
        facts: Facts = [:],
        evidence: [EndpointReport] = []
    ) {
        (self.kind, self.subject, self.state, self.severity) = (kind, subject, state, severity)
        (self.reason, at, since, self.facts, self.evidence) = (reason, time, time, facts, evidence)
    }

    /// Reads the observation as a companion's own type; `nil` if it is of another kind or cannot be read.
    public func decoded<Value: TypedObservation>(as type: Value.Type = Value.self) -> Value? {
        kind == Value.kind ? Value(self) : nil
    }

    /// The name of the subject in lists with observations of all kinds, such as `service git`.
    package var track: String { "\(kind.printable(limit: 60)) \(subject.printable(limit: 1000))" }

    package func isAboutSame(as other: CompanionObservation) -> Bool { kind == other.kind && subject == other.subject }
}

/// A companion's own type that can be read from an observation.
public protocol TypedObservation: Sendable {
    /// The kind of the observations.
    static var kind: String { get }

    /// Reads an observation of the kind; `nil` if its members do not describe a value.
    ///
    /// It also receives observations from saved files: do not trap.
    init?(_ observation: CompanionObservation)
}

extension CompanionObservation {
    /// The effect that reports the observation again, unchanged.
    package var confirmed: CompanionEffect {
        var observation = self
        observation.isChange = false
        return .report(observation)
    }
}

extension [CompanionObservation] {
    /// Records a newer observation of a state, and removes the one that it replaces.
    package mutating func record(_ new: CompanionObservation) {
        guard new.since != nil else { return }
        if let place = firstIndex(where: new.isAboutSame) {
            self[place] = new
            return
        }
        append(new)
        if count > CompanionObservation.countMax,
            let least = indices.min(by: { (self[$0].severity, self[$0].at) < (self[$1].severity, self[$1].at) })
        {
            remove(at: least)
        }
    }
}

extension CompanionObservation: CustomStringConvertible {
    /// The kind, the subject, the state and the reason.
    public var description: String { "\(track): \(state.printable(limit: 60)): \(reason)" }
}
