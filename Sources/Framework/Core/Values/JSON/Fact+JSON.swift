// The only conversions between the text form and plain data, in each direction.

extension Fact {
    /// Creates the fact of a JSON value; a number that is too large for a `Double` becomes a text.
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
    ///   - fact: The fact; bytes become an object with Base64 under `$bytes`, secrets an object with `REDACTED` under `$secret`.
    ///   - escapesNames: Whether names that begin with `$` get a second one, to distinguish them from such an object.
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
    /// Returns whether two values have the same meaning: numbers by value, objects in any order.
    package static func == (lhs: Self, rhs: Self) -> Bool { Fact(lhs) == Fact(rhs) }

    package func hash(into hasher: inout Hasher) { hasher.combine(Fact(self)) }
}
