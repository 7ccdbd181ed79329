package import ConnectivityCore

/// Writes values as JSON into one buffer, on one line and without spaces; the only encoder.
///
/// Field tables, arrays and scalars write straight to the end of the buffer. Other containers collect their members
/// first, because the order is arbitrary and names may repeat.
package final class JSONOutput: Encoder {
    private var bytes: [UInt8] = []
    /// The offset at which ``setMark()`` was called.
    private var mark = 0
    package let isSparse: Bool
    package let isSorted: Bool
    package private(set) var codingPath: [any CodingKey]
    private var needsComma = false
    /// The collected parts of the value that is being encoded, or of its last element.
    private var slot: JSONSlot?
    /// Whether the value that is being encoded is an array that has begun.
    private var isArray = false
    /// Whether the value that is being encoded has written an object that accepts more members.
    private var hasObject = false

    /// Creates an output without bytes.
    /// - Parameters:
    ///   - isSparse: Whether a field is omitted if reading fills in the same value (``FieldTable``).
    ///   - isSorted: Whether the members of objects are sorted by name; otherwise they keep the order of encoding.
    ///   - codingPath: The place of the value in an outer value, for errors.
    package init(isSparse: Bool = false, isSorted: Bool = false, codingPath: [any CodingKey] = []) {
        (self.isSparse, self.isSorted, self.codingPath) = (isSparse, isSorted, codingPath)
    }

    /// Returns a value in JSON; the parameters are those of ``init(isSparse:isSorted:codingPath:)``.
    /// - Throws: Any error that the value throws, and `EncodingError` for a number that is not finite.
    package static func bytes(
        of value: some Encodable,
        isSparse: Bool = false,
        isSorted: Bool = false
    ) throws -> [UInt8] {
        let output = JSONOutput(isSparse: isSparse, isSorted: isSorted)
        try output.encode(value)
        return output.take()
    }

    /// Returns a value in JSON, as a text with sorted members.
    /// - Throws: Any error that the value throws, and `EncodingError` for a number that is not finite.
    package static func text(of value: some Encodable) throws -> String {
        String(decoding: try bytes(of: value, isSorted: true), as: UTF8.self)
    }

    /// Returns the written bytes and removes them from the output.
    package func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Marks the place of the next value; see ``write(_:fillingMark:)``.
    package func setMark() { mark = bytes.count }

    /// Calls a body that writes one value and sets the mark, then overwrites bytes at the mark with a text computed
    /// from all bytes of the value.
    package func write(_ body: () throws -> Void, fillingMark text: (ArraySlice<UInt8>) -> String) rethrows {
        let start = needsComma ? bytes.count + 1 : bytes.count
        try body()
        let text = text(bytes[start...])
        bytes.replaceSubrange(mark..<mark + text.utf8.count, with: text.utf8)
    }

    package var userInfo: [CodingUserInfoKey: Any] { isSparse ? [.isSparse: true] : [:] }

    // MARK: Containers

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slotEncoder.container(keyedBy: type)
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if !isArray {
            begin()
            bytes.append(UInt8(ascii: "["))
            (isArray, needsComma) = (true, false)
        }
        return JSONElementsOutput(output: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { JSONWholeOutput(output: self) }

    /// The encoder of a value that cannot be written yet.
    private var slotEncoder: JSONSlotEncoder {
        let slot = self.slot ?? JSONSlot(isSparse: isSparse, isSorted: isSorted)
        self.slot = slot
        return JSONSlotEncoder(slot: slot, codingPath: codingPath)
    }

    /// The encoder of a new element that cannot be written yet.
    fileprivate var elementEncoder: JSONSlotEncoder {
        writeSlot()
        return slotEncoder
    }

    fileprivate func writeSlot() {
        guard let slot else { return }
        self.slot = nil
        slot.write(to: self)
    }

    // MARK: Values

    func encode(_ value: some Encodable) throws {
        guard let scalar = value as? any JSONScalar else { return try encode(parts: value) }
        guard write(scalar: scalar) else {
            let sentence = "JSON cannot represent a number that is not finite"
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: sentence))
        }
    }

    /// Encodes a value that is not a scalar, optionally as a member of the value that is being encoded.
    private func encode(parts value: some Encodable, at key: FieldName? = nil) throws {
        try writeParts(at: key) { try value.encode(to: self) }
    }

    /// Writes the output of a body; not generic, so that the compiler emits one copy.
    @inline(never)
    private func writeParts(at key: FieldName?, _ encode: () throws -> Void) throws {
        let (outer, wasArray, hadObject, count) = (slot, isArray, hasObject, bytes.count)
        (slot, isArray, hasObject) = (nil, false, false)
        if let key { codingPath.append(key) }
        try encode()
        if key != nil { codingPath.removeLast() }
        if let slot, slot.isObject { writeObject { slot.writeMembers(to: self) } } else { writeSlot() }
        if isArray {
            bytes.append(UInt8(ascii: "]"))
            needsComma = true
        } else if bytes.count == count {
            // A value that encodes nothing is an object without members.
            writeObject {}
        }
        (slot, isArray, hasObject) = (outer, wasArray, hadObject)
    }

    /// Encodes an element of an array.
    fileprivate func encode(element: some Encodable) throws {
        writeSlot()
        try encode(element)
    }

    /// Writes a member of an object.
    func write<Part: Encodable & SchemaProviding>(_ part: Part, _ name: FieldName) throws {
        writeName(name.stringValue)
        if !part.writeScalar(to: self) { try encode(parts: part, at: name) }
    }

    /// Writes a member of an object: null for `nil`, or nothing if the output is sparse.
    func write<Part: Encodable & SchemaProviding>(optional part: Part?, _ name: FieldName) throws {
        if let part { return try write(part, name) }
        guard !isSparse else { return }
        writeName(name.stringValue)
        write(.null)
    }

    /// Writes the value that is being encoded as an object, or adds members to it; the body writes the members.
    @inline(never)
    func writeObject(_ body: () throws -> Void) rethrows {
        if hasObject {
            bytes.removeLast()
            needsComma = bytes.last != UInt8(ascii: "{")
        } else {
            begin()
            bytes.append(UInt8(ascii: "{"))
            needsComma = false
        }
        try body()
        bytes.append(UInt8(ascii: "}"))
        (needsComma, hasObject) = (true, true)
    }

    /// Writes an object that is a part of the value; the body writes its members.
    func writePart(_ body: () throws -> Void) rethrows {
        let hadObject = hasObject
        hasObject = false
        try writeObject(body)
        hasObject = hadObject
    }

    func writeArray(_ slots: [JSONSlot]) {
        begin()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for slot in slots { slot.write(to: self) }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    @inline(never)
    func writeName(_ name: String) {
        begin()
        JSON.write(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a text; always true.
    package func write(scalar text: String) -> Bool {
        begin()
        JSON.write(text, to: &bytes)
        return true
    }

    /// Writes a value; always true.
    package func write(scalar json: JSON) -> Bool {
        write(json)
        return true
    }

    /// Writes a text, a Boolean or a number; returns whether JSON can represent it.
    func write(scalar value: some JSONScalar) -> Bool { value.json.map(write(scalar:)) ?? false }

    func write(_ json: JSON) {
        begin()
        switch json.value {
        case .array, .object: (isSorted ? json.sorted : json).write(to: &bytes)
        case .null, .bool, .integer, .number, .string: json.write(to: &bytes)
        }
    }

    /// Writes a text that is already JSON on one line.
    package func write(text: [UInt8]) {
        begin()
        bytes += text
    }

    private func begin() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

private struct JSONWholeOutput: SingleValueEncodingContainer {
    let output: JSONOutput
    var codingPath: [any CodingKey] { output.codingPath }

    func encodeNil() { output.write(.null) }
    func encode(_ value: some Encodable) throws { try output.encode(value) }
}

private struct JSONElementsOutput: UnkeyedEncodingContainer {
    let output: JSONOutput
    private(set) var count = 0
    var codingPath: [any CodingKey] { output.codingPath }

    init(output: JSONOutput) { self.output = output }

    mutating func encodeNil() {
        count += 1
        output.writeSlot()
        output.write(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        count += 1
        try output.encode(element: value)
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return output.elementEncoder
    }
}
