/// A component that configuration can name.
///
/// The type is its own options: the object in the configuration is decoded straight into it. Every key that the type
/// does not ask for is refused, so a decoder must ask for all keys it knows. Decoding has no effect outside the value,
/// so that a configuration can be checked on any machine.
public protocol Configurable: ConfigurationWritable, Codable, Sendable {
    /// The name in configuration.
    static var pluginID: PluginID { get }
}
