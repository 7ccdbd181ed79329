/// What a ``Companion`` found out beside the Internet access, such as the state of a service.
///
/// An observation never changes the access. All outputs show it alike: its ``kind``, ``subject``, ``state`` and the sentence
/// for its ``reason``. A newer one of the same kind and subject replaces it.
public struct CompanionObservation: Hashable, Sendable {
    /// How much an observation concerns those who read it.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// For programs and logs: lines for people leave it out.
        case info
        /// Worth a line.
        case notice
        /// Somebody should look: a monitoring system is at least at its level WARNING.
        case warning

        public static func < (one: Self, other: Self) -> Bool {
            one != other && (one == .info || other == .warning)
        }
    }

    /// The most observations of different kinds and subjects that are kept; of those that concern people least, the oldest is
    /// forgotten.
    public static let countMax = 200

    /// What is observed, such as `service`; a name from another package begins with a domain of its owner.
    public var kind: String
    /// What it is about, such as the name of a service or of an interface.
    public var subject: String
    /// The state in one stable word, such as `failing`.
    public var state: String
    /// How much it concerns those who read it.
    public var severity: Severity
    /// Whether it differs from the observation before, or is the first one; if not, it confirms that one.
    public var isChange = true
    /// Why the state is so.
    public var reason: Reason
    /// When it was made.
    public var at: Timestamp
    /// When the state began; `nil` if it is an event, which does not last: it is reported, and not kept in assessments.
    public var since: Timestamp?
    /// What else programs need, such as to make a value of an own type again (``TypedObservation``).
    public var facts: Facts
    /// The exchanges that it rests on, with the verdicts on them.
    public var evidence: [EndpointReport]

    /// Creates an observation of a state that began when it was made.
    /// - Parameters:
    ///   - kind: What is observed.
    ///   - subject: What it is about.
    ///   - state: The state in one stable word.
    ///   - severity: How much it concerns those who read it.
    ///   - reason: Why the state is so.
    ///   - time: When it is made.
    ///   - facts: What else programs need.
    ///   - evidence: The exchanges that it rests on.
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

    /// Reads the observation as a value of a type of a companion.
    /// - Parameter type: The type.
    /// - Returns: The value; `nil` if the observation is of another kind, or if it cannot be read.
    public func decoded<Value: TypedObservation>(as type: Value.Type = Value.self) -> Value? {
        kind == Value.kind ? Value(self) : nil
    }

    /// The name of what it is about, where observations of all kinds stand side by side, such as `service git`.
    package var track: String { "\(kind.printable(limit: 60)) \(subject.printable(limit: 1000))" }

    /// Returns whether another observation is about the same, so that the newer one replaces the older.
    package func isAboutSame(as other: CompanionObservation) -> Bool { kind == other.kind && subject == other.subject }
}

/// A value of a companion's own type that an observation can be read as.
public protocol TypedObservation: Sendable {
    /// The kind of the observations.
    static var kind: String { get }

    /// Reads an observation of the kind; `nil` if its members do not describe a value.
    ///
    /// It also receives observations of saved files: do not trap.
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
    /// Takes a newer observation of a state, in place of one that is about the same.
    package mutating func take(_ new: CompanionObservation) {
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
