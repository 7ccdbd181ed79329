extension JSON {
    /// Encodes a value; members are in the order in which they were encoded.
    /// - Parameters:
    ///   - value: The value.
    ///   - isSparse: Whether fields are left out if reading fills in the same value (``FieldTable``).
    /// - Throws: Any error that the value throws, and `EncodingError` for a number that is not finite.
    package init(encoding value: some Encodable, isSparse: Bool = false) throws {
        let slot = JSONSlot(isSparse: isSparse)
        try slot.write(value, path: [])
        self = slot.json
    }

    package func encode(to encoder: any Encoder) throws {
        if let place = encoder as? JSONSlotEncoder {
            place.slot.content = .value(self)
            return
        }
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number: try container.encode(double)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let members):
            try container.encode(Dictionary(members.map { ($0.name, $0.value) }) { _, last in last })
        }
    }
}

/// A slot for a value that is being written.
private final class JSONSlot {
    enum Content {
        case value(JSON)
        case array([JSONSlot])
        case object([(name: String, slot: JSONSlot)], indices: [String: Int])
    }

    /// The written content; a slot without content is an object without members.
    var content = Content.object([], indices: [:])
    let isSparse: Bool

    init(isSparse: Bool) { self.isSparse = isSparse }

    var json: JSON {
        switch content {
        case .value(let json): json
        case .array(let slots): .array(slots.map(\.json))
        case .object(let members, _): .object(members.map { ($0.name, $0.slot.json) })
        }
    }

    var count: Int { if case .array(let slots) = content { slots.count } else { 0 } }

    func becomeArray() { if case .array = content {} else { content = .array([]) } }

    func appended() -> JSONSlot {
        guard case .array(var slots) = content else { return self }
        // This drops the other reference to the array, so that it is not copied.
        content = .value(.null)
        let slot = JSONSlot(isSparse: isSparse)
        slots.append(slot)
        content = .array(slots)
        return slot
    }

    /// Returns the slot of a member; a repeated name overwrites the earlier one.
    func member(_ name: String) -> JSONSlot {
        guard case .object(var members, var indices) = content else { return self }
        content = .value(.null)
        let slot = JSONSlot(isSparse: isSparse)
        if let index = indices[name] {
            members[index].slot = slot
        } else {
            indices[name] = members.count
            members.append((name, slot))
        }
        content = .object(members, indices: indices)
        return slot
    }

    func write(_ value: some Encodable, path: [any CodingKey]) throws {
        guard let scalar = value as? any JSONScalar else {
            return try value.encode(to: JSONSlotEncoder(slot: self, codingPath: path))
        }
        guard let json = scalar.json else {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: path, debugDescription: "JSON cannot represent a number that is not finite")
            )
        }
        content = .value(json)
    }
}

/// The only encoder; it is also the single-value and the unkeyed container.
private struct JSONSlotEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { slot.isSparse ? [.isSparse: true] : [:] }
    var count: Int { slot.count }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONSlotMembers(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.becomeArray()
        return self
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The slot for the next value: this one, or a new element of an array.
    private var next: JSONSlot { if case .array = slot.content { slot.appended() } else { slot } }

    func encodeNil() { next.content = .value(.null) }
    func encode(_ value: some Encodable) throws { try next.write(value, path: codingPath) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        JSONSlotEncoder(slot: next, codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONSlotEncoder(slot: next, codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONSlotEncoder(slot: next, codingPath: codingPath) }
}

private struct JSONSlotMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).content = .value(.null) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try slot.member(key.stringValue).write(value, path: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONSlotEncoder(slot: slot.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        JSONSlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }
}
