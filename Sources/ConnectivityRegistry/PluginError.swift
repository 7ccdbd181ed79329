/// Why a component could not be registered, or not be made from configuration.
///
/// Every case names the component and what was known. Nothing has run when one is thrown.
@nonexhaustive
public enum PluginError: Error, Hashable, Sendable {
    /// Another component has the name.
    case alreadyRegistered(PluginID)
    /// No component of the kind wanted has the name.
    case unknown(PluginID, known: [PluginID])
    /// An object has a key that its component does not read.
    ///
    /// The path leads from the component's object to the one with the key; it is empty for the component's own.
    case unreadKey(PluginID, path: [String], key: String, known: [String])
    /// A value does not fit: it is missing, of another type, or out of range.
    case invalidOption(PluginID, path: [String], detail: String)
    /// A component has no name in configuration, so that it cannot be written; given is its type.
    case unnamed(String)
    /// The text is not JSON (RFC 8259).
    case malformed(PluginID)
}
