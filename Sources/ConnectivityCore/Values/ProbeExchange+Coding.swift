// An exchange in JSON: `request`, `failure` (the name of its kind, or null), `detail` (the failure's words, or null),
// `failureFacts` (only if there are any), `response` (what came, also before a failure, or null), `answer` (only that of a kind
// other than HTTP: its `kind` and `facts`), `remoteAddress`, `caveats` (absent in older records) and `timings`.

extension ProbeExchange: Codable {
    private enum CodingKeys: CodingKey {
        case request, response, answer, failure, detail, failureFacts, remoteAddress, caveats, timings
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let outcome: Result<Answer, ProbeFailure>
        if let kind = try container.decodeIfPresent(ProbeFailure.Kind.self, forKey: .failure) {
            let detail = try container.decodeIfPresent(String.self, forKey: .detail) ?? ""
            let partial = try container.decodeIfPresent(ProbeResponse.self, forKey: .response)
            let facts = try container.decodeIfPresent(Facts.self, forKey: .failureFacts) ?? [:]
            outcome = .failure(ProbeFailure(kind, detail: detail, partialResponse: partial, facts: facts))
        } else if let written = try container.decodeIfPresent(WrittenFacts.self, forKey: .answer) {
            outcome = .success(.other(written.kind, written.facts))
        } else {
            outcome = .success(.http(try container.decode(ProbeResponse.self, forKey: .response)))
        }
        self.init(
            request: try container.decode(ProbeRequest.self, forKey: .request),
            outcome: outcome,
            remoteAddress: try container.decodeIfPresent(IPAddress.self, forKey: .remoteAddress),
            caveats: try container.decodeIfPresent([PathCaveat].self, forKey: .caveats) ?? [],
            timings: try container.decode(ProbeTimings.self, forKey: .timings)
        )
    }

    /// Writes the exchange with its whole body, without the values of cookies and credentials.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var failure: ProbeFailure?
        if case .failure(let fault) = outcome { failure = fault }
        try container.encode(request, forKey: .request)
        try container.encode(response, forKey: .response)
        if case .success(.other(let kind, let facts)) = outcome {
            try container.encode(WrittenFacts(kind, facts), forKey: .answer)
        }
        try container.encode(failure?.kind, forKey: .failure)
        try container.encode(failure?.detail, forKey: .detail)
        if let facts = failure?.facts, !facts.isEmpty { try container.encode(facts, forKey: .failureFacts) }
        try container.encode(remoteAddress, forKey: .remoteAddress)
        try container.encode(caveats, forKey: .caveats)
        try container.encode(timings, forKey: .timings)
    }
}

extension ProbeFailure.Kind: Codable {
    /// Every kind that needs no number to be told.
    private static let named: [Self] =
        [
            .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .headerTooLarge,
            .truncated, .interfaceUnavailable, .unsupported, .cancelled, .notRecorded,
        ] + ProbeFailure.Phase.allCases.map(timedOut) + ProbeFailure.TLSFault.allCases.map(tls)

    /// Finds a kind by its stable name.
    ///
    /// The result is `nil` where no kind has the name.
    ///
    /// - Parameter name: A name as ``name`` gives it.
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
        let container = try decoder.singleValueContainer()
        guard let kind = Self(name: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "is no kind of failure")
        }
        self = kind
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension ProbeTimings: Codable {
    private enum CodingKeys: CodingKey {
        case nameLookup, connect, tls, response, total
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            nameLookup: try container.decodeSecondsIfPresent(forKey: .nameLookup),
            connect: try container.decodeSecondsIfPresent(forKey: .connect),
            tls: try container.decodeSecondsIfPresent(forKey: .tls),
            response: try container.decodeSecondsIfPresent(forKey: .response),
            total: try container.decodeSeconds(forKey: .total)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nameLookup?.seconds, forKey: .nameLookup)
        try container.encode(connect?.seconds, forKey: .connect)
        try container.encode(tls?.seconds, forKey: .tls)
        try container.encode(response?.seconds, forKey: .response)
        try container.encode(total.seconds, forKey: .total)
    }
}
