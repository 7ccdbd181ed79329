import ConnectivityCares
public import ConnectivityCore
import ConnectivityCurl
import ConnectivityDecoding
public import ConnectivityPipeline
public import ConnectivityRegistry

extension PipelineConfiguration {
    /// Fills in this platform's source and prober where the configuration names none.
    /// - Returns: The source and the prober.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source or no prober.
    fileprivate func platformParts() throws(PluginError) -> (any InterfaceSource, any Prober) {
        let registry = try PluginRegistry.standard()
        switch (source, prober) {
        case (let source?, let prober?): return (source, prober)
        case (let source?, nil): return (source, try registry.prober("prober.curl"))
        case (nil, let prober?): return (try registry.source("source.netlink"), prober)
        case (nil, nil): return (try registry.source("source.netlink"), try registry.prober("prober.curl"))
        }
    }
}

extension Prober {
    /// Makes the prober that pipelines made of configurations use in place of this one.
    ///
    /// Bodies are decoded before they are judged (``ConnectivityDecoding/DecodingProber``). Where this is a `CurlProber`
    /// that connects to hosts itself, the names in requests that are bound to an interface are looked up through it
    /// (`NameLookupProber`), in builds with the trait `Cares`. Other probers, such as those that replay, look names
    /// up as they do.
    ///
    /// - Returns: This prober with operators around it.
    public func withStandardOperators() -> any Prober {
        #if Cares && Curl
        if let prober = self as? CurlProber, prober.connectsToHost {
            return prober.lookingUpNames().decodingBodies()
        }
        #endif
        return decodingBodies()
    }
}

extension Pipeline where C == ContinuousClock {
    /// Creates a pipeline from a configuration, with this platform's parts where it names none.
    ///
    /// The prober gets its operators by ``ConnectivityCore/Prober/withStandardOperators()``.
    ///
    /// - Parameters:
    ///   - configuration: What the pipeline is made of.
    ///   - notifiers: Told of each change, in order.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source or no prober.
    public init(
        _ configuration: PipelineConfiguration,
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier]
    ) throws(PluginError) {
        let (source, prober) = try configuration.platformParts()
        self.init(
            source: source,
            prober: prober.withStandardOperators(),
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
