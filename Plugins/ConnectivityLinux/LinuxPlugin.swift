public import ConnectivityCore
public import ConnectivityRegistry

/// Registers the interface sources for Linux, based on rtnetlink and on files, and the readers of the system's
/// network state.
///
/// It registers nothing on other systems. busybox's udhcpc is not supported, because it keeps no lease: it passes
/// the server's options only to a script.
public enum LinuxPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if os(Linux)
        try registry.register(source: NetlinkInterfaceSource.self)
        try registry.register(source: PollingInterfaceSource.self)
        try registry.register(provisioningReader: ResolverFileReader.self)
        try registry.register(provisioningReader: ResolvedReader.self)
        try registry.register(provisioningReader: NetworkdReader.self)
        try registry.register(provisioningReader: DHCPCDReader.self)
        try registry.register(provisioningReader: DHClientReader.self)
        #endif
    }

    /// All provisioning readers of this plugin, in the order of precedence.
    /// - Parameter root: The folder that is used as `/`.
    /// - Returns: The readers; an empty list on systems other than Linux.
    public static func provisioningReaders(root: String = "/") -> [any ProvisioningReader] {
        #if os(Linux)
        [
            ResolverFileReader(root: root), ResolvedReader(root: root), NetworkdReader(root: root),
            DHCPCDReader(root: root), DHClientReader(root: root),
        ]
        #else
        []
        #endif
    }
}

#if os(Linux)
extension NetlinkInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.netlink" }
}
extension PollingInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.sysfs-polling" }
}
extension ResolverFileReader: Configurable {
    public static var pluginID: PluginID { "provisioning.resolv-conf" }
}
extension ResolvedReader: Configurable {
    public static var pluginID: PluginID { "provisioning.resolved" }
}
extension NetworkdReader: Configurable {
    public static var pluginID: PluginID { "provisioning.networkd" }
}
extension DHCPCDReader: Configurable {
    public static var pluginID: PluginID { "provisioning.dhcpcd" }
}
extension DHClientReader: Configurable {
    public static var pluginID: PluginID { "provisioning.dhclient" }
}
#endif
