public import ConnectivityRegistry

/// Registers the interface source based on NetworkManager; registers nothing in builds without the trait
/// `NetworkManager`.
public enum NetworkManagerPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSystemd) && os(Linux)
        try registry.register(source: NetworkManagerInterfaceSource.self)
        #endif
    }
}

#if canImport(CSystemd) && os(Linux)
extension NetworkManagerInterfaceSource: Configurable {
    public static var pluginID: PluginID { "source.networkmanager" }
    public static var summary: String { "reports interfaces from NetworkManager over D-Bus" }
}
#endif

#if !canImport(CSystemd)
/// Is not part of a build without the trait `NetworkManager`.
@available(*, unavailable, message: "enable the trait NetworkManager of the package swift-connectivity")
public struct NetworkManagerInterfaceSource: Sendable {
    public init() {}
}
#endif
