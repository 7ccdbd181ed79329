import ConnectivityCore
public import ConnectivityWire

/// A component named in configuration: an object with its name under `use` and its options as the other members.
///
/// A plain string is a name without options.
public struct ComponentReference: Codable, Hashable, Sendable, ExpressibleByStringLiteral, SchemaProviding {
    /// The name of the component.
    public let id: PluginID
    /// The options as a JSON object.
    let json: JSON
    /// The position of the name in the text that it was read from.
    let position: TextPosition?

    /// The options as the text of a JSON object, with the members sorted by name.
    public var options: String { json.sorted.text }

    /// Creates a reference to a component without options.
    public init(_ id: PluginID) { self.init(id, json: .object([])) }

    public init(stringLiteral value: String) { self.init(PluginID(value)) }

    /// Creates a reference to a component whose options are strings.
    public init(_ id: PluginID, options: [String: String]) {
        self.init(id, json: .object(options.sortedByKey.map { ($0.key, .string($0.value)) }))
    }

    /// Reads a reference from the command line: the text of a JSON object with `use`, or only a name.
    ///
    /// A text that begins with a brace, a bracket or a quotation mark is JSON.
    ///
    /// - Throws: ``PluginError/malformed(_:detail:at:)`` if such a text is not JSON,
    ///   ``PluginError/invalidOption(_:path:detail:at:)`` if it names no component.
    public init(text: String) throws(PluginError) {
        guard let first = text.first(where: { !$0.isWhitespace }), "{[\"".contains(first) else {
            self.init(PluginID(text))
            return
        }
        try self.init(json: text.utf8)
    }

    /// Reads a reference from the bytes of a JSON text.
    package init(json text: some Collection<UInt8>) throws(PluginError) {
        self = try decodeOptions(Self.self, of: "component", from: JSON(parsing: text, of: "component"))
    }

    init(_ id: PluginID, json: JSON, at position: TextPosition? = nil) {
        self.id = id
        self.json = json
        self.position = position
    }

    public init(from decoder: any Decoder) throws {
        var options = try JSON(from: decoder)
        switch options.value {
        case .string(let name):
            self.init(PluginID(name), json: JSON(.object([]), at: options.position), at: options.position)
        case .object(var members):
            guard let index = members.firstIndex(where: { $0.name == "use" }), let name = members[index].value.string
            else { throw decoder.fault("an object that names a component needs a string \"use\"") }
            let position = members.remove(at: index).value.position
            options.value = .object(members)
            self.init(PluginID(name), json: options, at: position)
        default:
            throw decoder.fault("a component must be a name or an object with \"use\"")
        }
    }

    package static var schema: Schema { schema(of: "Component") }

    /// Returns the schema of a reference to a component of a family, such as `Notifier`.
    package static func schema(of family: String) -> Schema {
        let use = Schema.Member("use", .text(), isRequired: true)
        return .either([.text(), .open(family, [use])])
    }

    public func encode(to encoder: any Encoder) throws {
        var object = json
        if case .object(let members) = json.value {
            object.value = .object([.init("use", .string(id.description))] + members)
        }
        try object.encode(to: encoder)
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id && lhs.json == rhs.json }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(json)
    }
}
