package import ConnectivityCore

/// A type that has a schema of its JSON form.
package protocol SchemaProviding: Sendable {
    static var schema: Schema { get }

    /// Returns the value of a scalar or an empty container; `nil` to decode it with a decoder, which also finds errors.
    ///
    /// Most fields then need no decoder and no encoder.
    static func scalar(_ json: JSON) -> Self?

    /// Writes the value if it is a scalar or an empty container; returns whether it was written. Otherwise it is encoded.
    func writeScalar(to output: JSONOutput) -> Bool
}

extension SchemaProviding {
    package static func scalar(_ json: JSON) -> Self? { nil }
    package func writeScalar(to output: JSONOutput) -> Bool { false }
}

/// The shape of a JSON value, in the terms of JSON Schema.
///
/// Source: JSON Schema, draft 2020-12.
package indirect enum Schema: Sendable {
    case any
    /// A text, optionally in a format of JSON Schema.
    case text(format: String? = nil)
    case choice([String])
    case whole(Range<Int>?)
    case number
    case flag
    case list(Schema)
    /// An object with arbitrary names and values of one schema.
    case map(Schema)
    case object(String, @Sendable () -> [Member])
    /// A named object that permits members besides its own.
    case open(String, [Member])
    case either([Schema])
    case null

    package struct Member: Sendable {
        package var name: String
        package var schema: Schema
        package var isRequired: Bool
        /// The default that a reader assumes if the member is missing; `nil` without a default, or if it is not stated.
        package var usual: JSON?

        package init(
            _ name: String,
            _ schema: Schema,
            isRequired: Bool = false,
            usual: JSON? = nil
        ) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.usual = usual
        }

        /// Returns the schema as JSON, with references to the definitions of its document and a description of the
        /// member for people.
        package func json(_ description: String?) -> JSON {
            var definitions = Definitions()
            return json(description, &definitions)
        }

        fileprivate func json(_ description: String?, _ definitions: inout Definitions) -> JSON {
            let own = schema.json(&definitions)
            guard description != nil || usual != nil, case .object(let members) = own.value else { return own }
            let notes = [("description", description.map(JSON.string)), ("default", usual)]
            return .object(notes + members.map { ($0.name, $0.value) })
        }
    }

    /// The named objects of a document.
    fileprivate struct Definitions {
        var objects: [String: JSON] = [:]
        /// The descriptions of their members, by the names of both, such as `Schedule.interval`.
        var descriptions: [String: String] = [:]
    }

    package var orNull: Schema { .either([self, .null]) }

    /// Returns the schema as a document with the definitions of further schemas; the title is a description in one line.
    ///
    /// The descriptions explain members, by the names of the object and the member, such as `Schedule.interval`.
    package func document(
        title: String,
        defining others: [Schema] = [],
        _ descriptions: [String: String] = [:]
    ) -> JSON {
        var definitions = Definitions(descriptions: descriptions)
        let own = json(&definitions)
        for other in others { _ = other.json(&definitions) }
        var members: [(String, JSON?)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("title", .string(title)),
        ]
        if case .object(let written) = own.value { members += written.map { ($0.name, $0.value) } }
        members.append(
            ("$defs", .object(definitions.objects.sortedByKey.map { ($0.key, $0.value) }))
        )
        return .object(members)
    }

    /// Returns the schema as JSON, with named objects added to the definitions.
    fileprivate func json(_ definitions: inout Definitions) -> JSON {
        switch self {
        case .any: return .object([])
        case .text(let format): return .object([("type", .string("string")), ("format", format.map(JSON.string))])
        case .choice(let texts): return .object([("enum", .array(texts.map(JSON.string)))])
        case .whole(let range):
            return .object([
                ("type", .string("integer")), ("minimum", range.map { .integer($0.lowerBound) }),
                ("exclusiveMaximum", range.map { .integer($0.upperBound) }),
            ])
        case .number: return .object([("type", .string("number"))])
        case .flag: return .object([("type", .string("boolean"))])
        case .null: return .object([("type", .string("null"))])
        case .list(let element):
            return .object([("type", .string("array")), ("items", element.json(&definitions))])
        case .map(let value):
            return .object([("type", .string("object")), ("additionalProperties", value.json(&definitions))])
        case .either: return .object([("anyOf", .array(alternatives.map { $0.json(&definitions) }))])
        case .object(let name, let members): return reference(name, isOpen: false, members, &definitions)
        case .open(let name, let members): return reference(name, isOpen: true, { members }, &definitions)
        }
    }

    /// The alternatives, at least one of which a value must match.
    private var alternatives: [Schema] {
        if case .either(let schemas) = self { schemas.flatMap(\.alternatives) } else { [self] }
    }

    /// Returns a reference to the definition of an object; adds the definition if it is missing.
    private func reference(
        _ name: String,
        isOpen: Bool,
        _ members: () -> [Member],
        _ definitions: inout Definitions
    ) -> JSON {
        if definitions.objects[name] == nil {
            // The placeholder ends the recursion if an object contains itself.
            definitions.objects[name] = .null
            // The components of all kinds share their descriptions.
            let owner = isOpen ? "Component" : name
            let members = members().map { member in
                let description = definitions.descriptions["\(owner).\(member.name)"]
                return (member.name, member.json(description, &definitions), member.isRequired)
            }
            let required = members.filter(\.2).map { JSON.string($0.0) }
            definitions.objects[name] = .object([
                ("type", .string("object")), ("properties", .object(members.map { ($0.0, $0.1) })),
                ("required", required.isEmpty ? nil : .array(required)),
                ("additionalProperties", .bool(isOpen)),
            ])
        }
        return .object([("$ref", .string("#/$defs/\(name)"))])
    }
}

