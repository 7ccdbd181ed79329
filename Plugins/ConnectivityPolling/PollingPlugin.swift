public import ConnectivityRegistry

/// Brings the interface source that reads files; nothing on systems other than Linux.
public enum PollingPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if os(Linux)
        try registry.register(source: PollingInterfaceSource.self)
        #endif
    }
}

#if os(Linux)
extension PollingInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.sysfs-polling" }
}
#endif
