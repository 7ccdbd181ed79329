import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityText

/// Registers the notifiers `notifier.dbus` and `notifier.desktop` in builds with the trait `NetworkManager`.
///
/// The trait stands for libsystemd.
package enum DBusPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSystemd) && os(Linux)
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(notifier: DBusNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        try registry.register(notifier: DesktopNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        #elseif os(Linux)
        registry.record(missing: "notifier.dbus", "notifier.desktop", trait: "NetworkManager")
        #endif
    }
}

/// The reason why a notifier over D-Bus failed, on one line; it is counted, never handled.
struct DBusFault: Error, Hashable, CustomStringConvertible {
    let description: String
}
