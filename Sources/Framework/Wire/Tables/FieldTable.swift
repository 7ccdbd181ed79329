import ConnectivityCore

/// The fields of a value in JSON, in order: one table defines its writer, its reader and its schema.
///
/// The dense form has every field, and an absent value is null, so an object always has the same members. The sparse
/// form omits a field if reading fills in the same value. Both forms are read alike.
package struct FieldTable<Value: Sendable>: Sendable {
    /// Creates the initial value for reading, which may have state of its own; `nil` if the value is only written.
    private let blank: (@Sendable () -> Value)?
    /// The fields, in the order of writing.
    package let fields: [Field]
    /// The indices of the fields, sorted by name.
    private let sorted: [Int]
    /// The permitted names.
    private let names: [String]
    /// The value whose fields a reader assumes if they are missing, for schemas; `nil` if a schema states no defaults.
    let usual: (@Sendable () -> Value)?

    /// Creates a table; `fault` returns the error text for a value that was read, `nil` if the value is valid.
    package init(
        _ blank: @autoclosure @escaping @Sendable () -> Value,
        _ fields: [Field]...,
        usual: (@Sendable () -> Value)? = nil,
        fault: (@Sendable (Value) -> String?)? = nil
    ) {
        var fields = fields.flatMap(\.self)
        // Checked with the last field, so that it also applies if the fields are inlined in another table.
        if let fault, let last = fields.last {
            fields[fields.count - 1].read = { value, place in
                try last.read(&value, place)
                if let sentence = fault(value) { throw place.fault(sentence) }
            }
        }
        self.init(fields, blank: blank, usual: usual)
    }

    /// Creates a table of a value that is only written.
    package init(writing fields: [Field]...) { self.init(fields.flatMap(\.self), blank: nil, usual: nil) }

    @inline(never)
    private init(_ fields: [Field], blank: (@Sendable () -> Value)?, usual: (@Sendable () -> Value)?) {
        (self.fields, self.blank, self.usual) = (fields, blank, usual)
        names = fields.compactMap { $0.schema == nil ? nil : $0.name }
        sorted = fields.indices.sorted { fields[$0].name < fields[$1].name }
    }

    package struct Field: Sendable {
        let name: String
        let isRequired: Bool
        /// The schema in handwritten objects or in others; `nil` if the field is rejected.
        let schema: (@Sendable (_ isWrittenByHand: Bool) -> Schema)?
        let write: @Sendable (Value, JSONOutput) throws -> Void
        var read: @Sendable (inout Value, JSONPlace) throws -> Void
    }

    /// Writes every field of a value.
    package func write(_ value: Value, to encoder: any Encoder) throws {
        guard let output = encoder as? JSONOutput else {
            // A foreign encoder receives the same members as `JSONOutput`.
            let isSparse = encoder.userInfo[.isSparse] != nil
            return try JSON(encoding: Written(value: value, table: self), isSparse: isSparse).encode(to: encoder)
        }
        try output.writeObject {
            // Indexing avoids a copy of the field, which would retain its closures.
            if output.isSorted {
                for index in sorted { try fields[index].write(value, output) }
            } else {
                for index in fields.indices { try fields[index].write(value, output) }
            }
        }
    }

    /// Reads a value; in a handwritten value every field may be missing and keeps its value of `start`, by default of
    /// the initial value.
    package func read(
        from decoder: any Decoder,
        into start: Value? = nil,
        isWrittenByHand: Bool = false
    ) throws -> Value {
        guard var value = start ?? blank?() else { preconditionFailure("a value that is only written is not read") }
        if let survey = decoder as? any FieldSurvey {
            for member in members(isWrittenByHand: isWrittenByHand) { survey.add(member) }
            return value
        }
        let place = try JSONPlace.of(decoder)
        try place.ask(for: FieldName.self, names: names)
        place.isWrittenByHand = isWrittenByHand
        for index in fields.indices { try fields[index].read(&value, place) }
        return value
    }
}

package struct FieldName: CodingKey, ExpressibleByStringLiteral {
    package var stringValue: String
    package var intValue: Int? { nil }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init(stringLiteral value: String) { stringValue = value }
    package init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
    /// Marks an encoder that omits the fields that reading fills in.
    package static let isSparse =
        CodingUserInfoKey(rawValue: "sparse") ?? { preconditionFailure("every string is a valid key") }()
}

/// A decoder without input that collects the fields that a table reads.
package protocol FieldSurvey: Decoder {
    func add(_ field: Schema.Member)
}

/// A value that its field table writes.
package protocol FieldEncodable: Encodable, SchemaProviding, Sendable {
    static var fields: FieldTable<Self> { get }
}

extension FieldEncodable {
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
    package static var schema: Schema { fields.schema("\(Self.self)") }
}

/// A value that its field table reads and writes.
package protocol FieldCodable: FieldEncodable, Decodable {
    /// The name in schemas of handwritten files, if it differs from the name of other objects.
    static var writtenName: String { get }
}

extension FieldCodable {
    package static var writtenName: String { "\(Self.self)" }
    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
}

/// A value in a handwritten file: each field may be missing, and times may be texts.
package struct HandWritten<Value: FieldCodable>: Codable, SchemaProviding {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    package init(from decoder: any Decoder) throws {
        value = try Value.fields.read(from: decoder, isWrittenByHand: true)
    }

    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    package static var schema: Schema { Value.fields.schema(Value.writtenName, isWrittenByHand: true) }
}
