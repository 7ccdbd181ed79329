import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// An entry in a list of endpoints: the name of a registered endpoint or group, or an object.
    enum WrittenEndpoint: Codable, SchemaProviding {
        case named(String, at: TextPosition?)
        case custom(Custom)

        struct Custom: FieldCodable {
            var url: HTTPURL?
            var question: WrittenFacts?
            var name: String?
            var owner: String?
            var method: HTTPQuestion.Method?
            var headers: [String: WrittenField]?
            var body: WrittenField?
            var follow: Int?
            var tls: Bool?
            var family: IPAddress.Family?
            var patience: WrittenTime?
            var expect: ComponentReference?

            static let fields = FieldTable(
                Custom(),
                [
                    .optional("url", \.url),
                    .optional("question", \.question),
                    .optional("name", \.name, .notEmpty),
                    .optional("owner", \.owner),
                    .optional("method", \.method),
                    .optional("headers", \.headers),
                    .optional("body", \.body),
                    .optional(
                        "follow",
                        \.follow,
                        Rule("must be a whole number from 0 through 5") { HTTPQuestion.redirectCounts.contains($0) }
                    ),
                    .optional("tls", \.tls),
                    .optional("family", \.family),
                    .optional("patience", \.patience, .within(WrittenTime.range)),
                    .optional("expect", \.expect)
                        .with { ComponentReference.schema(of: "Validator").orNull },
                ]
            )

            init() {}

            static var schema: Schema { fields.schema("Endpoint") }

            /// Writes an endpoint in full, except for header fields and body, which affect no decision and may hold secrets.
            init(_ endpoint: Endpoint) throws(PluginError) {
                switch endpoint.question {
                case .http(let http):
                    (url, method) = (http.url, http.method)
                    if http.redirectCountMax > 0 { follow = http.redirectCountMax }
                    if http.readsTLS { tls = true }
                case .other(let kind, let facts): question = WrittenFacts(kind, facts)
                }
                name = endpoint.name
                owner = endpoint.owner
                family = endpoint.family
                patience = endpoint.patience.map(WrittenTime.init)
                if let expectation = endpoint.expectation { expect = try ComponentReference(to: expectation) }
            }

            /// Returns the question: an HTTP request, or a question of another kind with its facts.
            func question(_ path: [String], _ registry: PluginRegistry) throws(PluginError) -> Question {
                let request = WrittenRequest(method: method, headers: headers, body: body)
                guard let question else {
                    guard let url else { throw fault(path, "\"url\" is missing") }
                    return .http(try following(try request.question(url, path), path))
                }
                guard url == nil else { throw fault(path + ["url"], "cannot be combined with question") }
                guard request.isEmpty, follow == nil, tls == nil else {
                    throw fault(path, "method, headers, body, follow and tls are allowed only with url")
                }
                guard registry.canBeQuestion(question.facts, of: question.kind) else {
                    throw fault(path + ["question", "facts"], "are not valid for the kind \(question.kind)")
                }
                return .other(question.kind, question.facts)
            }

            /// Returns the request with the options `follow` and `tls` applied.
            private func following(_ http: HTTPQuestion, _ path: [String]) throws(PluginError) -> HTTPQuestion {
                var http = http
                if let follow, follow > 0 {
                    guard http.method != .post else {
                        throw fault(path + ["follow"], "is allowed only with the methods GET and HEAD")
                    }
                    guard !Endpoint.builtInHosts.contains(http.url.host) else {
                        throw fault(path + ["follow"], "is not allowed with the host of a built-in endpoint")
                    }
                    http.redirectCountMax = follow
                }
                if tls == true {
                    guard http.url.scheme == .https else { throw fault(path + ["tls"], "needs an https URL") }
                    http.readsTLS = true
                }
                return http
            }

            /// Returns the owner of the endpoint, by default the host of the URL.
            func owner(_ path: [String]) throws(PluginError) -> String {
                guard let owner = owner ?? url?.host else {
                    throw fault(path, "\"owner\" is missing; an endpoint with question requires it")
                }
                return owner
            }
        }

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self = .named(name, at: try JSON(from: decoder).position)
            } else {
                self = .custom(try Custom(from: decoder))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .named(let name, _): try name.encode(to: encoder)
            case .custom(let written): try written.encode(to: encoder)
            }
        }

        static var schema: Schema { .either([.text(), Custom.schema]) }

        func make(in registry: PluginRegistry, at path: [String]) throws(PluginError) -> [Endpoint] {
            switch self {
            case .named(let name, let position):
                guard let endpoints = registry.endpoints[name] else {
                    if name.contains("://") { return [try Endpoint(written: name, at: path)] }
                    throw .unknown(PluginID(name), known: registry.endpoints.ids, at: position)
                }
                return endpoints
            case .custom(let written):
                var endpoint = Endpoint(
                    try written.question(path, registry),
                    name: written.name,
                    owner: try written.owner(path),
                    family: written.family,
                    patience: written.patience?.duration
                )
                if let reference = written.expect {
                    let expectation = try registry.validator(reference)
                    for name in expectation.challenges { try WrittenRequest.check(name, path + ["expect"]) }
                    endpoint.expectation = expectation
                }
                return [endpoint]
            }
        }
    }
}

extension Endpoint {
    /// Creates an endpoint from the text of a URL alone.
    fileprivate init(written text: String, at path: [String]) throws(PluginError) {
        do throws(HTTPURL.Fault) { self.init(try HTTPURL(text)) } catch {
            throw fault(path, "\"\(text.printable(limit: 80))\" is not a valid URL: \(error)")
        }
    }
}
