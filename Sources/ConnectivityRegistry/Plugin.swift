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
