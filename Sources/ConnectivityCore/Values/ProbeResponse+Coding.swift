// A response in JSON: `status`, `headers`, `completeness`, and the bytes of the body as text under `body` where they are
// UTF-8, else in Base64 under `bodyBase64`; the other of the two is null.

extension ProbeResponse: Codable {
    private enum CodingKeys: CodingKey {
        case status, headers, body, bodyBase64, completeness
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bytes: [UInt8]
        if let text = try container.decodeIfPresent(String.self, forKey: .body) {
            bytes = Array(text.utf8)
        } else {
            let decoded = Base64.decoded(try container.decode(String.self, forKey: .bodyBase64))
            try container.require(decoded != nil, .bodyBase64, "is not Base64")
            bytes = decoded ?? []
        }
        self.init(
            status: try container.decode(Int.self, forKey: .status),
            headers: try container.decode(HeaderFields.self, forKey: .headers),
            body: bytes,
            completeness: try container.decode(Completeness.self, forKey: .completeness)
        )
    }

    /// Writes the response with its whole body, without the values of cookies and credentials.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let text = String(validating: body, as: UTF8.self)
        try container.encode(status, forKey: .status)
        try container.encode(headers, forKey: .headers)
        try container.encode(text, forKey: .body)
        try container.encode(text == nil ? Base64.encoded(body) : nil, forKey: .bodyBase64)
        try container.encode(completeness, forKey: .completeness)
    }
}
