import ConnectivityCore
public import ConnectivityRegistry

/// Agents that sign in at portals where the user has configured it.
public enum SignInPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(signInAgent: RecipeAgent.self)
        try registry.register(signInAgent: ClickThroughAgent.self)
        try registry.register(signInAgent: ExtensionAgent.self)
        try registry.register(signInAgent: WISPrAgent.self)
        #if os(Linux)
        try registry.register(
            SurroundingsMaker { (before, after, path) throws(PluginError) in
                try AroundCommands(writtenBefore: before, after: after, at: path)
            },
            as: "sign-in.around"
        )
        #endif
        try registry.register(sentences: PackageResources.Sentences_tsv)
    }
}