extension FieldTable {
    /// Returns the schema of the objects that the table describes; in handwritten ones, every field may be missing.
    package func schema(_ name: String, isWrittenByHand: Bool = false) -> Schema {
        .object(name) { members(isWrittenByHand: isWrittenByHand) }
    }

    /// Returns the members of an object that the table describes, in order; in a handwritten one, every field may be missing.
    package func members(isWrittenByHand: Bool = false) -> [Schema.Member] {
        let usual = usual.flatMap { try? JSON(encoding: Written(value: $0(), table: self)) }
        return fields.compactMap { field in
            guard let schema = field.schema?(isWrittenByHand) else { return nil }
            var known = usual?[field.name]
            if case .null? = known?.value { known = nil }
            return Schema.Member(
                field.name,
                schema,
                isRequired: field.isRequired && !isWrittenByHand,
                usual: known
            )
        }
    }

    /// A value that the table writes.
    struct Written: Encodable {
        let value: Value
        let table: FieldTable

        func encode(to encoder: any Encoder) throws { try table.write(value, to: encoder) }
    }
}

// MARK: Types of the standard library

extension Array: SchemaProviding where Element: SchemaProviding {
    package static var schema: Schema { .list(Element.schema) }
    package static func scalar(_ json: JSON) -> Self? { json.isEmptyArray ? [] : nil }
    package func writeScalar(to output: JSONOutput) -> Bool { isEmpty && output.write(scalar: JSON.array([])) }
}

extension Optional: SchemaProviding where Wrapped: SchemaProviding {
    package static var schema: Schema { .either([Wrapped.schema, .null]) }

    package func writeScalar(to output: JSONOutput) -> Bool {
        if let self { return self.writeScalar(to: output) }
        output.write(.null)
        return true
    }
}

extension Dictionary: SchemaProviding where Key == String, Value: SchemaProviding {
    package static var schema: Schema { .map(Value.schema) }
    package static func scalar(_ json: JSON) -> Self? { json.isEmptyObject ? [:] : nil }
    package func writeScalar(to output: JSONOutput) -> Bool { isEmpty && output.write(scalar: JSON.object([])) }
}

extension SchemaProviding where Self: RawRepresentable<String> & CaseIterable {
    package static var schema: Schema { .choice(allCases.map(\.rawValue)) }
    package static func scalar(_ json: JSON) -> Self? { json.string.flatMap(Self.init) }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: rawValue) }
}
