import ConnectivityCore

/// The components of one kind, by name.
public struct ComponentFamily<Component>: Sendable {
    // A struct around the closure, because Swift 6.3.1 crashes when a typed-throws closure that returns an existential
    // is passed straight into a generic parameter such as the value of a dictionary.
    private struct Factory: Sendable {
        let make: @Sendable (JSON, PluginRegistry) throws(PluginError) -> Component
    }
    private var factories: [PluginID: Factory] = [:]

    init() {}

    /// The registered names, sorted.
    public var ids: [PluginID] { factories.keys.sorted() }

    /// Makes a component.
    /// - Parameters:
    ///   - reference: The name and options.
    ///   - registry: Makes the parts that the options name.
    /// - Returns: The component.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    func make(_ reference: ComponentReference, in registry: PluginRegistry) throws(PluginError) -> Component {
        guard let factory = factories[reference.id] else {
            throw .unknown(reference.id, known: ids, at: reference.position)
        }
        return try factory.make(reference.json, registry)
    }

    mutating func register<Options: Decodable & SendableMetatype>(
        _ id: PluginID,
        _ type: Options.Type,
        _ make: @escaping @Sendable (Options, PluginRegistry) throws(PluginError) -> Component
    ) throws(PluginError) {
        guard factories[id] == nil else { throw .alreadyRegistered(id) }
        factories[id] = Factory { (options, registry) throws(PluginError) in
            try make(try decodeOptions(type, of: id, from: options), registry)
        }
    }
}
