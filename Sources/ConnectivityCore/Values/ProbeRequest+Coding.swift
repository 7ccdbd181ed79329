// A request in JSON: `url`, `method` and `headers`, or for a question of another kind `question` with its `kind` and `facts`;
// then `interface`, `family`, `nameServers`, `addresses` and `limits`, in which times are seconds and sizes bytes. Requests
// of before there were `nameServers` and `addresses` are read as without.

extension ProbeRequest: Codable {
    private enum CodingKeys: CodingKey {
        case question, url, method, headers, interface, family, nameServers, addresses, limits
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let question: Question
        if let written = try container.decodeIfPresent(WrittenFacts.self, forKey: .question) {
            question = .other(written.kind, written.facts)
        } else {
            question = .http(
                HTTPQuestion(
                    try container.decode(HTTPURL.self, forKey: .url),
                    method: try container.decode(HTTPQuestion.Method.self, forKey: .method),
                    headers: try container.decode(HeaderFields.self, forKey: .headers)
                )
            )
        }
        self.init(
            question,
            path: ProbePath(
                interface: try container.decodeIfPresent(String.self, forKey: .interface),
                family: try container.decodeIfPresent(AddressFamily.self, forKey: .family),
                nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
                addresses: try container.decodeIfPresent([IPAddress].self, forKey: .addresses) ?? []
            ),
            limits: try container.decode(ProbeLimits.self, forKey: .limits)
        )
    }

    /// Writes the request, without the values of cookies and credentials.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch question {
        case .http(let http):
            try container.encode(http.url, forKey: .url)
            try container.encode(http.method, forKey: .method)
            try container.encode(http.headers, forKey: .headers)
        case .other(let kind, let facts):
            try container.encode(WrittenFacts(kind, facts), forKey: .question)
        }
        try container.encode(path.interface, forKey: .interface)
        try container.encode(path.family, forKey: .family)
        try container.encode(path.nameServers, forKey: .nameServers)
        try container.encode(path.addresses, forKey: .addresses)
        try container.encode(limits, forKey: .limits)
    }
}

extension ProbeLimits: Codable {
    private enum CodingKeys: CodingKey {
        case total, nameLookup, connect, response, header, body
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func limit(_ key: CodingKeys) throws -> Duration? {
            guard let limit = try container.decodeSecondsIfPresent(forKey: key) else { return nil }
            try container.require(limit > .zero, key, "must be greater than zero")
            return limit
        }
        let header = try container.decode(Int.self, forKey: .header)
        try container.require(header > 0, .header, "must be greater than zero")
        let body = try container.decode(Int.self, forKey: .body)
        try container.require(body >= 0, .body, "must not be negative")
        let total = try container.decodeSeconds(forKey: .total)
        try container.require(total > .zero, .total, "must be greater than zero")
        self.init(
            total: total,
            nameLookup: try limit(.nameLookup),
            connect: try limit(.connect),
            response: try limit(.response),
            headerByteCountMax: header,
            bodyByteCountMax: body
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(total.seconds, forKey: .total)
        try container.encode(nameLookup?.seconds, forKey: .nameLookup)
        try container.encode(connect?.seconds, forKey: .connect)
        try container.encode(response?.seconds, forKey: .response)
        try container.encode(headerByteCountMax, forKey: .header)
        try container.encode(bodyByteCountMax, forKey: .body)
    }
}

extension KeyedDecodingContainer {
    /// Refuses a value that is out of its range.
    func require(_ condition: Bool, _ key: Key, _ fault: String) throws {
        guard condition else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: fault)
        }
    }
}
