public import ConnectivityCore

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

    /// Where it stands.
    public var position: TextPosition
    /// The way to the value that is wrong, such as `timeline.3.round.0.response`; empty for the text as a whole.
    public var path: [String]
    /// What is wrong.
    public var fault: Fault

    init(at position: TextPosition, path: [String] = [], _ fault: Fault) {
        self.position = position
        self.path = path
        self.fault = fault
    }
}

extension SessionRecordingError {
    init(_ fault: JSONFault) {
        let path = fault.names
        let meaning: Fault
        switch fault.kind {
        case .tooLarge(let limit): meaning = .tooLarge(byteCountMax: limit)
        case .damaged: meaning = .damaged(fault.detail)
        case .missing(let name): meaning = .missingMember(name)
        case .unread(let known): meaning = .unknownMember(path.last ?? "", known: known)
        case .value: meaning = .value(fault.detail)
        }
        self.init(at: fault.position ?? TextPosition(line: 1, column: 1), path: path, meaning)
    }
}

extension JSON {
    /// Reads a file of at most `SessionRecording.byteCountMax` bytes.
    init(file bytes: some Collection<UInt8>) throws(SessionRecordingError) {
        var reader = JSONReader(bytes, byteCountMax: SessionRecording.byteCountMax)
        do throws(JSONFault) {
            self = try reader.document()
        } catch {
            throw SessionRecordingError(error)
        }
    }

    func read<Value: Decodable>(strictly: Bool = true) throws(SessionRecordingError) -> Value {
        do throws(JSONFault) {
            return try decode(strictly: strictly)
        } catch {
            throw SessionRecordingError(error)
        }
    }

    /// A fault of the value on a way, of which the last that is there shows where it stands.
    func fault(_ path: [String], _ fault: SessionRecordingError.Fault) -> SessionRecordingError {
        SessionRecordingError(at: position(at: path) ?? TextPosition(line: 1, column: 1), path: path, fault)
    }
}
