public import ConnectivityCore
public import ConnectivityRegistry

/// Registers agents that sign in at portals if the user has configured it.
package enum SignInPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(signInAgent: RecipeAgent.self)
        try registry.register(signInAgent: ClickThroughAgent.self)
        try registry.register(signInAgent: ExtensionAgent.self)
        try registry.register(signInAgent: WISPrAgent.self)
        try registry.register(
            .companion,
            SignIn.pluginID,
            options: SignInOptions.self,
            summary: "signs in at the portals of a network, as you permit"
        ) { options, registry throws(PluginError) in SignIn([try options.rule(in: registry)]) }
        try registry.register(sentences: PackageResources.Sentences_tsv)
        try registry.register(descriptions: PackageResources.Options_tsv)
    }
}

extension ComponentKind<any SignInAgent> {
    /// Agents that sign in at portals.
    public static var signInAgent: Self { Self("sign-in agent") }
}

extension PluginRegistry {
    /// Adds an agent that signs in at portals.
    ///
    /// - Throws: `PluginError.alreadyRegistered(_:)` if the name is taken.
    public mutating func register<Agent: SignInAgent & Configurable>(signInAgent type: Agent.Type) throws(PluginError) {
        try register(.signInAgent, Agent.pluginID, options: type, summary: Agent.summary) { agent, _ in agent }
    }

    package func signInAgent(_ reference: ComponentReference) throws(PluginError) -> any SignInAgent {
        try make(.signInAgent, reference)
    }
}

extension PipelineConfiguration {
    /// The companion that signs in, for requests to its agents outside of a run; `nil` without one.
    public var signIn: SignIn? { companions.lazy.compactMap { $0 as? SignIn }.first }
}
