public import ConnectivityPipeline
public import ConnectivityRegistry

/// The interface sources that report given data and need no system: `source.static` and `source.scripted`.
///
/// They are defined in ConnectivityPipeline, which does not depend on the registry, so they are registered here.
enum SourcesPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(source: StaticInterfaceSource.self)
        try registry.register(source: ScriptedInterfaceSource<ContinuousClock>.self)
    }
}

extension StaticInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.static" }
    public static var summary: String { "reports given interfaces once" }
}
