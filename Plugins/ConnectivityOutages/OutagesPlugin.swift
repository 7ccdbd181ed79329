package import ConnectivityRegistry

/// Registers the notifier `notifier.outages`; registers nothing in builds without the trait `SQLite`, and on other
/// systems than Linux.
package enum OutagesPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSQLite) && os(Linux)
        try registry.register(notifier: OutageNotifier.self)
        #endif
    }
}
