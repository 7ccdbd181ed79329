public import ConnectivityRegistry

/// Registers the interface source based on `NWPathMonitor`, on systems with the Network framework.
public enum ApplePlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(Network)
        try registry.register(source: PathInterfaceSource.self)
        #endif
    }
}

#if canImport(Network)
extension PathInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.path" }
    public static var summary: String { "reports interfaces from the path monitor of Network" }
}
#endif
