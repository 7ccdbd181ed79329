import ConnectivityCore

/// Something about an installation that should be changed, or that its owner should know.
struct Finding: Encodable, Equatable {
    enum Severity: String, Encodable, CaseIterable {
        /// What is configured does not work.
        case error
        /// It works, and answers wrongly or costs others more than it should.
        case warning
        /// A part of what this program can do is not possible here, or a number that is good to know.
        case note
    }

    /// The stable name of the finding.
    var code: String
    var severity: Severity
    /// What is the case, as a sentence.
    var reason: String
    /// What to do about it, as a sentence.
    var remedy: String
}
