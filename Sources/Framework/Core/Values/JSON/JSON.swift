/// A JSON value (RFC 8259) with its position in the text from which it was read.
///
/// ``JSONReader`` reads it, ``encoded(_:)`` writes it, ``decode(_:strictly:)`` and ``init(encoding:)`` convert it to other values
/// and back. Members keep their order and numbers their spelling, so a text is written as it was read, and faults have positions.
/// None of that belongs to the meaning, which is a `Fact`: two values are equal if their facts are.
package struct JSON: Sendable {
    package enum Value: Sendable {
        case null
        case bool(Bool)
        /// A number that is written as a whole number and fits the type.
        case integer(Int64)
        /// Any other number, as written.
        case number(String)
        case string(String)
        case array([JSON])
        case object([Member])
    }

    package struct Member: Sendable {
        package var name: String
        package var value: JSON
        /// The position of the name; `nil` if it was not read from a text.
        package var position: TextPosition?

        package init(_ name: String, _ value: JSON, at position: TextPosition? = nil) {
            self.name = name
            self.value = value
            self.position = position
        }
    }

    package var value: Value
    /// The position of the beginning of the value; `nil` if it was not read from a text.
    package var position: TextPosition?

    package init(_ value: Value, at position: TextPosition? = nil) {
        self.value = value
        self.position = position
    }

    // MARK: Making

    package static let null = JSON(Value.null)

    package static func bool(_ value: Bool) -> JSON { JSON(.bool(value)) }
    package static func string(_ text: String) -> JSON { JSON(.string(text)) }
    package static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }

    package static func integer(_ value: some BinaryInteger) -> JSON {
        JSON(Int64(exactly: value).map(Value.integer) ?? .number("\(value)"))
    }

    /// Returns a finite number with no more digits than necessary: 2 instead of 2.0.
    package static func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> JSON {
        if value.magnitude < 1e15, value.sign == .plus || value != 0, let whole = Int64(exactly: value) {
            return JSON(Value.integer(whole))
        }
        let text = value.description
        return JSON(.number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }

    /// Returns an object of the members that have a value, in this order.
    package static func object(_ members: [(String, JSON?)]) -> JSON {
        JSON(.object(members.compactMap { name, value in value.map { Member(name, $0) } }))
    }

    // MARK: Looking

    /// The member with a name; `nil` if the value has no such member, or is not an object.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var string: String? { if case .string(let text) = value { text } else { nil } }
    package var bool: Bool? { if case .bool(let value) = value { value } else { nil } }

    /// Returns the value as an integer; `nil` if it is not a number that the type represents exactly.
    package func whole<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        switch value {
        case .integer(let whole): Integer(exactly: whole)
        // The number is whole, but written with a point, an exponent, or more digits than Int64 has.
        case .number(let text): Integer(text) ?? Double(text).flatMap(Integer.init(exactly:))
        default: nil
        }
    }

    /// The value as the nearest `Double`; `nil` if it is not a number or too large.
    package var double: Double? {
        switch value {
        case .integer(let whole): Double(whole)
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    package var isEmptyArray: Bool { if case .array(let elements) = value { elements.isEmpty } else { false } }
    package var isEmptyObject: Bool { if case .object(let members) = value { members.isEmpty } else { false } }

    package var kind: String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Returns a copy with each text replaced by another; names of members stay.
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

    /// A copy with the members of each object sorted by name.
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

    /// Returns the position of the value at a path, or of the last value that exists; optionally that of its name.
    package func position(at path: some BidirectionalCollection<String>, ofName: Bool = false) -> TextPosition? {
        if ofName, case .object(let members) = value(at: path.dropLast()).value,
            let member = members.first(where: { $0.name == path.last })
        {
            return member.position
        }
        return value(at: path).position
    }

    /// Returns the value at a path, or the last value that exists.
    package func value(at path: some Collection<String>) -> JSON {
        guard let step = path.first else { return self }
        switch value {
        case .object(let members):
            return members.first { $0.name == step }?.value.value(at: path.dropFirst()) ?? self
        case .array(let elements):
            guard let index = Int(step), elements.indices.contains(index) else { return self }
            return elements[index].value(at: path.dropFirst())
        default: return self
        }
    }
}
