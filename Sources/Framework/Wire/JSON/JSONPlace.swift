import ConnectivityCore

/// Returns whether a name may be a typing error of one of several other names.
func isLikelyTypo(_ name: String, of names: some Sequence<String>) -> Bool {
    names.nearest(to: name).map { $0 != name } ?? false
}

/// Marks a `DecodingError` for a member that no type reads.
struct UnreadMember: Error {
    var known: [String]
}

/// Marks a `DecodingError` that wraps an error of another type.
struct ForeignError: Error {
    var error: any Error
}

private struct JSONKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct JSONIndex: CodingKey {
    let index: Int
    var stringValue: String { "\(index)" }
    var intValue: Int? { index }
    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
}

/// The only decoder: a value, its path, and the requested members; it is used on one thread.
final class JSONPlace: Decoder {
    private let text: JSONText
    private let parent: JSONPlace?
    private let key: (any CodingKey)?
    /// The path of the outermost value.
    private let start: [any CodingKey]
    private let isStrict: Bool
    private lazy var members = text.members
    /// The member to check first, because members are usually requested in the order in which they are written.
    private var next = 0
    /// The members by name; `nil` if there are so few that a search is faster.
    private lazy var indices: [String: Int]? =
        members.count > 64
        ? Dictionary(members.enumerated().map { (text.name(of: $1), $0) }) { first, _ in first } : nil
    /// The requested names.
    private var asked: [String] = []
    /// The names of the field tables that were read.
    private var tables: [[String]] = []
    /// Whether every field may be missing.
    var isWrittenByHand = false
    /// Whether another type decoded the value as a whole and checks its members itself.
    var areData = false
    /// The parts that were read through nested containers.
    private var parts: [JSONPlace] = []

    init(
        _ text: JSONText,
        in parent: JSONPlace? = nil,
        at key: (any CodingKey)? = nil,
        from start: [any CodingKey] = [],
        isStrict: Bool
    ) {
        (self.text, self.parent, self.key, self.start, self.isStrict) = (text, parent, key, start, isStrict)
    }

    /// Returns the place of a decoder; the value of a foreign decoder is read as a whole.
    static func of(_ decoder: any Decoder) throws -> JSONPlace {
        if let place = decoder as? JSONPlace { return place }
        return JSONPlace(JSONText(try JSON(from: decoder)), from: decoder.codingPath, isStrict: false)
    }

    var codingPath: [any CodingKey] {
        let path = parent?.codingPath ?? start
        return key.map { path + [$0] } ?? path
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try checkObject(type)
        return KeyedDecodingContainer(JSONMembers(place: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let scalar = text.scalar
        switch scalar.value {
        case .array: return JSONElements(place: self, elements: text.elements)
        case .integer(let number): throw mismatch([JSON].self, "an array such as [\(number)]", "the number \(number)")
        // The text may be a secret.
        case .string: throw mismatch([JSON].self, #"an array such as ["..."]"#)
        case .null, .bool, .number, .object: throw mismatch([JSON].self, "an array")
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { JSONWhole(place: self) }

    /// The whole value.
    var json: JSON { text.storage.origin?.value(at: codingPath.map(\.stringValue)) ?? text.json }
    fileprivate var isNull: Bool { text.isNull }

    // MARK: Members

    /// Throws unless the value is an object.
    fileprivate func checkObject(_ type: Any.Type) throws {
        guard text.isObject else { throw mismatch(type, "an object") }
    }

    /// Records that a field table reads all of its members.
    func ask(for type: Any.Type, names: [String]) throws {
        try checkObject(type)
        tables.append(names)
    }

    fileprivate func ask(for name: String) -> JSONText? {
        asked.append(name)
        return member(name)
    }

    fileprivate var names: [String] { members.map { text.name(of: $0) } }

    /// Returns a member and records its name as requested; `nil` if it is missing.
    func member(_ name: String) -> JSONText? {
        if let indices { return indices[name].map(member) }
        return index(of: name).map(member)
    }

    private func index(of name: String) -> Int? {
        let members = members
        func index(in range: Range<Int>) -> Int? { range.first { text.isName(members[$0].name, name) } }
        return index(in: next..<members.count) ?? index(in: 0..<next)
    }

    private func member(_ index: Int) -> JSONText {
        next = index + 1
        members[index].isAsked = true
        return JSONText(storage: text.storage, start: members[index].value)
    }

    /// Returns the decoder of a nested value, whose members are checked together with those of this one.
    fileprivate func part(_ text: JSONText, _ key: any CodingKey) -> JSONPlace {
        let part = JSONPlace(text, in: self, at: key, isStrict: isStrict)
        parts.append(part)
        return part
    }

    // MARK: Values

    private func mismatch(_ type: Any.Type, _ wanted: String, _ found: String? = nil) -> DecodingError {
        let text = "expected \(wanted); found \(found ?? text.scalar.kind)"
        return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: text))
    }

    /// Decodes the value of a field.
    func decode<Value: Decodable & SchemaProviding>(
        _ type: Value.Type,
        _ text: JSONText,
        _ key: FieldName
    ) throws -> Value {
        if text.isScalar, let value = Value.scalar(text.scalar) { return value }
        let place = JSONPlace(text, in: self, at: key, isStrict: isStrict)
        return try text.isScalar ? place.decode(type) : place.decodeParts(type)
    }

    /// Decodes a part of this value.
    fileprivate func decode<Value: Decodable>(_ type: Value.Type, _ text: JSONText, _ key: any CodingKey) throws
        -> Value
    {
        try JSONPlace(text, in: self, at: key, isStrict: isStrict).decode(type)
    }

    /// Decodes this value as a whole with another type.
    fileprivate func decodeWhole<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONPlace(text, in: parent, at: key, isStrict: isStrict).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Most parts have a scalar type that needs no decoder.
        if let scalar = type as? any JSONScalar.Type {
            if let value = scalar.scalar(text.scalar) as? Value { return value }
            throw mismatch(scalar)
        }
        return try decodeParts(type)
    }

    @inline(never)
    private func mismatch(_ type: any JSONScalar.Type) -> DecodingError {
        guard text.scalar.kind == "a number", let range = type.range else { return mismatch(type, type.wanted) }
        return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "must be \(range)"))
    }

