package import ConnectivityRegistry

/// Registers the notifier `notifier.outages`; notes that it is missing in builds without the trait `SQLite`, and on other
/// systems than Linux.
package enum OutagesPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSQLite) && os(Linux)
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(notifier: OutageNotifier.self)
        #elseif os(Linux)
        registry.note(missing: "notifier.outages", trait: "SQLite")
        #endif
    }
}
