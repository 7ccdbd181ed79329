#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A component named in configuration: its name under `use`, its options beside it.
///
/// A string alone is a name without options.
public struct ComponentReference: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of the component.
    public let id: PluginID
    /// The options, as the text of a JSON object.
    public let options: Data

    /// Creates a reference to a component without options.
    /// - Parameter id: The name of the component.
    public init(_ id: PluginID) { self.init(id, options: Data("{}".utf8)) }

    public init(stringLiteral value: String) { self.init(PluginID(value)) }

    /// Creates a reference to a component whose options are texts.
    /// - Parameters:
    ///   - id: The name of the component.
    ///   - options: The options by name.
    public init(_ id: PluginID, options: [String: String]) {
        let members = options.map { "\(quoted($0.key)):\(quoted($0.value))" }
        self.init(id, options: Data("{\(members.joined(separator: ","))}".utf8))
    }

    /// Reads a reference from the command line: the text of a JSON object with `use`, or a name alone.
    /// - Parameter text: The text; what begins with a brace is JSON.
    /// - Throws: ``PluginError/malformed(_:)`` where it is no JSON, ``PluginError/invalidOption(_:path:detail:)`` where it
    ///   names no component.
    public init(text: String) throws(PluginError) {
        guard text.drop(while: \.isWhitespace).first == "{" else {
            self.init(PluginID(text))
            return
        }
        self = try decodeOptions(Self.self, of: "component", from: Data(text.utf8), strictly: false)
    }

    init(_ id: PluginID, options: Data) {
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

    public func encode(to encoder: any Encoder) throws {
        var members = try JSONDecoder().decode([String: JSONValue].self, from: options)
        members["use"] = .string(id.description)
        try members.encode(to: encoder)
    }

    private static func fault(_ text: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
}

/// A text as JSON writes it (RFC 8259, section 7).
private func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\":
            output += "\\\(scalar)"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default:
            output.unicodeScalars.append(scalar)
        }
    }
    return output + "\""
}
