public import ConnectivityRegistry

/// Brings the notifiers that need nothing but the system: `notifier.lines`.
public enum NotifiersPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(notifier: LinesNotifier.self)
    }
}
