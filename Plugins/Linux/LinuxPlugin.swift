package import ConnectivityCore
public import ConnectivityRegistry

/// Registers the interface sources for Linux, based on rtnetlink and on files, the question kind `route` with its prober, the
/// source of traffic, and the readers of the system's network state.
///
/// On other systems it registers only the question kind.
package enum LinuxPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(question: RouteQuestion.self)
        #if os(Linux)
        try registry.register(prober: RouteProber.self)
        try registry.register(source: NetlinkInterfaceSource.self)
        try registry.register(source: PollingInterfaceSource.self)
        try registry.register(trafficSource: KernelTrafficSource.self)
        try registry.register(provisioningReader: ResolverFileReader.self)
        try registry.register(provisioningReader: ResolvedReader.self)
        try registry.register(provisioningReader: NetworkdReader.self)
        try registry.register(provisioningReader: DHCPCDReader.self)
        try registry.register(provisioningReader: DHClientReader.self)
        try registry.register(provisioningReader: UDHCPCReader.self)
        #endif
    }

    /// All provisioning readers of this plugin, in the order of precedence, with `root` as `/`; none on systems other
    /// than Linux.
    package static func provisioningReaders(root: String = "/") -> [any ProvisioningReader] {
        #if os(Linux)
        [
            ResolverFileReader(root: root), ResolvedReader(root: root), NetworkdReader(root: root),
            DHCPCDReader(root: root), DHClientReader(root: root), UDHCPCReader(root: root),
        ]
        #else
        []
        #endif
    }
}

#if os(Linux)
extension RouteProber: OptionlessConfigurable {
    package static var pluginID: PluginID { "prober.route" }
    package static var summary: String { "asks this device which way it sends packets, and for its neighbours" }
}
extension NetlinkInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.netlink" }
    public static var summary: String { "reports interfaces from the kernel at each change" }
}
extension PollingInterfaceSource: Configurable {
    package static var pluginID: PluginID { "source.sysfs-polling" }
    package static var summary: String { "reads interfaces from sysfs again and again, for systems without netlink" }
}
extension KernelTrafficSource: Configurable {
    package static var pluginID: PluginID { "traffic.kernel" }
    package static var summary: String {
        "sees from the kernel's numbers whether the connections of this device are answered"
    }
}
extension ResolverFileReader: Configurable {
    package static var pluginID: PluginID { "provisioning.resolv-conf" }
    package static var summary: String { "reads name servers from resolv.conf(5)" }
}
extension ResolvedReader: Configurable {
    package static var pluginID: PluginID { "provisioning.resolved" }
    package static var summary: String { "reads name servers of each interface from systemd-resolved" }
}
extension NetworkdReader: Configurable {
    package static var pluginID: PluginID { "provisioning.networkd" }
    package static var summary: String { "reads the leases of systemd-networkd" }
}
extension DHCPCDReader: Configurable {
    package static var pluginID: PluginID { "provisioning.dhcpcd" }
    package static var summary: String { "reads the leases of dhcpcd" }
}
extension DHClientReader: Configurable {
    package static var pluginID: PluginID { "provisioning.dhclient" }
    package static var summary: String { "reads the leases of dhclient" }
}
extension UDHCPCReader: Configurable {
    package static var pluginID: PluginID { "provisioning.udhcpc" }
    package static var summary: String { "reads what a script of udhcpc has kept" }
}
#endif
