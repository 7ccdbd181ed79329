public import ConnectivityCore

// A request in JSON: `url`, `method`, `headers`, `tls` and `follow`, or for a question of another kind `question` with
// its `kind` and `facts`. The path and the limits follow; times are in seconds, sizes in bytes.

extension ProbeRequest: FieldCodable {
    /// The body, the secret fields and the values of cookies and credentials are not written.
    package static let fields = FieldTable(
        unread,
        [
            .optional("question", \.writtenQuestion),
            .optional("url", \.writtenURL),
            .optional("method", \.writtenMethod),
            .filled("headers", \.writtenHeaders, [:]),
            .filled("tls", \.writtenTLS, false),
            .filled(
                "follow",
                \.writtenFollow,
                0,
                Rule("must be a whole number from 0 through 5") { HTTPQuestion.redirectCounts.contains($0) }
            ),
            .optional("interface", \.path.interface),
            .optional("family", \.path.family),
            .filled("nameServers", \.path.nameServers, []),
            .filled("addresses", \.path.addresses, []),
            .optional("proxy", \.path.proxy),
            .filled("proxied", \.path.isProxied, false),
            .filled("limits", \.limits, ProbeRequest.Limits()),
        ]
    )

    public init(from decoder: any Decoder) throws {
        self = try Self.fields.read(from: decoder)
        // Either `question` or `url` is required.
        if question.kind == Self.unread.question.kind {
            _ = try decoder.container(keyedBy: FieldName.self).decode(HTTPURL.self, forKey: "url")
        }
    }

    /// The initial value for reading a request.
    static let unread = ProbeRequest(.other("-", [:]))

    private var writtenQuestion: WrittenFacts? {
        get { if case .other(let kind, let facts) = question { WrittenFacts(kind, facts) } else { nil } }
        set { if let newValue { question = .other(newValue.kind, newValue.facts) } }
    }

    private var writtenURL: HTTPURL? {
        get { url }
        set { if let newValue { question = .http(HTTPQuestion(newValue)) } }
    }

    private var writtenMethod: HTTPQuestion.Method? {
        get { http?.method }
        set { if let newValue { question.http?.method = newValue } }
    }

    private var writtenHeaders: HeaderFields {
        get { http?.headers ?? [:] }
        set { question.http?.headers = newValue }
    }

    private var writtenTLS: Bool {
        get { http?.readsTLS ?? false }
        set { question.http?.readsTLS = newValue }
    }

    private var writtenFollow: Int {
        get { http?.redirectCountMax ?? 0 }
        set { question.http?.redirectCountMax = newValue }
    }
}

extension HTTPQuestion.Method: SchemaProviding {}

extension ProbeRequest.Limits: FieldCodable {
    package static var schema: Schema { fields.schema("ProbeLimits") }
    package static let fields = FieldTable(
        ProbeRequest.Limits(),
        [
            .seconds("total", \.total, .within(WrittenTime.positive)),
            .required("body", \.maximumBodySize, .notNegative),
            .removed("nameLookup", "total limits the whole probe"),
            .removed("connect", "total limits the whole probe"),
            .removed("response", "total limits the whole probe"),
            .removed("header", "it is 64 KiB"),
        ],
        usual: { ProbeRequest.Limits() }
    )

    package static var writtenName: String { "Limits" }
}
