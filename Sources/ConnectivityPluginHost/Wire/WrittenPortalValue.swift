internal import ConnectivityCore

/// A value that a plugin sends to a portal: a text, `{"secret": NAME}`, `{"md5": [VALUE...]}`, or `{"bytes": BASE64}` within a
/// digest.
struct WrittenPortalValue: Codable, SchemaProviding, Equatable {
    var value: PortalRequest.Value

    /// The largest number of digests within each other.
    static let depthMax = 4
    /// The largest number of parts of a digest.
    static let partCountMax = 16

    private struct Object: FieldCodable {
        var secret: String?
        var md5: [WrittenPortalValue]?
        var bytes: Base64?

        static let fields = FieldTable(
            Self(),
            [.optional("secret", \.secret, .name), .optional("md5", \.md5), .optional("bytes", \.bytes)]
        )
        static var schema: Schema { fields.schema("PortalValue") }

        init() {}
        init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
        func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
    }

    init(_ value: PortalRequest.Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            value = .text(text)
            return
        }
        let object = try Object(from: decoder)
        func refused(_ detail: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: detail))
        }
        switch (object.secret, object.md5, object.bytes) {
        case (let secret?, nil, nil): value = .secret(secret)
        case (nil, nil, let bytes?):
            guard decoder.codingPath.contains(where: { $0.stringValue == "md5" }) else {
                throw refused("\"bytes\" is allowed only within \"md5\"")
            }
            value = .bytes(bytes.bytes)
        case (nil, let parts?, nil):
            let value = PortalRequest.Value.md5(parts.map(\.value))
            guard (1...Self.partCountMax).contains(parts.count), value.digestDepth <= Self.depthMax else {
                let limits =
                    "1 through \(Self.partCountMax) parts and at most \(Self.depthMax) digests within each other"
                throw refused("\"md5\" needs \(limits)")
            }
            self.value = value
        default: throw refused("exactly one of \"secret\", \"md5\" and \"bytes\" is needed")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = Object()
        switch value {
        case .text(let text): return try text.encode(to: encoder)
        case .secret(let name): object.secret = name
        case .md5(let parts): object.md5 = parts.map(Self.init)
        case .bytes(let bytes): object.bytes = Base64(bytes)
        }
        try object.encode(to: encoder)
    }

    static var schema: Schema { .either([.text(), Object.schema]) }
}

extension PortalRequest.Value {
    /// How many digests are within each other.
    fileprivate var digestDepth: Int {
        guard case .md5(let parts) = self else { return 0 }
        return 1 + (parts.map(\.digestDepth).max() ?? 0)
    }
}
