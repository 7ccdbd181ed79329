extension JSON {
    /// Decodes a value of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - isStrict: Whether a member that the decoded types do not ask for is an error, at any depth; otherwise a
    ///     mistyped option would silently do nothing.
    /// - Returns: The value.
    /// - Throws: A ``JSONFault`` with the position; if a type throws a `DecodingError`, its text is kept.
    package func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        strictly isStrict: Bool = true
    ) throws(JSONFault) -> Value {
        do {
            return try JSONPlace(json: self, path: [], isStrict: isStrict).decode(type)
        } catch {
            throw fault(error)
        }
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
    private func value(at path: some Collection<String>) -> JSON {
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

    private func fault(_ error: any Error) -> JSONFault {
        var fault = JSONFault(kind: .value, detail: "\(error)")
        let context: DecodingError.Context?
        switch error as? DecodingError {
        case .keyNotFound(let key, let found):
            fault.kind = .missing(key.stringValue)
            context = found
        case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found): context = found
        default: context = nil
        }
        if let context {
            fault.path = context.codingPath.map { key in
                key.intValue.map(JSONFault.Step.element) ?? .member(key.stringValue)
            }
            fault.detail = context.debugDescription
            if let unread = context.underlyingError as? UnreadMember { fault.kind = .unread(known: unread.known) }
            fault.cause = (context.underlyingError as? ForeignError)?.error
        }
        if case .missing(let name) = fault.kind {
            fault.detail = "\"\(name)\" is missing"
            if case .object(let members) = value(at: fault.names).value,
                let written = members.first(where: { $0.isLikelyTypo(of: [name]) })
            {
                fault.detail += "; \"\(written.name.printable(limit: 40))\" is not known"
                fault.position = written.position
                return fault
            }
        }
        var ofName = false
        if case .unread = fault.kind { ofName = true }
        fault.position = position(at: fault.names, ofName: ofName)
        return fault
    }
}

extension JSON.Member {
    /// Whether a person who meant one of several other names may have typed this one.
    fileprivate func isLikelyTypo(of names: some Sequence<String>) -> Bool {
        names.nearest(to: name).map { $0 != name } ?? false
    }
}

/// Marks a `DecodingError` for a member that no type asked for.
private struct UnreadMember: Error {
    var known: [String]
}

/// Marks a `DecodingError` that wraps an error of another type.
private struct ForeignError: Error {
    var error: any Error
}

private struct JSONKey: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

/// The members that were asked for while one value was decoded, which happens on one thread.
private final class AskedMembers {
    var names: Set<String> = []
    /// Whether another type decoded the value as a whole and checks its members itself.
    var areData = false
    /// The parts that were read through nested containers.
    var parts: [JSONPlace] = []
}

/// The only decoder: a value, its path, and the members that were asked for.
private struct JSONPlace: Decoder {
    let json: JSON
    let path: [any CodingKey]
    let isStrict: Bool
    let asked = AskedMembers()

