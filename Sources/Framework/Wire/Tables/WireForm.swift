/// The only JSON form of everything that is written: assessments, sessions, and messages to programs.
package enum WireForm {
    /// The version, which every document has.
    ///
    /// Earlier forms have another version, or none, and are not read.
    package static let version = 3
}
