public import ConnectivityCore

extension Fact: Codable, SchemaProviding {
    package static var schema: Schema { .any }

    /// Reads the output of ``encode(to:)``; a secret is read as the secret `REDACTED`.
    public init(from decoder: any Decoder) throws {
        self = try Fact(JSON(from: decoder)).unescaped(decoder)
    }

    /// Writes plain JSON values.
    ///
    /// Bytes are an object with Base64 under `$bytes`, secrets an object with `REDACTED` under `$secret`.
    public func encode(to encoder: any Encoder) throws { try JSON(self, escapesNames: true).encode(to: encoder) }

    /// Returns the fact with `$bytes`, `$secret` and escaped names resolved.
    fileprivate func unescaped(_ decoder: any Decoder) throws -> Fact {
        switch self {
        case .list(let facts): return .list(try facts.map { try $0.unescaped(decoder) })
        case .record(let facts):
            guard facts["$bytes"] != nil || facts["$secret"] != nil else {
                return .record(try facts.unescaped(decoder))
            }
            if facts.sorted.count == 1 {
                if let text = facts["$secret"]?.text { return .secret(text) }
                if let bytes = facts["$bytes"]?.text.flatMap(Base64.decoded) { return .bytes(bytes) }
            }
            throw decoder.fault(
                "an object with \"$bytes\" needs Base64 there, one with \"$secret\" a string, and nothing else"
            )
        default: return self
        }
    }
}

extension Facts: Codable, SchemaProviding {
    package static var schema: Schema { .map(.any) }
    package static func scalar(_ json: JSON) -> Self? { json.isEmptyObject ? [:] : nil }
    package func writeScalar(to output: JSONOutput) -> Bool { isEmpty && output.write(scalar: JSON.object([])) }

    /// Reads the output of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: FieldName.self)
        self = try Fact(JSON(from: decoder)).record?.unescaped(decoder) ?? [:]
    }

    /// Writes an object, sorted by name.
    ///
    /// A name that begins with `$` receives a second `$`, so that no peer can write `$bytes` or `$secret`.
    public func encode(to encoder: any Encoder) throws {
        try JSON(.record(self), escapesNames: true).encode(to: encoder)
    }

    fileprivate func unescaped(_ decoder: any Decoder) throws -> Facts {
        let pairs = try sorted.map { name, fact in
            (name.hasPrefix("$") ? String(name.dropFirst()) : name, try fact.unescaped(decoder))
        }
        return Facts(Dictionary(pairs) { first, _ in first })
    }
}

extension Base64: SchemaProviding {
    package static var schema: Schema { .text() }
}
