/// A problem of an installation, or a note for its owner.
package struct Finding: Encodable, Equatable, Sendable {
    package enum Severity: String, Encodable, CaseIterable, Sendable {
        /// The configuration does not work.
        case error
        /// The configuration works, but answers wrongly or causes too many requests.
        case warning
        /// A feature is not available on this device, or a useful number.
        case note
    }

    /// The stable name of the finding.
    package var code: String
    package var severity: Severity
    /// The problem, as a sentence.
    package var reason: String
    /// The advice, as a sentence.
    package var remedy: String

    static func error(_ code: String, _ reason: String, remedy: String) -> Finding {
        Finding(code: code, severity: .error, reason: reason, remedy: remedy)
    }

    static func warning(_ code: String, _ reason: String, remedy: String) -> Finding {
        Finding(code: code, severity: .warning, reason: reason, remedy: remedy)
    }

    static func note(_ code: String, _ reason: String, remedy: String) -> Finding {
        Finding(code: code, severity: .note, reason: reason, remedy: remedy)
    }
}
