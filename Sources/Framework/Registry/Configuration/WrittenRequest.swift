package import ConnectivityCore
import ConnectivityToolkit
package import ConnectivityWire

/// The parts of an HTTP request in a configuration, other than the URL.
package struct WrittenRequest {
    var method: HTTPQuestion.Method?
    var headers: [String: WrittenField]?
    var body: WrittenField?

    package init(method: HTTPQuestion.Method? = nil, headers: [String: WrittenField]? = nil, body: WrittenField? = nil)
    {
        (self.method, self.headers, self.body) = (method, headers, body)
    }

    var isEmpty: Bool { method == nil && headers == nil && body == nil }

    /// Creates the request; stores only the places of secrets, which are not read yet.
    package func question(_ url: HTTPURL, _ path: [String]) throws(PluginError) -> HTTPQuestion {
        var question = HTTPQuestion(url, method: method ?? (body == nil ? .get : .post))
        if let body {
            guard question.method == .post else {
                throw Self.fault(path + ["body"], "is allowed only with the method POST")
            }
            question.secretBody = try source(body, in: path + ["body"], to: url)
            guard body.prefix.isEmpty, !body.isRecorded else {
                throw Self.fault(path + ["body"], "has no prefix, and no record has it")
            }
        }
        for (name, field) in (headers ?? [:]).sortedByKey {
            let path = path + ["headers", name]
            try Self.check(name, path)
            guard !(field.prefix + (field.text ?? "")).hasControlCharacter else {
                throw Self.fault(path, "contains a control character")
            }
            let source = try source(field, in: path, to: url)
            guard let text = field.text else {
                question.secrets.append(HTTPQuestion.SecretField(name, from: source, prefix: field.prefix, to: url))
                continue
            }
            guard !Self.credentialFields.contains(name.lowercased()) else {
                throw Self.fault(
                    path,
                    "contains a secret; name its place instead: {\"file\": ...} or {\"environment\": ...}"
                )
            }
            if Self.isRecorded(name, field) {
                question.headers.fields.append(.init(name: name, value: text))
            } else {
                question.secrets.append(HTTPQuestion.SecretField(name, from: source, to: url))
            }
        }
        return question
    }

    private func source(
        _ field: WrittenField,
        in path: [String],
        to url: HTTPURL
    ) throws(PluginError) -> HTTPQuestion.SecretField.Source {
        if case .file(let file) = field.source, !file.hasPrefix("/") {
            throw Self.fault(path + ["file"], "must be an absolute path")
        }
        guard field.source.isAllowed(over: url) else {
            throw Self.fault(path, "is a secret, which needs an https URL: anyone on the path can read http")
        }
        return field.source
    }

    /// Whether records have the field with its value: never a secret, always a well-known field, any other if the
    /// configuration permits it.
    static func isRecorded(_ name: String, _ field: WrittenField) -> Bool {
        field.text != nil && (field.isRecorded || recorded.contains(name.lowercased()))
    }

    /// Fields of RFC 9110 and RFC 9111 whose values identify no person; records have them.
    private static let recorded: Set = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-language",
        "content-type", "if-match", "if-modified-since", "if-none-match", "if-unmodified-since", "max-forwards",
        "pragma",
        "range", "user-agent",
    ]
    /// Fields that control the transport of a message; setting them would break it.
    private static let connectionFields: Set = [
        "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer", "expect",
        "proxy-authorization",
    ]
    /// Fields whose values are always secrets.
    private static let credentialFields: Set = ["authorization", "cookie"]

    /// Throws if a field with this name must not be sent.
    static func check(_ name: String, _ path: [String]) throws(PluginError) {
        guard name.isToken else { throw fault(path, "is not a valid field name") }
        guard !connectionFields.contains(name.lowercased()) else { throw fault(path, "is reserved for the prober") }
    }

    private static func fault(_ path: [String], _ detail: String) -> PluginError {
        .invalidOption(PipelineConfiguration.pluginID, path: path, detail: detail)
    }
}

/// The value of a field or a body: a text, or the place that holds a secret.
package struct WrittenField: Codable, Hashable, SchemaProviding {
    package var source: HTTPQuestion.SecretField.Source
    package var prefix = ""
    /// Whether a text may be written into records.
    package var isRecorded = false

    package init(_ source: HTTPQuestion.SecretField.Source, prefix: String = "", isRecorded: Bool = false) {
        (self.source, self.prefix, self.isRecorded) = (source, prefix, isRecorded)
    }

    /// The text; `nil` if the value is a secret.
    package var text: String? { source.text }

    private struct Place: FieldCodable {
        var file: String?
        var environment: String?
        var prefix: String?
        var text: String?
        var recorded: Bool?

        static let fields = FieldTable(
            Place(),
            [
                .optional("file", \.file),
                .optional("environment", \.environment),
                .optional("prefix", \.prefix),
                .optional("text", \.text),
                .optional("recorded", \.recorded),
            ]
        )

        static var schema: Schema { fields.schema("Secret") }
    }

    package static var schema: Schema { .either([.text(), Place.schema]) }

    package func encode(to encoder: any Encoder) throws {
        var place = Place()
        switch source {
        case .file(let path): place.file = path
        case .environment(let name): place.environment = name
        case .text(let text):
            guard isRecorded else { return try text.encode(to: encoder) }
            (place.text, place.recorded) = (text, true)
        case .keyring:
            let detail = "only a sign-in can have a secret from the keyring"
            throw EncodingError.invalidValue(source, .init(codingPath: encoder.codingPath, debugDescription: detail))
        }
        if text == nil { place.prefix = prefix }
        try place.encode(to: encoder)
    }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            source = .text(text)
            return
        }
        let place = try Place(from: decoder)
        switch (place.file, place.environment, place.text) {
        case (let file?, nil, nil): source = .file(file)
        case (nil, let name?, nil): source = .environment(name)
        case (nil, nil, let text?): source = .text(text)
        default: throw decoder.fault("needs either \"file\", \"environment\" or \"text\"")
        }
        (prefix, isRecorded) = (place.prefix ?? "", place.recorded ?? false)
        let isText = place.text != nil
        guard isText ? place.prefix == nil : place.recorded == nil else {
            throw decoder.fault("\"prefix\" is for a secret, and \"recorded\" for a text")
        }
    }
}
