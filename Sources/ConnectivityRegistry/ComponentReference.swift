#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A component named in configuration: its name under `use`, its options beside it.
///
/// A string alone is a name without options.
public struct ComponentReference: Decodable, Hashable, Sendable {
    /// The name of the component.
    public let id: PluginID
    /// The options, as the text of a JSON object.
    public let options: Data

    /// Creates a reference to a component without options.
    /// - Parameter id: The name of the component.
    public init(_ id: PluginID) { self.init(id, options: Data("{}".utf8)) }

    private init(_ id: PluginID, options: Data) {
        self.id = id
        self.options = options
    }

    public init(from decoder: any Decoder) throws {
        switch try JSONValue(from: decoder) {
        case .string(let name):
            self.init(PluginID(name))
        case .object(var members):
            guard case .string(let name)? = members.removeValue(forKey: "use") else {
                throw Self.fault("an object that names a component needs a string under \"use\"", decoder)
            }
            self.init(PluginID(name), options: try JSONEncoder().encode(members))
        default:
            throw Self.fault("a component is a name or an object with \"use\"", decoder)
        }
    }

    private static func fault(_ text: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
}
