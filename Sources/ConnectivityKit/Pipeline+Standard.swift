public import ConnectivityCore
public import ConnectivityPipeline
public import ConnectivityRegistry

extension Pipeline where C == ContinuousClock {
    /// Creates a pipeline from a configuration, with this platform's parts where it names none.
    ///
    /// - Parameters:
    ///   - configuration: What the pipeline is made of.
    ///   - notifiers: Told of each change, in order.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source or no prober.
    public init(
        _ configuration: PipelineConfiguration,
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier]
    ) throws(PluginError) {
        let registry = try PluginRegistry.standard()
        let source = try configuration.source ?? registry.source(ComponentReference("source.netlink"))
        let prober = try configuration.prober ?? registry.prober(ComponentReference("prober.curl"))
        self.init(
            source: source,
            prober: prober,
            policy: configuration.policy,
            scope: configuration.scope,
            schedule: configuration.schedule,
            limits: configuration.limits,
            clock: .continuous,
            endpoints: { configuration.endpoints },
            validators: { configuration.validators },
            notifiers: notifiers
        )
    }

    /// Creates a pipeline of this platform's parts and the built-in endpoints.
    /// - Parameter notifiers: Told of each change, in order.
    /// - Returns: The pipeline.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source or no prober.
    public static func standard(
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier]
    ) throws(PluginError) -> Pipeline {
        try Pipeline(PipelineConfiguration(), notifiers: notifiers)
    }
}
