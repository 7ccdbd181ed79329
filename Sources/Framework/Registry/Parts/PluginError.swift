public import ConnectivityCore
import ConnectivityWire

/// An error of registering a component or of making it from configuration.
///
/// Every case names the component. If they exist, it also gives the known alternatives and the position in the text.
/// When an error is thrown, nothing has run yet.
@nonexhaustive
public enum PluginError: Error, Hashable, Sendable {
    /// Another component already has the name.
    case alreadyRegistered(PluginID)
    /// No component of the requested kind has the name.
    case unknown(PluginID, known: [PluginID], at: TextPosition? = nil)
    /// The component is not in this build: the package was built without the trait that has it.
    case notInBuild(PluginID, trait: String, at: TextPosition? = nil)
    /// An object has a key that its component does not read.
    ///
    /// The path leads from the component's object to the object with the key; it is empty for the component's own object.
    case unreadKey(PluginID, path: [String], key: String, known: [String], at: TextPosition? = nil)
    /// A value does not fit: it is missing, has another type, or is out of range.
    case invalidOption(PluginID, path: [String], detail: String, at: TextPosition? = nil)
    /// A component has no name in configuration, so it cannot be written; the value is the name of its type.
    case unnamed(String)
    /// The text is not JSON (RFC 8259), or exceeds the limits of length or nesting.
    case malformed(PluginID, detail: String, at: TextPosition?)
    /// The system refuses this process a resource that the component needs; the configuration is not at fault.
    case shortage(PluginID, ProbeFailure.Resource)

    init(_ fault: JSONFault, of id: PluginID) {
        switch fault.kind {
        case .damaged, .tooLarge: self = .malformed(id, detail: fault.sentence, at: fault.position)
        case .unread(let known):
            let (path, key) = (fault.names.dropLast(), fault.names.last ?? "")
            self = .unreadKey(id, path: Array(path), key: key, known: known, at: fault.position)
        case .missing, .value:
            self = .invalidOption(id, path: fault.names, detail: fault.detail, at: fault.position)
        }
    }

    package var position: TextPosition? {
        switch self {
        case .unknown(_, known: _, at: let position), .notInBuild(_, trait: _, at: let position),
            .unreadKey(_, path: _, key: _, known: _, at: let position),
            .invalidOption(_, path: _, detail: _, at: let position), .malformed(_, detail: _, at: let position):
            position
        case .alreadyRegistered, .unnamed, .shortage: nil
        }
    }

    /// Returns the error with the position of the option that it names.
    func located(in document: JSONText) -> PluginError {
        guard case .invalidOption(let id, let path, let detail, at: nil) = self else { return self }
        return .invalidOption(id, path: path, detail: detail, at: document.position(at: path))
    }
}

extension JSON {
    /// Reads a text and names the component in every fault; the source identifies one of several texts.
    package init(parsing bytes: some Collection<UInt8>, of id: PluginID, source: UInt16 = 0) throws(PluginError) {
        self = try JSONText(parsing: bytes, of: id, source: source).json
    }
}

extension JSONText {
    /// The size limit of a configuration or an assessment, in bytes.
    static let byteCountMax = 256 * 1024 * 1024

    /// Checks a text and names the component in every fault; the source identifies one of several texts.
    package init(parsing bytes: some Collection<UInt8>, of id: PluginID, source: UInt16 = 0) throws(PluginError) {
        var reader = JSONReader(bytes, byteCountMax: Self.byteCountMax, source: source)
        do throws(JSONFault) {
            self = try reader.text()
        } catch {
            guard id == PipelineConfiguration.pluginID, error.detail == JSONReader.noComments else {
                throw PluginError(error, of: id)
            }
            let advice = "\(error.detail), or write it as the member \"comment\" of the configuration"
            throw .malformed(id, detail: advice, at: error.position)
        }
    }
}

/// Decodes options, strictly by default, and names the component in every fault.
package func decodeOptions<Options: Decodable>(
    _ type: Options.Type,
    of id: PluginID,
    from json: JSON
) throws(PluginError) -> Options {
    try decodeOptions(type, of: id, from: JSONText(json))
}

/// Decodes options, strictly by default, and names the component in every fault.
package func decodeOptions<Options: Decodable>(
    _ type: Options.Type,
    of id: PluginID,
    from text: JSONText,
    strictly: Bool = true
) throws(PluginError) -> Options {
    do throws(JSONFault) {
        return try text.decode(type, strictly: strictly)
    } catch {
        if let cause = error.cause as? PluginError { throw cause }
        throw PluginError(error, of: id)
    }
}
