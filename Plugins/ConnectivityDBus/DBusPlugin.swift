import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityText

/// Registers the notifiers over D-Bus, `notifier.dbus` and `notifier.desktop`; registers nothing in builds without the
/// trait `NetworkManager`, which stands for libsystemd.
package enum DBusPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CSystemd) && os(Linux)
        try registry.register(
            notifier: DBusNotifier.pluginID,
            options: DBusNotifier.self,
            summary: DBusNotifier.summary
        ) { (notifier, registry) throws(PluginError) in
            var notifier = notifier
            notifier.sentences = Sentences(adding: registry.sentenceTemplates)
            return notifier
        }
        try registry.register(
            notifier: DesktopNotifier.pluginID,
            options: DesktopNotifier.self,
            summary: DesktopNotifier.summary
        ) { (notifier, registry) throws(PluginError) in
            var notifier = notifier
            notifier.sentences = Sentences(adding: registry.sentenceTemplates)
            return notifier
        }
        #elseif os(Linux)
        registry.note(missing: "notifier.dbus", "notifier.desktop", trait: "NetworkManager")
        #endif
    }
}

/// The reason why a notifier over D-Bus did not do its work, on one line; it is counted, never handled.
struct DBusFault: Error, Hashable, CustomStringConvertible {
    let description: String
}
