import ConnectivityCore
import ConnectivitySignIn
import ConnectivityWire

/// The answer of a plugin to `sign-in` and to `portal-answer`: a request to the portal, an outcome, or a stop.
struct PluginSignInStep: FieldCodable, Equatable {
    var request: WrittenPortalRequest?
    /// The value that the plugin receives with the portal's answer.
    var state: AnyJSON?
    var outcome: SignInOutcome.Claim?
    var stop: PluginVerdict.WrittenReason?
    var reason: PluginVerdict.WrittenReason?
    var sessionLength: Seconds?
    var logOffURL: HTTPURL?
    var termsDigest: String?
    var mayRepeat = false

    static let fields = FieldTable(
        PluginSignInStep(),
        [
            .optional("request", \.request),
            .optional("state", \.state),
            .optional("outcome", \.outcome),
            .optional("stop", \.stop),
            .optional("reason", \.reason),
            .optional("sessionLength", \.sessionLength, Rule("must be more than zero") { $0.duration > .zero }),
            .optional("logOffURL", \.logOffURL),
            .optional("termsDigest", \.termsDigest, Rule("must have 64 lower-case hexadecimal digits", \.isDigest)),
            .filled("mayRepeat", \.mayRepeat, false),
        ],
        fault: \.fault
    )

    private var fault: String? {
        let count = [request != nil, outcome != nil, stop != nil].count { $0 }
        guard count == 1 else { return "exactly one of \"request\", \"outcome\" and \"stop\" is needed" }
        let isAboutOutcome = reason != nil || sessionLength != nil || logOffURL != nil || termsDigest != nil
        if outcome == nil, isAboutOutcome {
            return "\"reason\", \"sessionLength\", \"logOffURL\" and \"termsDigest\" are allowed only with \"outcome\""
        }
        if request == nil, state != nil { return "\"state\" is allowed only with \"request\"" }
        if stop == nil, mayRepeat { return "\"mayRepeat\" is allowed only with \"stop\"" }
        return nil
    }

    /// The decoded step.
    enum Meaning {
        case send(PortalRequest, state: JSON)
        case end(SignInOutcome)
        case stop(SignInStop)
    }

    var meaning: Meaning {
        if let request { return .send(request.request, state: state?.json ?? .null) }
        if let outcome {
            var result = SignInOutcome(outcome, reason?.reason ?? .stated(outcome.rawValue))
            (result.sessionLength, result.logOffURL) = (sessionLength?.duration, logOffURL)
            result.termsDigest = termsDigest
            return .end(result)
        }
        return .stop(SignInStop(stop?.reason ?? .stated("stopped"), mayRepeat: mayRepeat))
    }
}

/// A value of any form that a plugin sends and receives again.
struct AnyJSON: Codable, SchemaProviding, Equatable {
    var json: JSON

    init(from decoder: any Decoder) throws { json = try JSON(from: decoder) }
    func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    static var schema: Schema { .any }
}

/// A request of a plugin to a portal, with secrets by name.
struct WrittenPortalRequest: FieldCodable, Equatable {
    var url: HTTPURL = "http://a.invalid/"
    var method = HTTPQuestion.Method.get
    var form: [Field]?
    var body: [Part]?
    var type: String?
    var accept: String?
    var userAgent: String?

    /// The largest number of fields of a form and of parts of a body.
    static let partCountMax = 200
    /// The largest number of bytes of a name, a media type and a header field.
    static let lineByteCountMax = 1000

    static let fields = FieldTable(
        WrittenPortalRequest(),
        [
            .required("url", \.url),
            .filled("method", \.method, .get),
            .optional("form", \.form, Rule("must have at most \(partCountMax) fields") { $0.count <= partCountMax }),
            .optional("body", \.body, Rule("must have at most \(partCountMax) parts") { $0.count <= partCountMax }),
            .optional("type", \.type, .headerLine),
            .optional("accept", \.accept, .headerLine),
            .optional("userAgent", \.userAgent, .headerLine),
        ],
        fault: \.fault
    )
    static var schema: Schema { fields.schema("PortalRequest") }

    private var fault: String? {
        if method == .head { return "\"method\" must be GET or POST" }
        if form != nil, body != nil { return "\"form\" and \"body\" exclude each other" }
        if (body == nil) != (type == nil) { return "\"body\" and \"type\" belong together" }
        return body != nil && method != .post ? "\"body\" needs the method POST" : nil
    }

    var request: PortalRequest {
        var request = PortalRequest(url, method: method)
        if let form { request.content = .form(form.map { .init($0.name, $0.value.value) }) }
        if let body, let type { request.content = .body(body.map(\.part), type: type) }
        if let accept { request.accept = accept }
        request.userAgent = userAgent
        return request
    }

    struct Field: FieldCodable, Equatable {
        var name = ""
        var value = WrittenPortalValue(.text(""))

        static let fields = FieldTable(Self(), [.required("name", \.name, .name), .required("value", \.value)])
        static var schema: Schema { fields.schema("PortalField") }
    }

    /// A part of a body: a literal text, or a value within a JSON string.
    struct Part: Codable, SchemaProviding, Equatable {
        var part: PortalRequest.Part

        private struct Inner: FieldCodable {
            var json = WrittenPortalValue(.text(""))
            static let fields = FieldTable(Self(), [.required("json", \.json)])
            static var schema: Schema { fields.schema("PortalBodyPart") }
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                part = .text(text)
            } else {
                part = .json(try Inner(from: decoder).json.value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch part {
            case .text(let text): try text.encode(to: encoder)
            case .json(let value):
                var inner = Inner()
                inner.json = WrittenPortalValue(value)
                try inner.encode(to: encoder)
            }
        }

        static var schema: Schema { .either([.text(), Inner.schema]) }
    }
}

extension Rule<String> {
    /// Names of fields and secrets.
    static let name = Self("must have at most \(WrittenPortalRequest.lineByteCountMax) bytes") {
        $0.utf8.count <= WrittenPortalRequest.lineByteCountMax
    }

    /// Values of header fields.
    static let headerLine = Self(
        "must be one line of 1 through \(WrittenPortalRequest.lineByteCountMax) printable bytes"
    ) {
        (1...WrittenPortalRequest.lineByteCountMax).contains($0.utf8.count)
            && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }
}

extension String {
    fileprivate var isDigest: Bool {
        utf8.count == 64 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
