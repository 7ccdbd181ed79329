public import ConnectivityCore
public import ConnectivityRecords

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
    /// Where it stands in the text of the scenario; `nil` where it is a fault of the whole.
    public var position: TextPosition?

    /// Creates an error.
    /// - Parameters:
    ///   - fault: What is wrong.
    ///   - position: Where it stands.
    public init(_ fault: Fault, at position: TextPosition? = nil) {
        self.fault = fault
        self.position = position
    }

    init(_ fault: JSONFault) {
        position = fault.position
        if case .unread(let known) = fault.kind {
            self.fault = .unknownKey(fault.names.last ?? "", at: fault.names.dropLast(), known: known)
        } else {
            self.fault = .value(at: fault.names, detail: fault.sentence)
        }
    }

    /// The place of what is wrong among keys and indices.
    var place: [String] {
        switch fault {
        case .tooLarge: []
        case .unknownKey(_, let place, _), .value(let place, _), .unreadableFile(_, let place),
            .recording(_, let place, _):
            place
        }
    }
}
