/// A fault of a part's set-up, or a note for its owner, as `connectivityctl doctor` prints it.
public struct SetupFinding: Encodable, Hashable, Sendable {
    /// The severity of a finding.
    @nonexhaustive
    public enum Severity: String, Encodable, CaseIterable, Sendable {
        /// The configuration does not work.
        case error
        /// The configuration works, but answers wrongly, sends too much, or risks a secret.
        case warning
        /// A feature is unavailable on this device, or the finding is a useful number.
        case note
    }

    /// The stable name of the finding.
    public var code: String
    /// The severity.
    public var severity: Severity
    /// The problem, as a sentence without a full stop.
    public var reason: String
    /// The remedy, as a sentence without a full stop.
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
