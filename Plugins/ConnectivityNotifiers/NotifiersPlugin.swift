import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityText

/// Registers the notifiers without external dependencies: `notifier.lines`, `notifier.program`, `notifier.state-file`,
/// `notifier.prometheus`, `notifier.prometheus-file`, `notifier.status`, and on Linux `notifier.systemd` and `notifier.journal`.
package enum NotifiersPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try register(LinesNotifier.self, \.sentences, in: &registry)
        try register(ProgramNotifier.self, \.sentences, in: &registry)
        try registry.register(notifier: StateFileNotifier.self)
        try registry.register(notifier: PrometheusNotifier.self)
        try registry.register(notifier: PrometheusFileNotifier.self)
        try register(StatusNotifier.self, \.sentences, in: &registry)
        #if os(Linux)
        try register(SystemdNotifier.self, \.sentences, in: &registry)
        try register(JournalNotifier.self, \.sentences, in: &registry)
        #endif
    }

    /// Registers a notifier that also has sentences for the reasons of other plugins.
    private static func register<Listener: Notifier & Configurable>(
        _ type: Listener.Type,
        _ sentences: any WritableKeyPath<Listener, Sentences> & Sendable,
        in registry: inout PluginRegistry
    ) throws(PluginError) {
        try registry.register(
            notifier: Listener.pluginID,
            options: type,
            summary: Listener.summary
        ) { (notifier, registry) throws(PluginError) in
            var notifier = notifier
            notifier[keyPath: sentences] = Sentences(adding: registry.sentenceTemplates)
            return notifier
        }
    }
}
