// The only conversions between the text form and plain data, in each direction.

extension Fact {
    /// Creates the fact that a JSON value means; a number that is too large for a `Double` is a text.
    package init(_ json: JSON) {
        switch json.value {
        case .null: self = .null
        case .bool(let value): self = .flag(value)
        case .integer(let value): self = .integer(value)
        case .number(let text): self = json.double.map(Fact.number) ?? .text(text)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { Fact($0) })
        case .object(let members):
            self = .record(Facts(Dictionary(members.map { ($0.name, Fact($0.value)) }) { _, last in last }))
        }
    }
}

extension JSON {
    /// Creates the JSON of a fact, with members sorted by name; a number that is not finite is null.
    /// - Parameters:
    ///   - fact: The fact; bytes are an object with Base64 under `$bytes`, secrets an object with `REDACTED` under `$secret`.
    ///   - escapesNames: Whether names that begin with `$` get a second one, so that none is mistaken for such an object.
    package init(_ fact: Fact, escapesNames: Bool = false) {
        switch fact {
        case .null: self = .null
        case .flag(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = value.isFinite ? .number(value) : .null
        case .text(let text): self = .string(text)
        case .bytes(let bytes): self = .object([("$bytes", .string(Base64.encoded(bytes)))])
        case .secret: self = .object([("$secret", .string("REDACTED"))])
        case .list(let facts): self = .array(facts.map { JSON($0, escapesNames: escapesNames) })
        case .record(let facts):
            self = .object(
                facts.sorted.map { name, fact in
                    let isEscaped = escapesNames && name.hasPrefix("$")
                    return (isEscaped ? "$" + name : name, JSON(fact, escapesNames: escapesNames))
                }
            )
        }
    }
}

extension JSON: Hashable {
    /// Returns whether two values mean the same: numbers by value, objects in any order.
    package static func == (lhs: Self, rhs: Self) -> Bool { Fact(lhs) == Fact(rhs) }

    package func hash(into hasher: inout Hasher) { hasher.combine(Fact(self)) }
}

// MARK: The wire form

extension Fact: Codable, SchemaProviding {
    package static var schema: Schema { .any }

    /// Reads what ``encode(to:)`` wrote; a secret comes back as the secret `REDACTED`.
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
            let detail = "an object with \"$bytes\" needs Base64 there, one with \"$secret\" a string, and nothing else"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: detail))
        default: return self
        }
    }
}

extension Facts: Codable, SchemaProviding {
    package static var schema: Schema { .map(.any) }
    package static func scalar(_ json: JSON) -> Self? { json.isEmptyObject ? [:] : nil }
    package func writeScalar(to output: JSONOutput) -> Bool { isEmpty && output.write(scalar: JSON.object([])) }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: FieldName.self)
        self = try Fact(JSON(from: decoder)).record?.unescaped(decoder) ?? [:]
    }

    /// Writes an object, sorted by name.
    ///
    /// A name that begins with `$` gets a second `$`, so that no peer can write `$bytes` or `$secret`.
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
