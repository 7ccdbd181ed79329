package import ConnectivityCore
package import ConnectivityRegistry

/// Registers the readers of this device's files about its networks (leases, resolvers), on Linux only.
package enum ProvisioningPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if os(Linux)
        try registry.register(provisioning: ResolverFileReader.self)
        try registry.register(provisioning: ResolvedReader.self)
        try registry.register(provisioning: NetworkdReader.self)
        try registry.register(provisioning: DHCPCDReader.self)
        try registry.register(provisioning: DHClientReader.self)
        try registry.register(provisioning: UDHCPCReader.self)
        #endif
    }

    /// All readers of this plugin, in the order of precedence, with `root` as `/`; empty on other systems than Linux.
    package static func readers(root: String = "/") -> [any ProvisioningReader] {
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
extension ResolverFileReader {
    package static var pluginID: PluginID { "provisioning.resolv-conf" }
    package static var summary: String { "reads name servers from resolv.conf(5)" }
}
extension ResolvedReader {
    package static var pluginID: PluginID { "provisioning.resolved" }
    package static var summary: String { "reads name servers of each interface from systemd-resolved" }
}
extension NetworkdReader {
    package static var pluginID: PluginID { "provisioning.networkd" }
    package static var summary: String { "reads the leases of systemd-networkd" }
}
extension DHCPCDReader {
    package static var pluginID: PluginID { "provisioning.dhcpcd" }
    package static var summary: String { "reads the leases of dhcpcd" }
}
extension DHClientReader {
    package static var pluginID: PluginID { "provisioning.dhclient" }
    package static var summary: String { "reads the leases of dhclient" }
}
extension UDHCPCReader {
    package static var pluginID: PluginID { "provisioning.udhcpc" }
    package static var summary: String { "reads what a script of udhcpc has kept" }
}
#endif
