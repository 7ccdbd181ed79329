import ConnectivityCore

/// The fields of a value in JSON, in order: one table defines its writer, its reader and its schema.
///
/// In the dense form every field is written, and an absent value is null, so that an object always has the same
/// members. In the sparse form, fields are left out if reading fills in the same value. Both forms are read alike.
package struct FieldTable<Value: Sendable>: Sendable {
    /// The initial value for reading; `nil` if the value is only written.
    private let blank: Value?
    /// The fields, in the order in which they are written.
    package let fields: [Field]
    /// The places of the fields, sorted by name.
    private let sorted: [Int]
    private let names: [String]
    /// The value whose fields a reader assumes if they are missing, for schemas; `nil` if a schema states no defaults.
    let usual: (@Sendable () -> Value)?

    /// Creates a table; `fault` describes what is wrong with a value that was read, `nil` if nothing is.
    package init(
        _ blank: Value,
        _ fields: [Field]...,
        usual: (@Sendable () -> Value)? = nil,
        fault: (@Sendable (Value) -> String?)? = nil
    ) {
        var fields = fields.flatMap(\.self)
        // Checked with the last field, so that it also applies if the fields are inlined in those of another value.
        if let fault, let last = fields.last {
            fields[fields.count - 1].read = { value, place in
                try last.read(&value, place)
                guard let sentence = fault(value) else { return }
                let path = place.codingPath
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: sentence))
            }
        }
        self.init(fields, blank: blank, usual: usual)
    }

    /// Creates a table of a value that is only written.
    /// - Parameter fields: The fields, in the order in which they are written.
    package init(writing fields: [Field]...) { self.init(fields.flatMap(\.self), blank: nil, usual: nil) }

    @inline(never)
    private init(_ fields: [Field], blank: Value?, usual: (@Sendable () -> Value)?) {
        (self.fields, self.blank, self.usual) = (fields, blank, usual)
        let names = fields.map(\.name)
        self.names = names
        sorted = names.indices.sorted { names[$0] < names[$1] }
    }

    package struct Field: Sendable {
        let name: String
        let isRequired: Bool
        let schema: @Sendable () -> Schema
        /// What the field is, for people, with its unit; `nil` if its name says it.
        let about: String?
        let write: @Sendable (Value, JSONOutput) throws -> Void
        var read: @Sendable (inout Value, JSONPlace) throws -> Void
    }

    /// Writes every field of a value.
    package func write(_ value: Value, to encoder: any Encoder) throws {
        guard let output = encoder as? JSONOutput else {
            // An encoder of somebody else gets what ours writes.
            let isSparse = encoder.userInfo[.isSparse] != nil
            return try JSON(encoding: Written(value: value, table: self), isSparse: isSparse).encode(to: encoder)
        }
        try output.writeObject {
            // A field is not copied, which would count references to all that it has.
            if output.isSorted {
                for index in sorted { try fields[index].write(value, output) }
            } else {
                for index in fields.indices { try fields[index].write(value, output) }
            }
        }
    }

    /// Reads a value; in one that is written by hand every field may be missing, and keeps its value of `start`, by
    /// default of the initial one.
    package func read(
        from decoder: any Decoder,
        into start: Value? = nil,
        isWrittenByHand: Bool = false
    ) throws -> Value {
        guard var value = start ?? blank else { preconditionFailure("a value that is only written is not read") }
        if let survey = decoder as? any FieldSurvey {
            for field in fields {
                let isRequired = field.isRequired && !isWrittenByHand
                survey.note(Schema.Member(field.name, field.schema(), isRequired: isRequired, about: field.about))
            }
            return value
        }
        let place = try JSONPlace.of(decoder)
        try place.ask(for: FieldName.self, names: names)
        place.isWrittenByHand = isWrittenByHand
        for index in fields.indices { try fields[index].read(&value, place) }
        return value
    }
}

/// The name of a field.
package struct FieldName: CodingKey, ExpressibleByStringLiteral {
    package var stringValue: String
    package var intValue: Int? { nil }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init(stringLiteral value: String) { stringValue = value }
    package init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
    /// Marks an encoder that leaves out fields that reading fills in.
    package static let isSparse =
        CodingUserInfoKey(rawValue: "sparse") ?? { preconditionFailure("every string is a valid key") }()
}

/// A decoder that wants to know what a table reads, and has nothing to read.
package protocol FieldSurvey: Decoder {
    /// Notes a field.
    func note(_ field: Schema.Member)
}

// MARK: The rows of a table

extension FieldTable.Field {
    package typealias Part = Codable & SchemaProviding
    package typealias Way<P> = any WritableKeyPath<Value, P> & Sendable

    /// A field that is required.
    @inline(never)
    package static func required<P: Part>(
        _ name: FieldName,
        _ way: Way<P>,
        _ rule: Rule<P>? = nil,
        about: String? = nil
    ) -> Self {
        Self(name, isRequired: true, P.self, about) { value, output in
            try output.write(value[keyPath: way], name)
        } read: { value, place in
            let part = place.isWrittenByHand ? try place.valueIfPresent(name, rule) : try place.value(name, rule)
            if let part { value[keyPath: way] = part }
        }
    }

    /// A field that is null or missing if it has no value.
    @inline(never)
    package static func optional<P: Part>(
        _ name: FieldName,
        _ way: Way<P?>,
        _ rule: Rule<P>? = nil,
        about: String? = nil
    ) -> Self {
        Self(name, isRequired: false, P?.self, about) { value, output in
            try output.write(optional: value[keyPath: way], name)
        } read: { value, place in
            value[keyPath: way] = try place.valueIfPresent(name, rule)
        }
    }

