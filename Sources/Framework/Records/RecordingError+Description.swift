import ConnectivityCore

extension RecordingError: CustomStringConvertible {
    /// One line: the line of the recording, and the fault.
    public var description: String { "line \(line): \(fault)" }
}

extension RecordingError.Fault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "the recording is larger than \(limit) bytes"
        case .preambleLine: "a line before the status line does not have the form \"# key: value\""
        case .unknownKey(let key):
            "unknown key \"\(key.printable(limit: 40))\"; \(Preamble.Key.allCases.map(\.rawValue).alternatives(to: key))"
        case .repeatedKey(let key): "the key \"\(key.printable(limit: 40))\" appears twice"
        case .url(let key, let fault): "the URL of \"\(key.printable(limit: 40))\" is not usable: \(fault)"
        case .value("expect", let value):
            "\"\(value.printable(limit: 60))\" is not a value of \"expect\": it takes a finding and the code of its reason, such as "
                + "\"captive redirect\""
        case .value(let key, let value):
            "\"\(value.printable(limit: 60))\" is not a value of \"\(key.printable(limit: 40))\""
        case .missingKey(let key, let other):
            "\"\(other.printable(limit: 40))\" requires the key \"\(key.printable(limit: 40))\""
        case .noResponse: "the file has no HTTP status line such as \"HTTP/1.1 200 OK\""
        case .statusLine:
            "this is not an HTTP status line such as \"HTTP/1.1 200 OK\""
        case .headerField: "this is not a header field (\"name: value\")"
        case .headerTooLarge(let limit): "the header is larger than \(limit) bytes"
        }
    }
}

extension SessionRecordingError: CustomStringConvertible {
    /// One line: the position in the file, the path to the value, and the fault.
    public var description: String { "\(position): \(path.faultPrefix)\(fault)" }
}

extension SessionRecordingError.Fault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "the file is larger than \(limit) bytes"
        case .damaged(let detail): detail
        case .notASession: "this is not a recorded session: \"format\": \"connectivity-session\" is missing"
        case .unknownVersion(let version, let known):
            "version \(version) is not supported; this program reads version \(known)"
        case .missingMember(let name): "\"\(name)\" is missing"
        case .unknownMember(let name, let known): "unknown member; \(known.alternatives(to: name))"
        case .value(let detail): detail
        }
    }
}
