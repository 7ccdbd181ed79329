import ConnectivityCore
import ConnectivityWire

/// A decoder that collects the options that a type reads, by decoding it from an object without options.
///
/// A required option receives an empty value. If the type rejects that value, options that it would read later remain
/// unknown; a decoder that reads all keys first, as synthesized ones do, shows all of them.
final class OptionSurvey: Decoder {
    private(set) var options: [ComponentDescription.Option] = []
    /// The kind of the value that the type decodes, in words; an object unless the type requests another kind.
    private var kind = "object"

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Returns the options that a type reads, in the order of their names.
    static func options(of type: any Decodable.Type) -> [ComponentDescription.Option] {
        let survey = OptionSurvey()
        _ = try? type.init(from: survey)
        return survey.options.sorted { $0.name < $1.name }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SurveyedMembers(survey: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        kind = "list"
        return SurveyedElements()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SurveyedWhole(survey: self) }

    fileprivate func record(
        _ key: any CodingKey,
        _ type: (any Decodable.Type)?,
        isRequired: Bool,
        unknownKind: String = "object"
    ) {
        let schema = (type as? any SchemaProviding.Type)?.schema
        let kind = type.map(Self.kind)
        if let index = options.firstIndex(where: { $0.name == key.stringValue }) {
            options[index].kind = kind ?? options[index].kind
        } else {
            var option = ComponentDescription.Option(
                name: key.stringValue,
                kind: kind ?? unknownKind,
                isRequired: isRequired
            )
            option.field = schema.map { schema in
                Schema.Member(key.stringValue, isRequired ? schema : schema.orNull, isRequired: isRequired)
            }
            options.append(option)
        }
    }

    /// Returns the empty value of a type.
    fileprivate static func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let scalar = (type as? any JSONScalar.Type)?.empty as? Value { return scalar }
        if let choice = (type as? any CaseIterable.Type)?.firstChoice as? Value { return choice }
        return try Value(from: OptionSurvey())
    }

    fileprivate func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        kind = Self.kind(of: type)
        return try Self.sample(type)
    }

    private static func kind(of type: any Decodable.Type) -> String {
        if let schema = (type as? any SchemaProviding.Type)?.schema { return schema.kind }
        if let list = type as? any List.Type { return "list of \(kind(of: list.element))" }
        if let choices = (type as? any CaseIterable.Type)?.choices, !choices.isEmpty {
            return choices.joined(separator: "|")
        }
        let survey = OptionSurvey()
        _ = try? type.init(from: survey)
        return survey.kind
    }
}

extension OptionSurvey: FieldSurvey {
    func add(_ field: Schema.Member) {
        var option = ComponentDescription.Option(
            name: field.name,
            kind: field.schema.kind,
            isRequired: field.isRequired
        )
        option.field = field
        options.append(option)
    }
}

extension Schema {
    private var isOpen: Bool { if case .open = self { true } else { false } }

    /// The kind of the values, in the same words as for types.
    fileprivate var kind: String {
        switch self {
        case .any, .null: "any value"
        case .text: "text"
        case .choice(let choices): choices.joined(separator: "|")
        case .whole: "integer"
        case .number: "number"
        case .flag: "true|false"
        case .list(let element): "list of \(element.kind)"
        case .map, .object, .open: "object"
        // A component is its name, or an object with its name.
        case .either(let schemas) where schemas.contains(where: \.isOpen): "component"
        case .either(let schemas):
            schemas.filter { if case .null = $0 { false } else { true } }.map(\.kind).unique.joined(separator: " or ")
        }
    }
}

private struct SurveyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let survey: OptionSurvey
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        survey.record(key, nil, isRequired: false, unknownKind: "any value")
        return false
    }

    func decodeNil(forKey key: Key) -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        survey.record(key, type, isRequired: true)
        return try OptionSurvey.sample(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        optional(type, key)
    }

    // The protocol has separate requirements for these types, whose defaults would be used otherwise.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        survey.record(key, type, isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { OptionSurvey() }

    func superDecoder(forKey key: Key) -> any Decoder {
        survey.record(key, nil, isRequired: true)
        return OptionSurvey()
    }
}

/// An empty list.
private struct SurveyedElements: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw end(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw end([String: String].self)
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end([String].self) }
    func superDecoder() throws -> any Decoder { throw end([String].self) }

    private func end(_ type: Any.Type) -> DecodingError {
        .valueNotFound(type, .init(codingPath: [], debugDescription: "the list is empty"))
    }
}

private struct SurveyedWhole: SingleValueDecodingContainer {
    let survey: OptionSurvey
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try survey.decode(type) }
}

extension JSONScalar {
    /// The empty value; JSON has one for each kind.
    fileprivate static var empty: Self? { scalar(.string("")) ?? scalar(.bool(false)) ?? scalar(.integer(0)) }
}

private protocol List {
    static var element: any Decodable.Type { get }
}

extension Array: List where Element: Decodable {
    static var element: any Decodable.Type { Element.self }
}

extension CaseIterable {
    fileprivate static var firstChoice: Any? { allCases.first }

    /// The values in JSON, if they are texts.
    fileprivate static var choices: [String] {
        allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    }
}

extension [String] {
    /// The distinct texts, in order.
    fileprivate var unique: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
