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
        return try strictly ? StrictDecoding.decode(type, from: data) : JSONDecoder().decode(type, from: data)
    } catch let unread as StrictDecoding.UnreadKey {
        throw .unreadKey(id, path: unread.path, key: unread.key, known: unread.known)
    } catch let error as PluginError {
        throw error
    } catch let error as DecodingError {
        switch error {
        case .keyNotFound(let key, let context):
            throw .invalidOption(id, path: path(context), detail: "\"\(key.stringValue)\" is missing")
        case .typeMismatch(let type, let context):
            throw .invalidOption(id, path: path(context), detail: "is not of type \(type)")
        case .valueNotFound(let type, let context):
            throw .invalidOption(id, path: path(context), detail: "is null where a \(type) is needed")
        case .dataCorrupted(let context):
            guard (try? JSONDecoder().decode(JSONValue.self, from: data)) != nil else { throw .malformed(id) }
            throw .invalidOption(id, path: path(context), detail: context.debugDescription)
        @unknown default:
            throw .invalidOption(id, path: [], detail: "\(error)")
        }
    } catch {
        throw .invalidOption(id, path: [], detail: "\(error)")
    }
}

private func path(_ context: DecodingError.Context) -> [String] {
    context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
}
