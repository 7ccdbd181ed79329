/// Why bytes are not a recorded session.
public struct SessionRecordingError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The file is larger than the limit.
        case tooLarge(byteCountMax: Int)
        /// The bytes are no JSON text, such as those of a file that was cut off; what was met, in words.
        case damaged(String)
        /// The JSON text says of itself that it is something else, or does not say what it is.
        case notASession
        /// The version is one that this code does not know.
        case unknownVersion(String, known: Int)
        /// A member that must be there is missing.
        case missingMember(String)
        /// A member is not one of the form.
        case unknownMember(String, known: [String])
        /// A value is not what it must be, in words that follow its name.
        case value(String)
    }

    /// The number of the line, from 1.
    public var line: Int
    /// The way to the value that is wrong, such as `timeline.3.round.0.response`; empty for the text as a whole.
    public var path: [String]
    /// What is wrong.
    public var fault: Fault

    /// Creates an error.
    /// - Parameters:
    ///   - line: The number of the line, from 1.
    ///   - path: The way to the value that is wrong.
    ///   - fault: What is wrong.
    public init(line: Int, path: [String] = [], _ fault: Fault) {
        self.line = line
        self.path = path
        self.fault = fault
    }
}
