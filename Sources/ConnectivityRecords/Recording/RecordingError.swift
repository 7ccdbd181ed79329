public import ConnectivityCore

/// Why bytes are not a recording.
public struct RecordingError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The recording is larger than the limit.
        case tooLarge(byteCountMax: Int)
        /// A line of the preamble is no `# key: value`, or its value is empty.
        case preambleLine
        /// A key of the preamble is not one of the format.
        case unknownKey(String)
        /// A key of the preamble stands there twice.
        case repeatedKey(String)
        /// The value of a key is no URL that may be asked.
        case url(key: String, HTTPURL.Fault)
        /// The value of a key is none that the key takes.
        case value(key: String, String)
        /// The key is of no use without another one.
        case missingKey(String, neededBy: String)
        /// There is no status line, or only those of interim responses.
        case noResponse
        /// The line is not an HTTP status line.
        case statusLine
        /// The line is neither a header field nor the continuation of one.
        case headerField
        /// The header is larger than the limit.
        case headerTooLarge(byteCountMax: Int)
    }

    /// The number of the line, from 1.
    public var line: Int
    /// What is wrong.
    public var fault: Fault

    /// Creates an error.
    /// - Parameters:
    ///   - line: The number of the line, from 1.
    ///   - fault: What is wrong.
    public init(line: Int, _ fault: Fault) {
        self.line = line
        self.fault = fault
    }
}
