import ConnectivityNotifiers
import ConnectivityRegistry
import ConnectivityText

/// `notifier.http`, which sends with this platform's prober.
///
/// It is defined in ConnectivityNotifiers, which does not depend on probers, so it is registered here.
enum WebhookPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(
            .notifier,
            HTTPNotifier.pluginID,
            options: HTTPNotifier.self,
            summary: HTTPNotifier.summary
        ) { (notifier, registry) throws(PluginError) in
            notifier.sending(
                through: try registry.platformProber().withStandardOperators(),
                saying: Sentences(adding: registry.sentenceTemplates)
            )
        }
    }
}
