/// Something about an installation that should be changed, or that its owner should know.
package struct Finding: Encodable, Equatable, Sendable {
    package enum Severity: String, Encodable, CaseIterable, Sendable {
        /// What is configured does not work.
        case error
        /// It works, and answers wrongly or costs others more than it should.
        case warning
        /// A part of what this program can do is not possible here, or a number that is good to know.
        case note
    }

    /// The stable name of the finding.
    package var code: String
    package var severity: Severity
    /// What is the case, as a sentence.
    package var reason: String
    /// What to do about it, as a sentence.
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
