public import ConnectivityCore

// An exchange in JSON: `request`, `failure` (the name of its kind, or null), `detail` (the message of the failure, or null),
// `failureFacts` (the facts about the cause), `response` (the HTTP response, also a partial one before a failure, or null),
// `answer` (an answer of another kind, or null), `remoteAddress`, `authentication` (the evidence of the peer's identity, or
// null), `connection` (addresses of the name, followed redirects, facts about TLS), `caveats`, `timings` and `testimony`.

extension ProbeExchange: FieldCodable {
    /// The whole body is written, but no values of cookies and credentials.
    package static let fields = FieldTable(
        unread,
        [
            .required("request", \.request),
            .optional("failure", \.writtenFailure),
            .optional("detail", \.writtenDetail),
            .filled("failureFacts", \.writtenFacts, [:]),
            .optional("response", \.writtenResponse),
            .optional("answer", \.writtenAnswer),
            .optional("remoteAddress", \.remoteAddress),
            .optional("authentication", \.authentication),
            .filled("connection", \.connection, [:]),
            .filled("caveats", \.caveats, []),
            .required("timings", \.timings),
            .filled("testimony", \.testimony, []),
        ],
        fault: { $0.outcome == .failure(unwritten) ? "has neither a response, an answer nor a failure" : nil }
    )

    /// The initial value for reading an exchange.
    package static let unread = ProbeExchange(request: .unread, outcome: .failure(unwritten))

    /// A placeholder for an outcome that has not been read yet.
    private static let unwritten = ProbeFailure(.other("unwritten", code: 0))

    private var writtenFailure: ProbeFailure.Kind? {
        get { failure?.kind }
        set { if let newValue { outcome = .failure(ProbeFailure(newValue)) } }
    }

    private var writtenDetail: String? {
        get { failure?.detail }
        set {
            guard var failure, failure != Self.unwritten, let newValue else { return }
            failure.detail = newValue
            outcome = .failure(failure)
        }
    }

    private var writtenFacts: Facts {
        get { failure?.facts ?? [:] }
        set {
            guard var failure, failure != Self.unwritten else { return }
            failure.facts = newValue
            outcome = .failure(failure)
        }
    }

    /// The HTTP response; after a failure, the part that had arrived.
    private var writtenResponse: ProbeResponse? {
        get { response }
        set {
            guard let newValue else { return }
            if var failure, failure != Self.unwritten {
                failure.partialResponse = newValue
                outcome = .failure(failure)
            } else {
                outcome = .success(.http(newValue))
            }
        }
    }

    private var writtenAnswer: WrittenFacts? {
        get { if case .success(.other(let kind, let facts)) = outcome { WrittenFacts(kind, facts) } else { nil } }
        set {
            if let newValue, outcome == .failure(Self.unwritten) {
                outcome = .success(.other(newValue.kind, newValue.facts))
            }
        }
    }
}

extension ProbeExchange.Caveat: SchemaProviding {}
extension ProbeExchange.Authentication: SchemaProviding {}

extension ProbeFailure.Kind: Codable, SchemaProviding {
    /// All kinds whose name contains no number.
    private static let named: [Self] =
        [
            .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .headerTooLarge,
            .truncated, .interfaceUnavailable, .unsupported, .cancelled, .cutOff, .notRecorded,
        ] + ProbeFailure.Phase.allCases.map(timedOut) + ProbeFailure.TLSFault.allCases.map(tls)
        + ProbeFailure.Resource.allCases.map(shortage)

    /// Creates the kind with a stable name, as returned by ``name``; `nil` if there is no such kind.
    public init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        var kinds = Self.named
        if parts.count == 3, let domain = ProbeFailure.Domain(rawValue: String(parts[1])), let code = Int(parts[2]) {
            kinds.append(.other(domain, code: code))
        }
        guard let kind = kinds.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.value(orThrow: "is not a known kind of failure") { Self(name: $0) }
    }

    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

    package static var schema: Schema { .text() }
}

extension ProbeExchange.Timings: FieldCodable {
    package static var schema: Schema { fields.schema("ProbeTimings") }
    package static let fields = FieldTable(
        ProbeExchange.Timings(),
        [
            .seconds("nameLookup", \.nameLookup),
            .seconds("connect", \.connect),
            .seconds("tls", \.tls),
            .seconds("response", \.response),
            .seconds("total", \.total),
        ]
    )
}
