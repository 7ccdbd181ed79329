package import ConnectivityRegistry

/// Registers the interface source based on NetworkManager in builds with the trait `NetworkManager`.
package enum NetworkManagerPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSystemd) && os(Linux)
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(source: NetworkManagerInterfaceSource.self)
        #elseif os(Linux)
        registry.record(missing: "source.networkmanager", trait: "NetworkManager")
        #endif
    }
}

#if !canImport(CSystemd)
/// Is not part of a build without the trait `NetworkManager`.
@available(*, unavailable, message: "enable the trait NetworkManager of the package swift-connectivity")
package struct NetworkManagerInterfaceSource: Sendable {
    package init() {}
}
#endif
