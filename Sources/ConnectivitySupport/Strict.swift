/// A value whose decoding refuses every key, at any depth, that the decoded types do not ask for.
///
/// The standard decoders pass over unknown keys, so that a mistyped option would silently do nothing.
package struct Strict<Value: Decodable>: Decodable {
    package let value: Value

    package init(from decoder: any Decoder) throws {
        let asked = AskedKeys()
        value = try Value(from: StrictDecoder(base: decoder, asked: asked))
        guard !asked.areData, let object = try? decoder.container(keyedBy: AnyKey.self) else { return }
        let unread = object.allKeys.map(\.stringValue).filter { !asked.names.contains($0) }
        guard let key = unread.min() else { return }
        throw DecodingFault.unreadKey(path: texts(decoder.codingPath), key: key, known: asked.names.sorted())
    }
}

/// What is wrong with coded data, and where.
package enum DecodingFault: Error {
    /// A key was not asked for; the others were.
    case unreadKey(path: [String], key: String, known: [String])
    /// A value is missing, of another type or out of range; with an empty path this may be the text as a whole.
    case invalid(path: [String], detail: String)

    /// Finds the fault in what a decoder throws.
    package init(_ error: any Error) {
        switch error {
        case let fault as DecodingFault: self = fault
        case DecodingError.keyNotFound(let key, let context):
            self = .invalid(path: texts(context.codingPath), detail: "\"\(key.stringValue)\" is missing")
        case DecodingError.typeMismatch(let type, let context):
            self = .invalid(path: texts(context.codingPath), detail: "is not of type \(type)")
        case DecodingError.valueNotFound(let type, let context):
            self = .invalid(path: texts(context.codingPath), detail: "is null where a \(type) is needed")
        case DecodingError.dataCorrupted(let context):
            self = .invalid(path: texts(context.codingPath), detail: context.debugDescription)
        default: self = .invalid(path: [], detail: "\(error)")
        }
    }
}

private func texts(_ path: [any CodingKey]) -> [String] {
    path.map { $0.intValue.map(String.init) ?? $0.stringValue }
}

/// The keys that a type asked for; one object's decoding runs on one thread.
private final class AskedKeys {
    var names: Set<String> = []
    /// Whether the type took whatever keys there are, as a dictionary does.
    var areData = false
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct StrictDecoder: Decoder {
    let base: any Decoder
    let asked: AskedKeys

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(StrictObject(base: try base.container(keyedBy: type), asked: asked))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { StrictArray(base: try base.unkeyedContainer()) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        StrictValue(base: try base.singleValueContainer(), asked: asked)
    }
}

private struct StrictValue: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let asked: AskedKeys

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type is any Primitive.Type { return try base.decode(type) }
        // Another type stands for the value as a whole; which keys there may be is its affair.
        let value = try base.decode(Strict<Value>.self).value
        asked.areData = true
        return value
    }
}

private struct StrictObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let asked: AskedKeys

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] {
        asked.areData = true
        return base.allKeys
    }

    func contains(_ key: Key) -> Bool { base.contains(noting(key)) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: noting(key)) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try base.decode(Strict<Value>.self, forKey: noting(key)).value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type, forKey: noting(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        StrictArray(base: try base.nestedUnkeyedContainer(forKey: noting(key)))
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: noting(key)) }

    private func noting(_ key: Key) -> Key {
        asked.names.insert(key.stringValue)
        return key
    }
}

private struct StrictArray: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try base.decode(Strict<Value>.self).value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        StrictArray(base: try base.nestedUnkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { try base.superDecoder() }
}

/// The types that have no parts, at which decoding ends.
private protocol Primitive {}
extension Bool: Primitive {}
extension String: Primitive {}
extension Double: Primitive {}
extension Float: Primitive {}
extension Int: Primitive {}
extension Int8: Primitive {}
extension Int16: Primitive {}
extension Int32: Primitive {}
extension Int64: Primitive {}
extension UInt: Primitive {}
extension UInt8: Primitive {}
extension UInt16: Primitive {}
extension UInt32: Primitive {}
extension UInt64: Primitive {}
