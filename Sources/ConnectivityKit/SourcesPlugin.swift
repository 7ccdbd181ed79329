public import ConnectivityPipeline
public import ConnectivityRegistry

/// Brings the interface sources that are data and need no system: `source.static` and `source.scripted`.
///
/// They belong to Pipeline, which knows no registry; here both are known.
public enum SourcesPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(source: StaticInterfaceSource.self)
        try registry.register(source: ScriptedInterfaceSource<ContinuousClock>.self)
    }
}

extension StaticInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.static" }
}
