package import ConnectivityRegistry

/// Registers the notifier `notifier.outages` on Linux in builds with the trait `SQLite`.
package enum OutagesPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSQLite) && os(Linux)
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(notifier: OutageNotifier.self)
        #elseif os(Linux)
        registry.record(missing: "notifier.outages", trait: "SQLite")
        #endif
    }
}
