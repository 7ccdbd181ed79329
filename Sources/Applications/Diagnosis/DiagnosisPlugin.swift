public import ConnectivityRegistry

/// Registers the sentences for causes, which the observations of ``CauseCompanion`` need.
public enum DiagnosisPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(sentences: Cause.sentences)
    }
}
