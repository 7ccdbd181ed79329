import ConnectivityCore
import ConnectivitySignIn
import ConnectivityWire

/// A value for a portal: a text, `{"secret": NAME}`, `{"md5": [VALUE...]}`, or `{"bytes": BASE64}` within a digest.
struct WrittenPortalValue: Codable, SchemaProviding, Equatable {
    var value: PortalRequest.Value

    /// The largest nesting depth of digests.
    static let depthMax = 4
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
    }

    init(_ value: PortalRequest.Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            value = .text(text)
            return
        }
        let depth = decoder.codingPath.count { $0.stringValue == "md5" }
        guard depth <= Self.depthMax else {
            throw decoder.fault("at most \(Self.depthMax) digests can be within each other")
        }
        let object = try Object(from: decoder)
        switch (object.secret, object.md5, object.bytes) {
        case (let secret?, nil, nil): value = .secret(secret)
        case (nil, nil, let bytes?):
            guard depth > 0 else {
                throw decoder.fault("\"bytes\" is allowed only within \"md5\"")
            }
            value = .bytes(bytes.bytes)
        case (nil, let parts?, nil):
            guard (1...Self.partCountMax).contains(parts.count) else {
                throw decoder.fault("\"md5\" needs 1 through \(Self.partCountMax) parts")
            }
            value = .md5(parts.map(\.value))
        default: throw decoder.fault("exactly one of \"secret\", \"md5\" and \"bytes\" is needed")
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
