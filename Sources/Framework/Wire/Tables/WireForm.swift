/// The only JSON form of all output: assessments, sessions, and messages to programs.
package enum WireForm {
    /// The version, which every document has; documents with an earlier version, or none, are not read.
    package static let version = 3
}
