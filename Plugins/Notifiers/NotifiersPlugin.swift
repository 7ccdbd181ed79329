import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityText

/// Registers the notifiers without external dependencies: `notifier.lines`, `notifier.program`, `notifier.state-file`,
/// `notifier.prometheus`, `notifier.prometheus-file`, `notifier.status`, and on Linux `notifier.systemd` and `notifier.journal`.
package enum NotifiersPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(notifier: LinesNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        try registry.register(notifier: ProgramNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        try registry.register(notifier: StateFileNotifier.self)
        try registry.register(notifier: PrometheusNotifier.self)
        try registry.register(notifier: PrometheusFileNotifier.self)
        try registry.register(notifier: StatusNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        #if os(Linux)
        try registry.register(notifier: SystemdNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        try registry.register(notifier: JournalNotifier.self) { $0.sentences = Sentences(adding: $1.sentenceTemplates) }
        #endif
    }
}
