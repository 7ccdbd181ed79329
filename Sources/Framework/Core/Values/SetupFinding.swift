/// What is wrong with how a part is set up, or a note for its owner, as `connectivityctl doctor` says it.
public struct SetupFinding: Encodable, Hashable, Sendable {
    /// How serious a finding is.
    @nonexhaustive
    public enum Severity: String, Encodable, CaseIterable, Sendable {
        /// The configuration does not work.
        case error
        /// The configuration works, but answers wrongly, sends too much, or risks a secret.
        case warning
        /// A feature is not available on this device, or a useful number.
        case note
    }

    /// The stable name of the finding.
    public var code: String
    /// How serious it is.
    public var severity: Severity
    /// The problem, as a sentence without a full stop.
    public var reason: String
    /// What to do, as a sentence without a full stop.
    public var remedy: String

    /// Creates a finding.
    public init(_ code: String, _ severity: Severity, _ reason: String, remedy: String) {
        (self.code, self.severity, self.reason, self.remedy) = (code, severity, reason, remedy)
    }

    package static func error(_ code: String, _ reason: String, remedy: String) -> Self {
        Self(code, .error, reason, remedy: remedy)
    }

    package static func warning(_ code: String, _ reason: String, remedy: String) -> Self {
        Self(code, .warning, reason, remedy: remedy)
    }

    package static func note(_ code: String, _ reason: String, remedy: String) -> Self {
        Self(code, .note, reason, remedy: remedy)
    }
}
