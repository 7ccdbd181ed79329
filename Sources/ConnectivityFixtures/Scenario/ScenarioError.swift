import ConnectivitySupport

/// Why a text is no scenario.
public struct ScenarioError: Error, Hashable, Sendable {
    /// What is wrong.
    ///
    /// A place is the path of keys and indices that leads to it, empty for the whole.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The text is larger than the limit.
        case tooLarge(byteCountMax: Int)
        /// An object has a key that is none of its own.
        case unknownKey(String, at: [String], known: [String])
        /// A value is missing, of another type or out of range; without a place, the text is no JSON.
        case value(at: [String], detail: String)
        /// A file cannot be read: the scenario itself, or the recording that a place names.
        case unreadableFile(String, at: [String])
        /// The file that a place names is no recording.
        case recording(String, at: [String], RecordingError)
    }

    /// What is wrong.
    public var fault: Fault

    /// Creates an error.
    /// - Parameter fault: What is wrong.
    public init(_ fault: Fault) { self.fault = fault }

    init(_ fault: DecodingFault) {
        switch fault {
        case .unreadKey(let path, let key, let known): self.init(.unknownKey(key, at: path, known: known))
        case .invalid(let path, let detail): self.init(.value(at: path, detail: detail))
        }
    }
}
