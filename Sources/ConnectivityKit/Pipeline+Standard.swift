public import ConnectivityCore
import ConnectivityCurl
import ConnectivityDecoding
import ConnectivityLinux
import ConnectivityNames
public import ConnectivityPipeline
public import ConnectivityRegistry

extension PipelineConfiguration {
    /// The source that the configuration names, or this platform's, with what the system keeps about the networks.
    ///
    /// The readers are those of ``provisioning``. Where the configuration names no readers and no source, they are all of
    /// ``ConnectivityLinux/LinuxPlugin``; a source that is named stands as it is.
    ///
    /// - Returns: The source.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source.
    public func platformSource() throws(PluginError) -> any InterfaceSource {
        let base: any InterfaceSource
        if let source {
            base = source
        } else {
            let registry = try PluginRegistry.standard()
            let id = first(of: ["source.netlink", "source.path"], in: registry.sources.ids)
            base = try registry.source(ComponentReference(id))
        }
        let readers = provisioning ?? (source == nil ? LinuxPlugin.provisioningReaders() : [])
        #if os(Linux)
        return readers.isEmpty ? base : base.provisioned(by: readers)
        #else
        return base
        #endif
    }

    /// The prober for all kinds of questions: those that the configuration names, this platform's if none asks over HTTP, and
    /// the one for name servers if none asks them and this build has it.
    ///
    /// Each has the operators of ``ConnectivityCore/Prober/withStandardOperators()``. A build without a prober of the
    /// platform needs none if no endpoint is asked over HTTP.
    ///
    /// - Returns: The prober.
    /// - Throws: ``PluginError/invalidOption(_:path:detail:at:)`` if two probers ask one kind, none asks that of an endpoint, or
    ///   the secret of a field cannot be read; ``PluginError/unknown(_:known:at:)`` if this build has no prober for an endpoint
    ///   that is asked over HTTP.
    public func wholeProber() throws(PluginError) -> any Prober {
        let asked = endpoints + pool
        for endpoint in asked { try endpoint.checkSecrets() }
        var all = probers
        if prober == nil {
            do throws(PluginError) {
                all.append(try platformProber())
            } catch {
                if all.isEmpty || asked.contains(where: { $0.question.kind == .http }) { throw error }
            }
        }
        #if Cares
        if !all.contains(where: { $0.kinds.contains(DNSQuestion.kind) }) { all.append(DNSProber()) }
        #endif
        do throws(ProberSetupError) {
            let router = try ProberRouter(all.map { $0.withStandardOperators() })
            try router.checkKinds(of: asked)
            return router
        } catch {
            throw .invalidOption("pipeline", path: ["probers"], detail: "\(error)")
        }
    }

    /// The prober for HTTP that the configuration names, or this platform's.
    package func platformProber() throws(PluginError) -> any Prober {
        if let prober { return prober }
        let registry = try PluginRegistry.standard()
        let id = first(of: ["prober.curl", "prober.url-session"], in: registry.probers.ids)
        return try registry.prober(ComponentReference(id))
    }

    /// The first candidate that this build has; the very first, to be named in the error, where it has none.
    private func first(of candidates: [PluginID], in known: [PluginID]) -> PluginID {
        candidates.first(where: known.contains) ?? candidates[0]
    }
}

extension Prober {
    /// Makes the prober that pipelines made of configurations use in place of this one.
    ///
    /// Secret fields are filled in when a request is sent (``SecretFieldProber``), and bodies are decoded before they are judged
    /// (``ConnectivityDecoding/DecodingProber``). Where this is a `CurlProber`
    /// that connects to hosts itself, the names in requests that are bound to an interface are looked up through it
    /// (`NameLookupProber`), in builds with the trait `Cares`. Other probers, such as those that replay, look names
    /// up as they do.
    ///
    /// - Returns: This prober with operators around it.
    public func withStandardOperators() -> any Prober {
        #if Cares && Curl
        if let prober = self as? CurlProber, prober.connectsToHost {
            return SecretFieldProber(prober.lookingUpNames().decodingBodies())
        }
        #endif
        #if Curl
        return SecretFieldProber(decodingBodies(), isDirect: (self as? CurlProber)?.connectsToHost ?? true)
        #else
        return SecretFieldProber(decodingBodies())
        #endif
    }
}

extension Pipeline where C == ContinuousClock {
    /// Creates a pipeline from a configuration, with this platform's parts where it names none.
    ///
    /// The prober gets its operators by ``ConnectivityCore/Prober/withStandardOperators()``.
    ///
    /// - Parameters:
    ///   - configuration: What the pipeline is made of.
    ///   - notifiers: Learn of each event, besides those that the configuration names.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source or no prober;
    ///   ``PluginError/invalidOption(_:path:detail:at:)`` if two probers ask one kind of question, none asks an endpoint's, or the
    ///   secret of a field cannot be read.
    public init(
        _ configuration: PipelineConfiguration,
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier]
    ) throws(PluginError) {
        self.init(
            source: try configuration.platformSource(),
            prober: try configuration.wholeProber(),
            policy: configuration.policy,
            scope: configuration.scope,
            schedule: configuration.schedule,
            limits: configuration.limits,
            expecting: configuration.expectation,
            clock: .continuous,
            endpoints: { configuration.endpoints },
            pool: { configuration.pool },
            notifiers: { notifiers() + configuration.notifiers }
        )
        self = judging(by: configuration.validators)
    }

    /// Creates a pipeline of this platform's parts and the built-in endpoints.
    /// - Parameter notifiers: Learn of each event.
    /// - Returns: The pipeline.
    /// - Throws: ``PluginError/unknown(_:known:)`` where this build has no source or no prober.
    public static func standard(
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier]
    ) throws(PluginError) -> Pipeline {
        try Pipeline(PipelineConfiguration(), notifiers: notifiers)
    }
}
