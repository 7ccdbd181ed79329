import ConnectivityKit
import ConnectivityRecords
import ConnectivityTestServer

// The text of every error that reaches the command line is made in this file.

extension CommandError {
    init(_ error: PluginError, in place: String? = nil) {
        self = .configuration((place.map { "\($0.printable(limit: 200)): " } ?? "") + error.text)
    }

    init(_ error: RecordingError, in place: String) {
        self = .data("\(place.printable(limit: 200)): line \(error.line): \(error.fault.text)")
    }

    init(_ error: ScenarioError, in place: String) {
        self = .data("\(place.printable(limit: 200)): \(error.position.text)\(error.fault.text)")
    }

    init(_ error: TestServerError) {
        let port = error.port == 0 ? "a port" : "port \(error.port)"
        self = .software("cannot \(error.step.rawValue) \(port): it may be in use or reserved (error \(error.code))")
    }

    init(_ error: TestAuthorityError) {
        let text = "cannot speak TLS: \(error.fault.text)"
        self = error.fault == .withoutTrait ? .configuration(text) : .software(text)
    }

    /// Describes any error that ended a command.
    init(cause: any Error) {
        switch cause {
        case let error as CommandError: self = error
        case let error as PluginError: self.init(error)
        case let error as ProberSetupError: self = .configuration("\(error)")
        case let error as TestServerError: self.init(error)
        case let error as TestAuthorityError: self.init(error)
        default: self = .software("\(cause)")
        }
    }
}

extension PluginError {
    fileprivate var text: String {
        switch self {
        case .alreadyRegistered(let id):
            "\(id) is registered twice"
        case .unknown(let id, let known, let position) where known.isEmpty:
            "\(position.text)there is no \(id.safe) in this build; build with the default traits to have it"
        case .unknown(let id, let known, let position):
            "\(position.text)there is no \(id.safe); known are \(known.map(\.description).joined(separator: ", "))"
        case .unreadKey(let id, let path, let key, let known, let position):
            "\(position.text)\(id): \((path + [key]).at)there is no such option"
                + (known.isEmpty ? ", nor any other" : "; known are \(known.joined(separator: ", "))")
        case .invalidOption(let id, let path, let detail, let position):
            "\(position.text)\(id): \(path.at)\(detail.printable(limit: 300))"
        case .unnamed(let type):
            "\(type.printable(limit: 100)) has no name in configuration"
        case .malformed(let id, let detail, let position):
            "\(position.text)\(id): \(detail.printable(limit: 300))"
        @unknown default:
            "\(self)"
        }
    }
}

extension ScenarioError.Fault {
    fileprivate var text: String {
        switch self {
        case .tooLarge(let limit): "the scenario is larger than \(limit) bytes"
        case .unknownKey(let key, let place, let known):
            "\((place + [key]).at)there is no such key; known are \(known.joined(separator: ", "))"
        case .value(let place, let detail):
            "\(place.at)\(detail.printable(limit: 300))"
        case .unreadableFile(let file, let place):
            "\(place.at)\(file.printable(limit: 200)) cannot be read"
        case .recording(let file, let place, let error):
            "\(place.at)\(file.printable(limit: 200)): line \(error.line): \(error.fault.text)"
        @unknown default: "\(self)"
        }
    }
}

extension TestAuthorityError.Fault {
    fileprivate var text: String {
        switch self {
        case .withoutTrait:
            "this command was built without the trait TestTLS; build it with --enable-all-traits (Debian: libssl-dev)"
        case .refused: "OpenSSL makes no certificate"
        @unknown default: "\(self)"
        }
    }
}

extension [String] {
    /// The path to a value in a document, as a prefix of an error message: `at endpoints[2].url: `.
    var at: String {
        let steps = map { step in Int(step).map(JSONFault.Step.element) ?? .member(step) }
        return isEmpty ? "" : "at \(steps.text): "
    }
}

extension TextPosition? {
    /// The position as a prefix of an error message.
    fileprivate var text: String { map { "\($0): " } ?? "" }
}

extension PluginID {
    fileprivate var safe: String { "\"\(description.printable(limit: 80))\"" }
}

extension RecordingError.Fault {
    fileprivate var text: String {
        switch self {
        case .tooLarge(let limit): "the recording is larger than \(limit) bytes"
        case .preambleLine: "a line before the status line is not \"# key: value\""
        case .unknownKey(let key): "there is no key \"\(key.printable(limit: 40))\""
        case .repeatedKey(let key): "the key \"\(key.printable(limit: 40))\" stands there twice"
        case .url(let key, let fault): "the URL of \"\(key.printable(limit: 40))\" cannot be asked: \(fault)"
        case .value(let key, let value):
            "\"\(value.printable(limit: 60))\" is no value for \"\(key.printable(limit: 40))\""
        case .missingKey(let key, let other):
            "\"\(other.printable(limit: 40))\" is of no use without \"\(key.printable(limit: 40))\""
        case .noResponse: "there is no HTTP response; a recording begins with a status line such as \"HTTP/1.1 200 OK\""
        case .statusLine: "this is no HTTP status line; a recording begins with one such as \"HTTP/1.1 200 OK\""
        case .headerField: "this is no header field"
        case .headerTooLarge(let limit): "the header is larger than \(limit) bytes"
        @unknown default: "\(self)"
        }
    }
}
