import ConnectivityCompanions
public import ConnectivityCore
import ConnectivityDecoding
import ConnectivityNames
public import ConnectivityPipeline
import ConnectivityRedaction
public import ConnectivityRegistry

extension PipelineConfiguration {
    /// Returns the configured source, or this platform's source, combined with readers of data that the system stores.
    ///
    /// The readers are those of ``provisioning``. If the configuration names neither readers nor a source, all readers
    /// of this platform are used. If it names a source but no readers, none are used. Interfaces that the configuration
    /// ignores are left out. The platform's parts come from the registry that read the configuration.
    ///
    /// - Throws: ``ConnectivityRegistry/PluginError/unknown(_:known:at:)`` if none is configured and the registry has
    ///   no source of this platform.
    public func wholeSource() throws(PluginError) -> any InterfaceSource {
        if let source { return source.filtered(ignoring: ignored).read(by: provisioning ?? []) }
        let registry = try platform
        let readers = if let provisioning { provisioning } else { try registry.platformReaders() }
        return try registry.platformSource().filtered(ignoring: ignored).read(by: readers)
    }

    /// The registry that makes the parts of the platform.
    private var platform: PluginRegistry {
        get throws(PluginError) { if let registry { registry } else { try .standard() } }
    }

    /// Returns the prober for all kinds of questions.
    ///
    /// It combines the configured probers with this platform's prober, if none of them supports HTTP, and with the probers for
    /// name servers, echoes, connections and routes, if none of them supports those. The registry that read the configuration
    /// makes them, if it has them. Each has the operators of `Prober.withStandardOperators()`. A registry
    /// without a platform prober is sufficient if no endpoint is asked over HTTP.
    ///
    /// - Throws: ``ConnectivityRegistry/PluginError/invalidOption(_:path:detail:at:)`` if two probers support the same kind,
    ///   if no prober supports an endpoint's kind of question, or if the secret of a header field cannot be read;
    ///   ``ConnectivityRegistry/PluginError/unknown(_:known:at:)`` if the registry has no prober for an endpoint that is asked
    ///   over HTTP. In a build without the required trait, the error states the remedy.
    public func wholeProber() throws(PluginError) -> any Prober {
        let asked = asked
        for endpoint in asked { try endpoint.checkSecrets() }
        let registry = try platform
        var all = probers
        if prober == nil {
            do throws(PluginError) {
                all.append(try registry.platformProber())
            } catch {
                if asked.contains(where: { $0.question.kind == .http }) { throw error.forHTTP }
            }
        }
        let network = networks.firstIndex { $0.proxy != nil }
        if network != nil || proxy != nil, all.contains(where: { $0.kinds.contains(.http) && !$0.takesProxies }) {
            let detail = "the prober for HTTP cannot use a proxy for single requests; use prober.curl"
            let path = network.map { ["networks", "\($0)", "proxy"] } ?? ["proxy"]
            throw PluginError.invalidOption("pipeline", path: path, detail: detail)
        }
        if proxy != nil, let http = all.first(where: { $0.kinds.contains(.http) }), !http.connectsToHost {
            let detail =
                "is judged in addition to the direct way, but the prober for HTTP connects to a proxy or elsewhere by itself"
            throw PluginError.invalidOption("pipeline", path: ["proxy"], detail: detail)
        }
        try registry.addPlatformProbers(to: &all)
        do throws(PipelineSetupError) {
            let sent = SentSecrets()
            var whole = all.map { $0.withStandardOperators(sharing: sent) }
            // The prober for HTTP also looks up names over HTTPS.
            if let http = whole.first(where: { $0.kinds.contains(.http) }),
                !whole.contains(where: { $0.kinds.contains(DoHQuestion.kind) })
            {
                whole.append(DoHProber(over: http))
            }
            let router = try ProberRouter(whole.map { $0.choosing(proxy) })
            try router.checkKinds(of: asked)
            return router
        } catch {
            throw PluginError.invalidOption("pipeline", path: ["prober"], detail: "\(error)")
        }
    }

    /// Returns the configured prober for HTTP, or this platform's, without operators around it; throws if there is neither.
    package func httpProber() throws(PluginError) -> any Prober {
        if let prober { return prober }
        return try platform.platformProber()
    }
}

