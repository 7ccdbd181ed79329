package import ConnectivityCore
package import ConnectivityWire

/// The components of one kind, for lists, whatever their type.
package protocol ComponentDescribing: Sendable {
    /// The terms for one component and for several, and the name in the schema of a configuration.
    var name: String { get }
    var plural: String { get }
    var schemaName: String { get }
    /// The components, sorted by name.
    var descriptions: [ComponentDescription] { get }
}

/// The components of one kind, by name.
package struct ComponentFamily<Component>: ComponentDescribing {
    private let kind: ComponentKind<Component>
    // A struct around the closure, because Swift 6.3.1 crashes when a typed-throws closure that returns an existential
    // is passed straight into a generic parameter such as the value of a dictionary.
    private struct Factory: Sendable {
        let description: ComponentDescription
        let make: @Sendable (JSON, PluginRegistry) throws(PluginError) -> Component
    }
    private var factories: [PluginID: Factory] = [:]

    init(_ kind: ComponentKind<Component>) { self.kind = kind }

    package var name: String { kind.name }
    package var plural: String { kind.plural }
    package var schemaName: String { kind.schemaName }

    package var ids: [PluginID] { factories.keys.sorted() }

    package var descriptions: [ComponentDescription] { factories.values.map(\.description).sorted { $0.id < $1.id } }

    /// Whether a component has the option for a file of certificate authorities.
    func takesAuthorities(_ id: PluginID) -> Bool { factories[id]?.description.takesAuthorities ?? false }

    /// Makes a component; the registry makes the parts that its options name.
    func make(_ reference: ComponentReference, in registry: PluginRegistry) throws(PluginError) -> Component {
        guard let factory = factories[reference.id] else {
            if let trait = registry.missingTraits[reference.id] {
                throw .notInBuild(reference.id, trait: trait, at: reference.position)
            }
            throw .unknown(reference.id, known: ids, at: reference.position)
        }
        return try factory.make(reference.json, registry)
    }

    mutating func register<Options: Decodable & SendableMetatype>(
        _ id: PluginID,
        _ type: Options.Type,
        _ summary: String,
        described: [ComponentDescription.Option]? = nil,
        _ make: @escaping @Sendable (Options, PluginRegistry) throws(PluginError) -> Component
    ) throws(PluginError) {
        guard factories[id] == nil else { throw .alreadyRegistered(id) }
        let description = ComponentDescription(id: id, summary: summary, type: type, described: described)
        factories[id] = Factory(description: description) { (options, registry) throws(PluginError) in
            let decoded = try decodeOptions(type, of: id, from: options)
            do throws(PluginError) {
                return try make(decoded, registry)
            } catch .invalidOption(id, let path, let detail, at: nil) {
                // The closure knows the option but not its position.
                throw .invalidOption(id, path: path, detail: detail, at: JSONText(options).position(at: path))
            }
        }
    }

    /// Adds a component whose options are described by data, such as the schema of a plugin in another process.
    ///
    /// `check` throws for options that the component does not have.
    ///
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if the name is taken.
    package mutating func register(
        _ id: PluginID,
        described options: [ComponentDescription.Option],
        summary: String,
        check: @escaping @Sendable (JSON) throws(PluginError) -> Void,
        _ make: @escaping @Sendable (JSON) -> Component
    ) throws(PluginError) {
        try register(id, JSON.self, summary, described: options) { json, _ throws(PluginError) in
            try check(json)
            return make(json)
        }
    }
}

/// The description of a component that configuration can name, with its options.
package struct ComponentDescription: Sendable {
    package struct Option: Sendable {
        package let name: String
        /// The kind of the value, such as `text`, `integer`, `component`, `list of text`, or its choices: `text|json`.
        package internal(set) var kind: String
        package let isRequired: Bool
        /// The schema and the description for people, if a table defines the option.
        package internal(set) var field: Schema.Member?

        package init(name: String, kind: String, isRequired: Bool) {
            (self.name, self.kind, self.isRequired) = (name, kind, isRequired)
        }
    }

    package let id: PluginID
    /// One sentence on what the component does; empty if its plugin has none.
    package let summary: String
    private let type: any (Decodable & SendableMetatype).Type
    /// The options, if they cannot be derived from the type.
    private let described: [Option]?

    init(
        id: PluginID,
        summary: String,
        type: any (Decodable & SendableMetatype).Type,
        described: [Option]? = nil
    ) {
        (self.id, self.summary, self.type, self.described) = (id, summary, type, described)
    }

    /// The options, sorted by name.
    ///
    /// They are the options that the type reads from an object without options. An option that is read only if another
    /// one has a certain value can be missing.
    package var options: [Option] { described ?? OptionSurvey.options(of: type) }

    /// Returns a component with empty options; `nil` if it rejects them.
    package static func sample<Component: Decodable>(of type: Component.Type) -> Component? {
        try? Component(from: OptionSurvey())
    }
}
