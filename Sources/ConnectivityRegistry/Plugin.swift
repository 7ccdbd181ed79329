/// One importable unit of components.
///
/// A plugin brings its components into a registry and knows nothing of the pipeline that drives them. A distribution is
/// a list of plugins.
public protocol Plugin: Sendable {
    /// Registers every component of the plugin.
    /// - Parameter registry: The registry to add to.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if a name is taken.
    static func register(in registry: inout PluginRegistry) throws(PluginError)
}

/// The name under which configuration and the command line find a component.
///
/// Its kind and its own name, joined by a dot: `validator.contains`, `source.netlink`.
public struct PluginID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    /// Creates a name.
    /// - Parameter name: Lower-case labels of letters, digits and hyphens, joined by dots.
    public init(_ name: String) { description = name }

    public init(stringLiteral value: String) { self.init(value) }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
}

/// A component that configuration can name.
///
/// The type is its own options: the object in the configuration is decoded straight into it. Every key that the type
/// does not ask for is refused, so a decoder must ask for all keys it knows. Decoding has no effect outside the value,
/// so that a configuration can be checked on any machine.
public protocol Configurable: ConfigurationWritable, Codable, Sendable {
    /// The name in configuration.
    static var pluginID: PluginID { get }
}
