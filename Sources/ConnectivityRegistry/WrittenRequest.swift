import ConnectivityCore
import ConnectivitySupport

/// The parts of an HTTP request in a configuration, other than the URL.
struct WrittenRequest {
    var method: HTTPQuestion.Method?
    var headers: [String: WrittenField]?
    var body: String?

    var isEmpty: Bool { method == nil && headers == nil && body == nil }

    /// Creates the request; secrets are not read yet, only the places that hold them are kept.
    func question(_ url: HTTPURL, _ path: [String]) throws(PluginError) -> HTTPQuestion {
        var question = HTTPQuestion(url, method: method ?? (body == nil ? .get : .post))
        if let body {
            guard question.method == .post else {
                throw Self.fault(path + ["body"], "is allowed only with the method POST")
            }
            question.body = Array(body.utf8)
        }
        for (name, field) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = path + ["headers", name]
            try Self.check(name, path)
            switch field {
            case .text(let value):
                guard !Self.ofCredentials.contains(name.lowercased()) else {
                    throw Self.fault(
                        path,
                        "contains a secret; name its place instead: {\"file\": ...} or {\"environment\": ...}"
                    )
                }
                guard !value.hasControlCharacter else { throw Self.fault(path, "contains a control character") }
                question.headers.fields.append(.init(name: name, value: value))
            case .secret(let source, let prefix):
                let secret = SecretField(name, from: source, prefix: prefix, to: url)
                if case .file(let file) = source, !file.hasPrefix("/") {
                    throw Self.fault(path + ["file"], "must be an absolute path")
                }
                guard !prefix.hasControlCharacter else {
                    throw Self.fault(path + ["prefix"], "contains a control character")
                }
                guard secret.mayGo(to: url) else {
                    throw Self.fault(path, "is a secret, which needs an https URL: anyone on the path can read http")
                }
                question.secrets.append(secret)
            }
        }
        return question
    }

    /// Fields that control how a message is carried; setting them would break it.
    private static let ofTheConnection: Set = [
        "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer", "expect",
        "proxy-authorization",
    ]
    /// Fields whose values are always secrets.
    private static let ofCredentials: Set = ["authorization", "cookie"]

    /// Throws if a field with this name must not be sent.
    static func check(_ name: String, _ path: [String]) throws(PluginError) {
        guard name.isToken else { throw fault(path, "is not a valid field name") }
        guard !ofTheConnection.contains(name.lowercased()) else { throw fault(path, "is reserved for the prober") }
    }

    private static func fault(_ path: [String], _ detail: String) -> PluginError {
        .invalidOption(PipelineConfiguration.pluginID, path: path, detail: detail)
    }
}

/// The value of a field: a text, or the place that holds a secret.
enum WrittenField: Codable, Described {
    case text(String)
    case secret(SecretField.Source, prefix: String)

    private struct Place: Tabulated {
        var file: String?
        var environment: String?
        var prefix: String?

        static let fields = FieldTable(
            Place(),
            [.optional("file", \.file), .optional("environment", \.environment), .optional("prefix", \.prefix)]
        )

        init() {}
        init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
        func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

        static var schema: Schema { fields.schema("Secret") }
    }

    static var schema: Schema { .either([.text(), Place.schema]) }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .secret(let source, let prefix):
            var place = Place()
            switch source {
            case .file(let path): place.file = path
            case .environment(let name): place.environment = name
            }
            place.prefix = prefix
            try place.encode(to: encoder)
        }
    }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
            return
        }
        let place = try Place(from: decoder)
        switch (place.file, place.environment) {
        case (let file?, nil): self = .secret(.file(file), prefix: place.prefix ?? "")
        case (nil, let name?): self = .secret(.environment(name), prefix: place.prefix ?? "")
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "needs either \"file\" or \"environment\"")
            )
        }
    }
}
