public import ConnectivityRegistry

/// Brings the interface source on rtnetlink; nothing on systems other than Linux.
public enum NetlinkPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if os(Linux)
        try registry.register(source: NetlinkInterfaceSource.self)
        #endif
    }
}

#if os(Linux)
extension NetlinkInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.netlink" }
}
#endif
