import ConnectivityCore
import ConnectivityRegistry
import ConnectivityWire

/// The options of a plugin's component, in a part of JSON Schema: `type`, `properties`, `required`, `items`, `enum`,
/// `minimum`, `maximum`, `default` and `description`; without `type` any value is valid.
///
/// The options themselves are an object. A member that the schema does not name is refused, at any depth. `default` and
/// `description` are for people; a plugin applies its defaults itself.
///
/// Source: JSON Schema, draft 2020-12.
struct OptionSchema: Codable, SchemaProviding, Hashable, Sendable {
    private enum Kind: String, CaseIterable {
        case object, array, string, integer, number, boolean
        /// Any value, for a schema without `type`.
        case any
    }

    /// The schema of a component without options.
    static let none = OptionSchema(kind: .object)

    private let kind: Kind
    private var properties: [String: OptionSchema] = [:]
    private var required: [String] = []
    private var items: [OptionSchema] = []
    private var choices: [JSON] = []
    private var minimum: Double?
    private var maximum: Double?
    private var text = JSON.null

    private init(kind: Kind) { self.kind = kind }

    static var schema: Schema { .any }

    func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }

    init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        do throws(Refusal) {
            self = try Self(json, depth: 0)
            guard kind == .object else { throw Refusal("the type of the options must be object") }
        } catch {
            throw decoder.fault(error.text)
        }
    }

    private struct Refusal: Error {
        var text: String
        init(_ text: String) { self.text = text }
    }

    private init(_ json: JSON, depth: Int) throws(Refusal) {
        guard depth < 8 else { throw Refusal("the schema is nested too deeply") }
        guard case .object(let members) = json.value else { throw Refusal("a schema must be an object") }
        let types = Kind.allCases.map(\.rawValue).filter { $0 != "any" }.joined(separator: ", ")
        let written = json["type"].map { $0.string.flatMap(Kind.init) } ?? .any
        guard let kind = written, kind != .any || json["type"] == nil else {
            throw Refusal("\"type\" must be one of \(types)")
        }
        self.kind = kind
        text = json
        for member in members {
            switch (member.name, member.value.value) {
            case ("type", _), ("default", _), ("description", .string): break
            case ("properties", .object(let named)) where kind == .object:
                for property in named { properties[property.name] = try Self(property.value, depth: depth + 1) }
            case ("required", .array(let names)) where kind == .object:
                required = names.compactMap(\.string)
                guard required.count == names.count else { throw Refusal("\"required\" must be a list of names") }
            case ("additionalProperties", .bool(false)) where kind == .object: break
            case ("items", .object) where kind == .array: items = [try Self(member.value, depth: depth + 1)]
            case ("enum", .array(let values)) where !values.isEmpty: choices = values
            case ("minimum", .integer), ("minimum", .number): minimum = member.value.double
            case ("maximum", .integer), ("maximum", .number): maximum = member.value.double
            default:
                throw Refusal("the schema has \"\(member.name.printable(limit: 40))\", which is not supported here")
            }
        }
        guard Set(required).isSubset(of: properties.keys) else {
            throw Refusal("\"required\" names a property that does not exist")
        }
    }

    /// The options as `connectivityctl plugins` lists them.
    var described: [ComponentDescription.Option] {
        properties.sortedByKey
            .map { .init(name: $0.key, kind: $0.value.words, isRequired: required.contains($0.key)) }
    }

    private var words: String {
        if !choices.isEmpty { return choices.map { $0.string ?? $0.text }.joined(separator: "|") }
        return switch kind {
        case .string: "text"
        case .boolean: "true|false"
        case .array: items.first.map { "list of \($0.words)" } ?? "list"
        case .integer, .number, .object: kind.rawValue
        case .any: "any value"
        }
    }

    /// Checks the options of a component; the error names the component, the path and the position of the first fault.
    func check(_ options: JSON, of id: PluginID, path: [String] = []) throws(PluginError) {
        func fault(_ detail: String) -> PluginError {
            .invalidOption(id, path: path, detail: detail, at: options.position)
        }
        let isRight =
            switch (kind, options.value) {
            case (.object, .object), (.array, .array), (.string, .string), (.boolean, .bool): true
            case (.integer, .integer), (.number, .integer), (.number, .number): true
            case (.integer, .number): options.whole(Int64.self) != nil
            case (.any, _): true
            default: false
            }
        guard isRight else { throw fault("expected \(words); found \(options.kind)") }
        guard choices.isEmpty || choices.contains(options) else {
            let nearest = options.string.map(choices.compactMap(\.string).suggestion) ?? ""
            throw fault("must be one of \(words)\(nearest)")
        }
        if let number = options.double {
            if let minimum, number < minimum { throw fault("must be at least \(JSON.number(minimum).text)") }
            if let maximum, number > maximum { throw fault("must be at most \(JSON.number(maximum).text)") }
        }
        switch options.value {
        case .object(let members) where kind == .object:
            for member in members {
                guard let property = properties[member.name] else {
                    let known = properties.keys.sorted()
                    throw .unreadKey(id, path: path, key: member.name, known: known, at: member.position)
                }
                try property.check(member.value, of: id, path: path + [member.name])
            }
            if let missing = required.first(where: { options[$0] == nil }) { throw fault("\"\(missing)\" is missing") }
        case .array(let elements):
            guard let schema = items.first else { return }
            for (index, element) in elements.enumerated() {
                try schema.check(element, of: id, path: path + ["\(index)"])
            }
        default: break
        }
    }
}
