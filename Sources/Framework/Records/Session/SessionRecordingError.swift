package import ConnectivityCore
import ConnectivityWire

/// The error of bytes that are not a recorded session.
public struct SessionRecordingError: Error, Hashable, Sendable {
    /// The kind of error.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The file is larger than the limit.
        case tooLarge(byteCountMax: Int)
        /// The bytes are not JSON, for example because the file was cut off. The text describes the problem.
        case damaged(String)
        /// The JSON text has another value of `format`, or none.
        case notASession
        /// The version is unknown to this code.
        case unknownVersion(String, known: Int)
        /// A required member is missing.
        case missingMember(String)
        /// A member is unknown.
        case unknownMember(String, known: [String])
        /// A value is not valid. The text describes the problem and follows the name of the value in a sentence.
        case value(String)
    }

    /// The position of the error in the file.
    package var position: TextPosition
    /// The path to the invalid value, such as `timeline.3.round.0.response`; empty for the whole text.
    package var path: [String]
    /// The kind of error.
    package var fault: Fault

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
    /// Parses a file of at most `SessionRecording.byteCountMax` bytes.
    init(file bytes: some Collection<UInt8>, isTolerant: Bool = false) throws(SessionRecordingError) {
        var reader = JSONReader(bytes, byteCountMax: SessionRecording.byteCountMax, isTolerant: isTolerant)
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

    /// Returns an error for the value at a path; its position is that of the last part of the path that exists.
    func fault(_ path: [String], _ fault: SessionRecordingError.Fault) -> SessionRecordingError {
        SessionRecordingError(at: position(at: path) ?? TextPosition(line: 1, column: 1), path: path, fault)
    }
}
