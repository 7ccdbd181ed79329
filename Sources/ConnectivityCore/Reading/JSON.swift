/// A JSON value (RFC 8259) that knows where it stands in the text it was read from.
///
/// The one form of JSON in this project: a ``JSONReader`` reads it, ``encoded(_:)`` writes it, ``decode(_:strictly:)`` and
/// ``init(encoding:)`` turn it into other values and back. Members keep their order and numbers the way they are written,
/// so that what was read is written back the same. Where values are compared, neither counts, nor does the position.
package struct JSON: Sendable {
    package enum Value: Sendable {
        case null
        case bool(Bool)
        /// A number that is written as a whole one and fits.
        case integer(Int64)
        /// Any other number, as it is written.
        case number(String)
        case string(String)
        case array([JSON])
        case object([Member])
    }

    package struct Member: Sendable {
        package var name: String
        package var value: JSON
        /// Where the name stands; `nil` for one that was not read.
        package var position: TextPosition?

        package init(_ name: String, _ value: JSON, at position: TextPosition? = nil) {
            self.name = name
            self.value = value
            self.position = position
        }
    }

    package var value: Value
    /// Where the value begins; `nil` for one that was not read.
    package var position: TextPosition?

    package init(_ value: Value, at position: TextPosition? = nil) {
        self.value = value
        self.position = position
    }

    // MARK: Making

    package static let null = JSON(.null)

    package static func bool(_ value: Bool) -> JSON { JSON(.bool(value)) }
    package static func string(_ text: String) -> JSON { JSON(.string(text)) }
    package static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }

    package static func integer(_ value: some BinaryInteger) -> JSON {
        JSON(Int64(exactly: value).map(Value.integer) ?? .number("\(value)"))
    }

    /// A finite number, with no more digits than it needs: 2 and not 2.0.
    package static func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> JSON {
        if value.magnitude < 1e15, value.sign == .plus || value != 0, let whole = Int64(exactly: value) {
            return JSON(.integer(whole))
        }
        let text = value.description
        return JSON(.number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }

    /// An object of the members that are there, in this order.
    package static func object(_ members: [(String, JSON?)]) -> JSON {
        JSON(.object(members.compactMap { name, value in value.map { Member(name, $0) } }))
    }

    // MARK: Looking

    /// The member of a name; `nil` where there is none or this is no object.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var string: String? { if case .string(let text) = value { text } else { nil } }
    package var bool: Bool? { if case .bool(let value) = value { value } else { nil } }

    /// The value as a number of a type; `nil` where it is none that the type holds exactly.
    package func whole<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        switch value {
        case .integer(let whole): Integer(exactly: whole)
        // Whole, and yet written with a point, an exponent, or more digits than Int64 has.
        case .number(let text): Integer(text) ?? Double(text).flatMap(Integer.init(exactly:))
        default: nil
        }
    }

    /// The value as the nearest number; `nil` where it is none, or too large for a `Double`.
    package var double: Double? {
        switch value {
        case .integer(let whole): Double(whole)
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// What kind of value it is, in words.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The same with another text in place of each; names of members stay.
    package func mapTexts(_ transform: (String) -> String) -> JSON {
        var copy = self
        switch value {
        case .string(let text): copy.value = .string(transform(text))
        case .array(let elements): copy.value = .array(elements.map { $0.mapTexts(transform) })
        case .object(let members):
            copy.value = .object(members.map { Member($0.name, $0.value.mapTexts(transform), at: $0.position) })
        case .null, .bool, .integer, .number: break
        }
        return copy
    }

    /// The same with the members of each object in the order of their names.
    package var sorted: JSON {
        var copy = self
        switch value {
        case .array(let elements): copy.value = .array(elements.map(\.sorted))
        case .object(let members):
            let inOrder = members.sorted { $0.name < $1.name }
            copy.value = .object(inOrder.map { Member($0.name, $0.value.sorted, at: $0.position) })
        case .null, .bool, .integer, .number, .string: break
        }
        return copy
    }
}

extension JSON: Hashable {
    /// Whether two values mean the same: numbers by their values, objects without regard to order.
    package static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs.value, rhs.value) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count
                && zip(left.sorted { $0.name < $1.name }, right.sorted { $0.name < $1.name })
                    .allSatisfy { $0.name == $1.name && $0.value == $1.value }
        case (.integer(let left), .integer(let right)): left == right
        case (.integer, .number), (.number, .integer), (.number, .number): lhs.meaning == rhs.meaning
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch value {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer, .number: hasher.combine(meaning)
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(Set(members.map(\.name)))
        }
    }

    /// What a number means, written in one way: whole numbers with their digits, others as the nearest `Double`, and the
    /// text itself where it is larger than any.
    package var meaning: String {
        if let whole = whole(Int64.self) { return "\(whole)" }
        if let double { return "\(double)" }
        if case .number(let text) = value { return text }
        return ""
    }
}
