import ConnectivitySupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The components of one kind, by name.
public struct ComponentFamily<Component>: Sendable {
    // A struct around the closure, because Swift 6.3.1 crashes when a typed-throws closure that returns an existential
    // is passed straight into a generic parameter such as the value of a dictionary.
    private struct Factory: Sendable {
        let make: @Sendable (Data, PluginRegistry) throws(PluginError) -> Component
    }
    private var factories: [PluginID: Factory] = [:]

    init() {}

    /// The registered names, sorted.
    public var ids: [PluginID] { factories.keys.sorted() }

    /// Makes a component.
    /// - Parameters:
    ///   - reference: The name and options.
    ///   - registry: Where the component finds the parts that its options name.
    /// - Returns: The component.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    func make(_ reference: ComponentReference, in registry: PluginRegistry) throws(PluginError) -> Component {
        guard let factory = factories[reference.id] else { throw .unknown(reference.id, known: ids) }
        return try factory.make(reference.options, registry)
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

/// Decodes options, strictly unless told otherwise, and names the component in every fault.
func decodeOptions<Options: Decodable>(
    _ type: Options.Type,
    of id: PluginID,
    from data: Data,
    strictly: Bool = true
) throws(PluginError) -> Options {
    do {
        let decoder = JSONDecoder()
        return try strictly ? decoder.decode(Strict<Options>.self, from: data).value : decoder.decode(type, from: data)
    } catch let error as PluginError {
        throw error
    } catch {
        switch DecodingFault(error) {
        case .unreadKey(let path, let key, let known): throw .unreadKey(id, path: path, key: key, known: known)
        case .invalid(let path, let detail):
            let isJSON = (try? JSONDecoder().decode(JSONValue.self, from: data)) != nil
            throw isJSON ? .invalidOption(id, path: path, detail: detail) : .malformed(id)
        }
    }
}
