public import ConnectivityRegistry
import ConnectivityText

/// Registers the notifiers without external dependencies: `notifier.lines`.
public enum NotifiersPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(
            notifier: LinesNotifier.pluginID,
            options: LinesNotifier.self,
            summary: LinesNotifier.summary
        ) { (notifier, registry) throws(PluginError) in
            var notifier = notifier
            notifier.sentences = Sentences(adding: registry.sentenceTemplates)
            return notifier
        }
    }
}
