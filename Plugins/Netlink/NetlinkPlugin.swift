import ConnectivityCore
public import ConnectivityRegistry

/// Registers the question kind `route`, and on Linux its prober, the interface source and the source of traffic.
package enum NetlinkPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(question: RouteQuestion.self)
        #if os(Linux)
        try registry.register(prober: RouteProber.self)
        try registry.register(source: NetlinkInterfaceSource.self)
        try registry.register(traffic: KernelTrafficSource.self)
        #endif
    }
}

#if os(Linux)
extension RouteProber: OptionlessConfigurable {
    package static var pluginID: PluginID { "prober.route" }
    package static var summary: String { "asks this device which way it sends packets, and for its neighbours" }
}
extension NetlinkInterfaceSource: OptionlessConfigurable {
    public static var pluginID: PluginID { "source.netlink" }
    public static var summary: String { "reports interfaces from the kernel at each change" }
}
extension KernelTrafficSource: OptionlessConfigurable {
    package static var pluginID: PluginID { "traffic.kernel" }
    package static var summary: String {
        "sees from the kernel's numbers whether the connections of this device are answered"
    }
}
#endif