    /// A field that may be missing and then has its usual value.
    @inline(never)
    package static func filled<P: Part & Equatable>(
        _ name: FieldName,
        _ way: Way<P>,
        _ usual: P,
        _ rule: Rule<P>? = nil,
        about: String? = nil
    ) -> Self {
        Self(name, isRequired: false, P.self, about) { value, output in
            let part = value[keyPath: way]
            if part != usual || !output.isSparse { try output.write(part, name) }
        } read: { value, place in
            value[keyPath: way] = try place.valueIfPresent(name, rule) ?? usual
        }
    }

    /// A field that is derived from the others; reading accepts and ignores it, so that output can be pasted.
    @inline(never)
    package static func shown<P: Encodable & SchemaProviding>(
        _ name: FieldName,
        _ part: @escaping @Sendable (Value) -> P
    ) -> Self {
        Self(name, isRequired: false, P.self) { value, output in
            if !output.isSparse { try output.write(part(value), name) }
        } read: { _, place in
            _ = place.member(name.stringValue)
        }
    }

    /// A field that is accepted and means nothing, such as a comment; it is not written.
    package static func ignored(_ name: FieldName, about: String) -> Self {
        Self(name, isRequired: false, String.self, about) { _, _ in
        } read: { _, place in
            _ = place.member(name.stringValue)
        }
    }

    /// Returns the field with a schema that says more than its type.
    package func with(_ schema: @escaping @Sendable () -> Schema) -> Self {
        Self(name: name, isRequired: isRequired, schema: schema, about: about, write: write, read: read)
    }

    /// A field that is only written, for values that are not read.
    @inline(never)
    package static func written<P: Encodable & SchemaProviding>(
        _ name: FieldName,
        _ part: @escaping @Sendable (Value) -> P
    ) -> Self {
        Self(name, isRequired: true, P.self) { value, output in
            try output.write(part(value), name)
        } read: { _, _ in
        }
    }

    /// A required duration, in seconds.
    @inline(never)
    package static func seconds(
        _ name: FieldName,
        _ way: Way<Duration>,
        _ rule: Rule<Duration>? = nil,
        about: String? = nil
    ) -> Self {
        Self(name, isRequired: true, Seconds.self, about) { value, output in
            try output.write(Seconds(value[keyPath: way]), name)
        } read: { value, place in
            let seconds: Seconds? =
                place.isWrittenByHand ? try place.valueIfPresent(name, nil) : try place.value(name, nil)
            if let seconds { value[keyPath: way] = try place.checked(seconds.duration, name, rule) }
        }
    }

    /// A duration in seconds that is null or missing if it has no value.
    @inline(never)
    package static func seconds(
        _ name: FieldName,
        _ way: Way<Duration?>,
        _ rule: Rule<Duration>? = nil,
        about: String? = nil
    ) -> Self {
        Self(name, isRequired: false, Seconds?.self, about) { value, output in
            try output.write(optional: value[keyPath: way].map(Seconds.init), name)
        } read: { value, place in
            let seconds: Seconds? = try place.valueIfPresent(name, nil)
            value[keyPath: way] = try seconds.map { try place.checked($0.duration, name, rule) }
        }
    }

    /// The fields of a part, inlined among those of the whole value.
    package static func inlined<P>(_ table: FieldTable<P>, _ way: Way<P>) -> [Self] {
        table.fields.map { field in
            Self(name: field.name, isRequired: field.isRequired, schema: field.schema, about: field.about) {
                value,
                output in
                try field.write(value[keyPath: way], output)
            } read: { value, place in
                try field.read(&value[keyPath: way], place)
            }
        }
    }

    @inline(never)
    private init<P: SchemaProviding>(
        _ name: FieldName,
        isRequired: Bool,
        _ type: P.Type,
        _ about: String? = nil,
        write: @escaping @Sendable (Value, JSONOutput) throws -> Void,
        read: @escaping @Sendable (inout Value, JSONPlace) throws -> Void
    ) {
        self.init(
            name: name.stringValue,
            isRequired: isRequired,
            schema: { P.schema },
            about: about,
            write: write,
            read: read
        )
    }
}

/// A condition on the value of a field in addition to its type.
package struct Rule<Part>: Sendable {
    let holds: @Sendable (Part) -> Bool
    let sentence: String

    /// Creates a rule with the fault of a value that breaks it, such as `must not be negative`.
    package init(_ sentence: String, _ holds: @escaping @Sendable (Part) -> Bool) {
        self.sentence = sentence
        self.holds = holds
    }
}

extension JSONPlace {
    func value<P: Decodable & SchemaProviding>(_ name: FieldName, _ rule: Rule<P>?) throws -> P {
        guard let member = member(name.stringValue) else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "is missing")
            throw DecodingError.keyNotFound(name, context)
        }
        return try checked(decode(P.self, member, name), name, rule)
    }

    func valueIfPresent<P: Decodable & SchemaProviding>(_ name: FieldName, _ rule: Rule<P>?) throws -> P? {
        guard let member = member(name.stringValue), !member.isNull else { return nil }
        return try checked(decode(P.self, member, name), name, rule)
    }

    func checked<P>(_ part: P, _ name: FieldName, _ rule: Rule<P>?) throws -> P {
        if let rule, !rule.holds(part) { throw broken(rule.sentence, name) }
        return part
    }

    @inline(never)
    private func broken(_ sentence: String, _ name: FieldName) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath + [name], debugDescription: sentence))
    }
}

/// A value that is written as a table says.
package protocol FieldEncodable: Encodable, SchemaProviding, Sendable {
    static var fields: FieldTable<Self> { get }
}

extension FieldEncodable {
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
    package static var schema: Schema { fields.schema("\(Self.self)") }
}

/// A value that is read and written as a table says.
package protocol FieldCodable: FieldEncodable, Decodable {}

extension FieldCodable {
    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
}
