/// The one form in JSON of all that is written: assessments, sessions, and messages to programs.
package enum WireForm {
    /// The version, which stands in every document.
    ///
    /// The form before it had none, or 1, and is not read.
    package static let version = 2
}