    private func decodeParts<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: Value
        do { value = try Value(from: self) } catch { throw explained(error, type) }
        if isStrict { try check() }
        return value
    }

    /// Returns an error of decoding a value, with its place and in plain words.
    @inline(never)
    private func explained(_ error: any Error, _ type: Any.Type) -> DecodingError {
        if let error = error as? DecodingError { return mistypedMember(insteadOf: error) ?? refined(error, type) }
        return .dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "\(error)", underlyingError: ForeignError(error: error))
        )
    }

    /// Adds a path to an error without one, and replaces the error of an unknown choice by plain words.
    private func refined(_ error: DecodingError, _ type: Any.Type) -> DecodingError {
        guard case .dataCorrupted(let context) = error, context.underlyingError == nil else { return error }
        let isChoice =
            type is any RawRepresentable.Type && context.debugDescription.hasPrefix("Cannot initialize ")
            && context.codingPath.count == codingPath.count
        guard context.codingPath.isEmpty && parent != nil || isChoice else { return error }
        var text = context.debugDescription
        if isChoice {
            let choices = (type as? any CaseIterable.Type).map { Self.choices($0) } ?? []
            text = choices.isEmpty ? "is not a known value" : "is not one of \(choices.joined(separator: ", "))"
            text += self.text.scalar.string.map(choices.suggestion) ?? ""
        }
        return .dataCorrupted(.init(codingPath: codingPath, debugDescription: text))
    }

    private static func choices<Choice: CaseIterable>(_ type: Choice.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }

    /// Returns the error for a mistyped member name, which may be the cause of an error about the whole value.
    private func mistypedMember(insteadOf error: DecodingError) -> DecodingError? {
        guard isStrict, case .dataCorrupted(let context) = error, context.codingPath.count == codingPath.count else {
            return nil
        }
        let missing = known.subtracting(members.map { text.name(of: $0) })
        return members.first { !$0.isAsked && isLikelyTypo(text.name(of: $0), of: missing) }.map(fault)
    }

    /// All requested names.
    private var known: Set<String> { tables.reduce(into: Set(asked)) { $0.formUnion($1) } }

    private func fault(of unread: JSONText.Member) -> DecodingError {
        let (name, known) = (text.name(of: unread), known.sorted())
        return .dataCorrupted(
            .init(
                codingPath: codingPath + [JSONKey(stringValue: name)],
                debugDescription: "unknown key"
                    + (known.isEmpty ? "; no key is allowed here" : "; \(known.alternatives(to: name))"),
                underlyingError: UnreadMember(known: known)
            )
        )
    }

    @inline(never)
    private func check() throws {
        for part in parts { try part.check() }
        guard !areData, text.isObject, let unread = members.first(where: { !$0.isAsked }) else { return }
        throw fault(of: unread)
    }
}

private struct JSONWhole: SingleValueDecodingContainer {
    let place: JSONPlace
    var codingPath: [any CodingKey] { place.codingPath }

    func decodeNil() -> Bool { place.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try place.decodeWhole(type)
        place.areData = true
        return value
    }
}

private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let place: JSONPlace

    var codingPath: [any CodingKey] { place.codingPath }

    var allKeys: [Key] {
        place.names.compactMap { name in
            guard let key = Key(stringValue: name) else { return nil }
            _ = place.ask(for: key.stringValue)
            return key
        }
    }

    func contains(_ key: Key) -> Bool { place.ask(for: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try place.decode(type, value(key), key)
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

    func superDecoder() throws -> any Decoder { try part(JSONKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try part(key) }

    private func part(_ key: any CodingKey) throws -> JSONPlace { place.part(try value(key), key) }

    private func value(_ key: any CodingKey) throws -> JSONText {
        guard let value = place.ask(for: key.stringValue) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
        }
        return value
    }
}

private struct JSONElements: UnkeyedDecodingContainer {
    let place: JSONPlace
    let elements: [JSONText]
    private(set) var currentIndex = 0

    init(place: JSONPlace, elements: [JSONText]) {
        self.place = place
        self.elements = elements
    }

    var codingPath: [any CodingKey] { place.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try next().isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try place.decode(type, next(), key)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let part = place.part(try next(), key)
        currentIndex += 1
        return part
    }

    private var key: JSONIndex { JSONIndex(intValue: currentIndex) }

    private func next() throws -> JSONText {
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: place.codingPath, debugDescription: "has too few elements")
            throw DecodingError.valueNotFound(JSON.self, context)
        }
        return elements[currentIndex]
    }
}
