#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes JSON and refuses every key, at any depth, that the decoded types do not ask for.
///
/// The standard decoders pass over unknown keys, so that a mistyped option would silently do nothing.
enum StrictDecoding {
    /// The key that was not asked for, and those that were.
    struct UnreadKey: Error {
        var path: [String]
        var key: String
        var known: [String]
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try JSONDecoder().decode(Strict<Value>.self, from: data).value
    }
}

/// A value whose keys are checked once it has been decoded.
private struct Strict<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let asked = AskedKeys()
        value = try Value(from: StrictDecoder(base: decoder, asked: asked))
        guard !asked.areData, let object = try? decoder.container(keyedBy: AnyKey.self) else { return }
        let unread = object.allKeys.map(\.stringValue).filter { !asked.names.contains($0) }
        guard let key = unread.min() else { return }
        let path = decoder.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        throw StrictDecoding.UnreadKey(path: path, key: key, known: asked.names.sorted())
    }
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
