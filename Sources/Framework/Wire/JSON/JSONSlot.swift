/// A slot for a value that is being written.
final class JSONSlot {
    enum Content {
        case text([UInt8])
        case array([JSONSlot])
        case object([(name: String, slot: JSONSlot)], indices: [String: Int])
    }

    /// The written content; a slot without content is an object without members.
    var content = Content.object([], indices: [:])
    let isSparse: Bool
    let isSorted: Bool

    init(isSparse: Bool, isSorted: Bool) { (self.isSparse, self.isSorted) = (isSparse, isSorted) }

    func write(to output: JSONOutput) {
        switch content {
        case .text(let text): output.write(text: text)
        case .array(let slots): output.writeArray(slots)
        case .object: output.writePart { writeMembers(to: output) }
        }
    }

    var isObject: Bool { if case .object = content { true } else { false } }

    func writeMembers(to output: JSONOutput) {
        guard case .object(let members, _) = content else { return }
        for (name, slot) in isSorted ? members.sorted(by: { $0.name < $1.name }) : members {
            output.writeName(name)
            slot.write(to: output)
        }
    }

    var count: Int { if case .array(let slots) = content { slots.count } else { 0 } }

    func becomeArray() { if case .array = content {} else { content = .array([]) } }

    func appended() -> JSONSlot {
        guard case .array(var slots) = content else { return self }
        // Without this second reference, the append does not copy the array.
        content = .text([])
        let slot = JSONSlot(isSparse: isSparse, isSorted: isSorted)
        slots.append(slot)
        content = .array(slots)
        return slot
    }

    /// Returns the slot of a member; a repeated name overwrites the earlier one.
    func member(_ name: String) -> JSONSlot {
        guard case .object(var members, var indices) = content else { return self }
        content = .text([])
        let slot = JSONSlot(isSparse: isSparse, isSorted: isSorted)
        if let index = indices[name] {
            members[index].slot = slot
        } else {
            indices[name] = members.count
            members.append((name, slot))
        }
        content = .object(members, indices: indices)
        return slot
    }

    func writeNull() { content = .text(Array("null".utf8)) }

    func write(_ value: some Encodable, path: [any CodingKey]) throws {
        let output = JSONOutput(isSparse: isSparse, isSorted: isSorted, codingPath: path)
        try output.encode(value)
        content = .text(output.take())
    }
}

/// The encoder of a slot; it is also its single-value and its unkeyed container.
struct JSONSlotEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
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

    func encodeNil() { next.writeNull() }
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

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).writeNull() }

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
