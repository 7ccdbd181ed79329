/// A unit of components that are registered together.
///
/// A plugin registers its components and does not depend on the pipeline that runs them. A distribution is a list of plugins.
public protocol ConnectivityPlugin: Sendable {
    /// Registers every component of the plugin.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if a name is taken.
    static func register(in registry: inout PluginRegistry) throws(PluginError)
}
