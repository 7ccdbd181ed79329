/// The only JSON form of everything that is written: assessments, sessions, and messages to programs.
package enum WireForm {
    /// The version, which every document has.
    ///
    /// The form before it has no version, or 1, and is not read.
    package static let version = 2
}