    var codingPath: [any CodingKey] { path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json.value else { throw mismatch(type, "an object") }
        return KeyedDecodingContainer(JSONMembers(place: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch json.value {
        case .array(let elements): return JSONElements(place: self, elements: elements)
        case .integer(let number): throw mismatch([JSON].self, "an array such as [\(number)]", "the number \(number)")
        // The text may be a secret.
        case .string: throw mismatch([JSON].self, #"an array such as ["..."]"#)
        case .null, .bool, .number, .object: throw mismatch([JSON].self, "an array")
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { JSONWhole(place: self) }

    /// Returns the decoder of a nested value, whose members are checked together with those of this one.
    func part(_ json: JSON, _ key: any CodingKey) -> JSONPlace {
        let part = JSONPlace(json: json, path: path + [key], isStrict: isStrict)
        asked.parts.append(part)
        return part
    }

    func mismatch(_ type: Any.Type, _ wanted: String, _ found: String? = nil) -> DecodingError {
        let text = "expected \(wanted); found \(found ?? json.kind)"
        return .typeMismatch(type, .init(codingPath: path, debugDescription: text))
    }

    /// Decodes a part of this value, or this value as a whole with another type.
    func decode<Value: Decodable>(_ type: Value.Type, _ json: JSON, _ key: (any CodingKey)?) throws -> Value {
        // Most parts have a scalar type that needs no decoder.
        if let scalar = type as? any JSONScalar.Type, let value = scalar.init(scalar: json) as? Value { return value }
        return try JSONPlace(json: json, path: key.map { path + [$0] } ?? path, isStrict: isStrict).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let scalar = type as? any JSONScalar.Type {
            if let value = scalar.init(scalar: json) as? Value { return value }
            guard json.kind == "a number", let range = scalar.range else { throw mismatch(type, scalar.wanted) }
            throw DecodingError.typeMismatch(type, .init(codingPath: path, debugDescription: "must be \(range)"))
        }
        let value: Value
        do {
            value = try Value(from: self)
        } catch let error as DecodingError {
            throw mistypedMember(insteadOf: error) ?? refined(error, type)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "\(error)", underlyingError: ForeignError(error: error))
            )
        }
        if isStrict { try check() }
        return value
    }

    /// Adds a path to an error without one, and replaces the error of an unknown choice by plain words.
    private func refined(_ error: DecodingError, _ type: Any.Type) -> DecodingError {
        guard case .dataCorrupted(let context) = error, context.underlyingError == nil else { return error }
        let isChoice =
            type is any RawRepresentable.Type && context.debugDescription.hasPrefix("Cannot initialize ")
            && context.codingPath.count == path.count
        guard context.codingPath.isEmpty && !path.isEmpty || isChoice else { return error }
        var text = context.debugDescription
        if isChoice {
            let choices = (type as? any CaseIterable.Type).map { Self.choices($0) } ?? []
            text = choices.isEmpty ? "is not a known value" : "is not one of \(choices.joined(separator: ", "))"
            text += json.string.map(choices.suggestion) ?? ""
        }
        return .dataCorrupted(.init(codingPath: path, debugDescription: text))
    }

    private static func choices<Choice: CaseIterable>(_ type: Choice.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }

    /// What is said against a value as a whole may follow from the name of a member that was mistyped.
    private func mistypedMember(insteadOf error: DecodingError) -> DecodingError? {
        guard isStrict, case .dataCorrupted(let context) = error, context.codingPath.count == path.count,
            case .object(let members) = json.value
        else { return nil }
        let missing = asked.names.filter { name in !members.contains { $0.name == name } }
        return members.first { member in
            !asked.names.contains(member.name) && member.isLikelyTypo(of: missing)
        }.map(fault(of:))
    }

    private func fault(of unread: JSON.Member) -> DecodingError {
        let known = asked.names.sorted()
        return .dataCorrupted(
            .init(
                codingPath: path + [JSONKey(stringValue: unread.name)],
                debugDescription: "unknown key"
                    + (known.isEmpty ? "; no key is allowed here" : "; \(known.alternatives(to: unread.name))"),
                underlyingError: UnreadMember(known: known)
            )
        )
    }

    private func check() throws {
        for part in asked.parts { try part.check() }
        guard !asked.areData, case .object(let members) = json.value,
            let unread = members.first(where: { !asked.names.contains($0.name) })
        else { return }
        throw fault(of: unread)
    }
}

private struct JSONWhole: SingleValueDecodingContainer {
    let place: JSONPlace
    var codingPath: [any CodingKey] { place.path }

    func decodeNil() -> Bool { if case .null = place.json.value { true } else { false } }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try place.decode(type, place.json, nil)
        place.asked.areData = true
        return value
    }
}

private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let place: JSONPlace
    let members: [JSON.Member]
    /// The indices of the members by name; `nil` if there are so few that a linear search is faster.
    let indices: [String: Int]?

    init(place: JSONPlace, members: [JSON.Member]) {
        self.place = place
        self.members = members
        let pairs = members.enumerated().map { ($1.name, $0) }
        indices = members.count > 16 ? Dictionary(pairs) { first, _ in first } : nil
    }

    var codingPath: [any CodingKey] { place.path }

    var allKeys: [Key] {
        let keys = members.compactMap { Key(stringValue: $0.name) }
        place.asked.names.formUnion(keys.map(\.stringValue))
        return keys
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .null = try value(key).value { true } else { false }
    }

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

    private func find(_ name: String) -> JSON? {
        place.asked.names.insert(name)
        guard let indices else { return members.first { $0.name == name }?.value }
        return indices[name].map { members[$0].value }
    }

    private func value(_ key: any CodingKey) throws -> JSON {
        guard let value = find(key.stringValue) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: place.path, debugDescription: "is missing"))
        }
        return value
    }
}

private struct JSONElements: UnkeyedDecodingContainer {
    let place: JSONPlace
    let elements: [JSON]
    private(set) var currentIndex = 0

    init(place: JSONPlace, elements: [JSON]) {
        self.place = place
        self.elements = elements
    }

    var codingPath: [any CodingKey] { place.path }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard case .null = try next().value else { return false }
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

    private var key: JSONKey { JSONKey(intValue: currentIndex) }

    private func next() throws -> JSON {
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: place.path, debugDescription: "has too few elements")
            throw DecodingError.valueNotFound(JSON.self, context)
        }
        return elements[currentIndex]
    }
}

/// A JSON value decodes and encodes as itself, with any decoder and encoder.
extension JSON: Codable {
    package init(from decoder: any Decoder) throws {
        if let place = decoder as? JSONPlace {
            place.asked.areData = true
            self = place.json
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            // Each failed attempt creates an error, so the most frequent kinds come first.
            self = .string(value)
        } else if let value = try? container.decode([String: JSON].self) {
            self = JSON(.object(value.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) }))
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }
}