extension PluginError {
    /// The error for a pipeline that needs HTTP, in a build without a prober for HTTP, if its configuration names none.
    fileprivate var forHTTP: PluginError {
        guard case .notInBuild(_, let trait, _) = self else { return self }
        let detail =
            "this build has no prober for HTTP; enable the trait \(trait) of swift-connectivity, or set a prober, such as "
            + "URLSessionProber of ConnectivityURLSession; endpoints of connections and echoes need no trait"
        return .invalidOption("pipeline", path: [], detail: detail)
    }
}

extension Prober {
    /// Returns a prober that decodes the response bodies of this one, a `DecodingProber`.
    public func decodingBodies() -> some Prober { DecodingProber(self) }

    /// Returns the prober with a choice of proxies, if requests over HTTP need one.
    fileprivate func choosing(_ proxy: ProxySetting?) -> any Prober {
        guard case .environment? = proxy, kinds.contains(.http) else { return self }
        return ProxyChoosingProber(self)
    }

    /// Returns the prober that pipelines made from configurations use instead of this one.
    ///
    /// Secrets are filled in when a request is sent, if this prober accepts them (``ConnectivityCore/Prober/takesSecrets``), and
    /// only over TLS unless it connects to hosts directly (``ConnectivityCore/Prober/connectsToHost``). Bodies are decoded before
    /// they are judged (``ConnectivityDecoding/DecodingProber``), and sent secrets are replaced in the answers. If it uses the
    /// addresses of requests (``ConnectivityCore/Prober/usesAddresses``), the names in requests that are bound to an interface
    /// are looked up through that interface, and those of connections always (`NameLookupProber`), in builds with the trait
    /// `Cares`. Redirects are followed if the endpoint permits some (``ConnectivityCore/HTTPQuestion/redirectCountMax``).
    package func withStandardOperators() -> any Prober { withStandardOperators(sharing: SentSecrets()) }

    func withStandardOperators(sharing sent: SentSecrets) -> any Prober {
        var base: any Prober = self
        #if canImport(CCares)
        if usesAddresses { base = lookingUpNames() }
        #endif
        let isHTTP = kinds.contains(.http)
        if isHTTP { base = DecodingProber(base) }
        base = SecretFieldProber(base, isDirect: connectsToHost, isFilling: takesSecrets, sharing: sent)
        return isHTTP ? RedirectProber(base) : base
    }
}

extension Pipeline {
    /// Creates a pipeline from a configuration; parts that it does not name are those of this platform.
    ///
    /// The prober receives its operators from `Prober.withStandardOperators()`. Events of portals and changes
    /// of the quality of paths are reported in addition to the observations of the configuration's companions. The notifiers are
    /// added to those of the configuration. A test sets the source and the prober of the configuration, and passes its own clock.
    ///
    /// - Throws: ``ConnectivityRegistry/PluginError/unknown(_:known:at:)`` if this build has no source or no prober;
    ///   ``ConnectivityRegistry/PluginError/invalidOption(_:path:detail:at:)`` if two probers support the same kind of question,
    ///   if no prober supports an endpoint's kind, or if the secret of a header field cannot be read; the error of the closure.
    public init(
        _ configuration: Configuration,
        clock: some Clock<Duration> = ContinuousClock(),
        @PipelineBuilder<any Notifier> notifiers: () throws -> [any Notifier] = { [] }
    ) throws {
        var whole = configuration
        whole.source = try configuration.wholeSource()
        whole.probers = [try configuration.wholeProber()]
        whole.companions = CompanionsPlugin.standard + configuration.companions
        whole.notifiers = try notifiers() + configuration.notifiers
        do throws(PipelineSetupError) {
            try self.init(verbatim: whole, clock: clock)
        } catch {
            throw PluginError.invalidOption("pipeline", path: [], detail: "\(error)")
        }
    }

    /// Creates a pipeline with this platform's parts and the built-in endpoints.
    /// - Throws: ``ConnectivityRegistry/PluginError/unknown(_:known:at:)`` if this build has no source or no prober;
    ///   the error of the closure.
    public static func standard(
        @PipelineBuilder<any Notifier> notifiers: () throws -> [any Notifier] = { [] }
    ) throws -> Pipeline {
        try Pipeline(Configuration(), notifiers: notifiers)
    }
}
