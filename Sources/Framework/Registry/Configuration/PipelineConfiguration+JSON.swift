public import ConnectivityCore
import ConnectivityWire

extension PluginRegistry: PartMaker {}

extension PipelineConfiguration {
    /// Creates a configuration with the defaults of the code; the registry makes the parts of the platform.
    package init(registry: PluginRegistry) { self.init(maker: registry) }

    /// The registry that makes the parts of the platform; `nil` for the registry of this build.
    package var registry: PluginRegistry? { maker as? PluginRegistry }

    /// Reads a configuration from JSON text in UTF-8 and makes every component that it names.
    ///
    /// Every member is optional; a missing member has the default of the code. An example with most of them:
    ///
    /// ```json
    /// {
    ///   "source": "source.netlink",
    ///   "provisioning": ["provisioning.networkd", "provisioning.dhclient"],
    ///   "prober": { "use": "prober.curl", "caFile": "/etc/ssl/certs/ca-certificates.crt" },
    ///   "policy": { "use": "policy.share", "share": 0.5 },
    ///   "validators": ["validator.portal-signals", { "use": "validator.header", "name": "X-Probe" }],
    ///   "expect": { "use": "validator.status-code", "expected": [204] },
    ///   "endpoints": [
    ///     "apple.hotspot",
    ///     { "url": "https://status.example.com/ping", "expect": { "use": "validator.contains", "text": "pong" } }
    ///   ],
    ///   "scope": "wlan0",
    ///   "schedule": {
    ///     "settling": 0.5, "interval": 30, "captiveFirst": 3, "captiveMaximum": 30, "patience": 1,
    ///     "retryFirst": 2, "retryMaximum": "30s"
    ///   },
    ///   "limits": { "total": 5, "body": 262144 },
    ///   "notifiers": [{ "use": "notifier.lines", "to": "/var/log/connectivity.ndjson", "format": "json" }]
    /// }
    /// ```
    ///
    /// `"plugins": [{ "program": ["/usr/lib/example/pong"] }]` names programs whose components the same configuration can use
    /// by name, `{ "library": "/usr/lib/example/pong.so" }` a library. They must have been started; see `PluginHost` in
    /// ConnectivityPluginHost. The command reads a relative path such as `./pong` from the folder of the configuration file;
    /// elsewhere paths must be absolute.
    ///
    /// `validators` are asked in addition to the standard links (``ConnectivityCore/JudgingChain``).
    /// `{ "use": "validator.placed", "before": "wording", "asked": "after-mismatch", "validator": ... }` gives a validator
    /// another place (`before`, `after`, `instead`) or limits the answers on which it is asked.
    /// `{ "list": [...], "without": ["wording"] }` instead of the list leaves out links, and `{ "only": [...] }` leaves out
    /// all optional links. `expect` at the top level applies to endpoints without their own `expect`.
    ///
    /// `pool` is a list like `endpoints`. A policy may ask these endpoints in addition during a round; without `pool` it can
    /// ask no additional ones.
    ///
    /// `networks` has rules for certain networks. The first rule applies whose `ssid`, `gateway`, `interface` and `domain`, as far
    /// as they are stated, match (``ConnectivityCore/PipelineConfiguration/NetworkMatch``). Each is a text or a list:
    /// `{ "ssid": "Depot*", "endpoints": [...], "interval": 300, "proxy": "http://proxy.example:3128" }`. With
    /// `{ "ssid": "my phone", "check": false }` no request is sent on the network
    /// (``ConnectivityCore/PipelineConfiguration/NetworkRule``).
    ///
    /// With `"proxy": "environment"`, the path through the proxy of the environment is judged in addition to the direct path;
    /// with a URL such as `"http://proxy.example:3128"`, the path through this proxy. Each round then asks the endpoints over
    /// https twice.
    ///
    /// `companions` names the components that work besides the rounds (``ConnectivityCore/Companion``):
    /// `"companions": [{ "use": "companion.services", "services": ["https://git.example/"], "interval": 60 }]` asks services.
    /// `{ "use": "companion.sign-in", "ssid": "HOTEL", "portal": "login.hotel.example", "agent": "sign-in.click-through" }`
    /// states which agent signs in to which network.
    ///
    /// `"traffic": "traffic.kernel"` names a source of traffic (``ConnectivityCore/TrafficSource``).
    ///
    /// `"prober": [...]` names several probers, each for its own kinds of questions. If none of
    /// them asks over HTTP, the platform's prober does. An endpoint of a kind other than HTTP has a `question` instead
    /// of `url`:
    /// `{ "question": { "kind": "com.example.clock", "facts": { "server": "192.0.2.1" } }, "owner": "example" }`.
    ///
    /// A `url` can be combined with a `method`, a `body` as a string, and `headers`, an object of field names and values. A
    /// secret is not written in the configuration, which names the file or the environment variable of the secret instead. The
    /// secret is sent only to the host of the URL, only over TLS, and is never recorded:
    /// `"headers": { "Authorization": { "file": "/etc/status.token", "prefix": "Bearer " } }`.
    ///
    /// `"quality": { "slowConnection": 0.3 }` states a bound of a slow path, and with it that of a poor one
    /// (``ConnectivityCore/PathQuality/Rules``).
    ///
    /// `scope` is `default-route`, `underlay`, `each-interface` or the name of an interface
    /// (``ConnectivityCore/PipelineConfiguration/Scope``). `"ignore": ["docker*", "bridge"]` leaves out interfaces by name, with
    /// `*` at either end, or by kind. Times are in seconds, sizes in bytes.
    ///
    /// - Throws: A ``ConnectivityRegistry/PluginError`` that names the position, the component, the key and the known
    ///   alternatives.
    public init(json text: some Collection<UInt8>, registry: PluginRegistry) throws(PluginError) {
        try self.init(JSONText(parsing: text, of: Self.pluginID), registry: registry)
    }

    package init(json: JSON, registry: PluginRegistry) throws(PluginError) {
        try self.init(JSONText(json), registry: registry)
    }

    package init(_ text: JSONText, registry: PluginRegistry) throws(PluginError) {
        try self.init(Written(text), registry: registry)
    }

    /// Makes every component that a configuration names.
    package init(_ written: Written, registry: PluginRegistry) throws(PluginError) {
        do throws(PluginError) {
            try self.init(written.document, registry: registry)
        } catch {
            throw error.located(in: written.text)
        }
    }

    /// A configuration that has been read, before its components are made.
    package struct Written: Sendable {
        fileprivate let text: JSONText
        fileprivate let document: Document

        /// Reads a configuration; throws for the first fault in the names of members or in their values.
        package init(_ text: JSONText) throws(PluginError) {
            do throws(PluginError) {
                document = try decodeOptions(Document.self, of: pluginID, from: text)
            } catch {
                throw error.namingMembersBelow(PipelineConfiguration.schema)
            }
            self.text = text
        }

        /// The programs and libraries whose components the configuration names, in order; they must be started before
        /// components are made.
        package var plugins: [PluginProgram] { document.plugins ?? [] }

        /// Returns the error for a program that cannot be used, with its position.
        package func error(ofPlugin index: Int, _ detail: String) -> PluginError {
            fault(["plugins", "\(index)"], detail).located(in: text)
        }
    }

    private init(_ written: Document, registry: PluginRegistry) throws(PluginError) {
        self.init(maker: registry)
        var document = written
        document.removeSecretsFromExpectations()
        let started = registry.values(of: StartedPlugin.self).map(\.program)
        for (index, plugin) in (document.plugins ?? []).enumerated() where !started.contains(plugin) {
            let detail =
                "the plugin does not run; Pipeline(json:) of ConnectivityPluginHost starts it"
            throw fault(["plugins", "\(index)"], detail)
        }
        source = try document.source.map(registry.source)
        if let references = document.provisioning {
            var readers: [any ProvisioningReader] = []
            for reference in references { readers.append(try registry.provisioning(reference)) }
            provisioning = readers
        }
        traffic = try document.traffic.map(registry.traffic)
        probers = try document.probers(registry)
        if let reference = document.policy { policy = try registry.policy(reference) }
        if let chain = document.validators { validators = try chain.chain(registry) }
        expectation = try document.expect.map(registry.validator)
        if let list = document.endpoints {
            endpoints = try list.made(in: registry, at: ["endpoints"])
            guard !endpoints.isEmpty else {
                throw .invalidOption(Self.pluginID, path: ["endpoints"], detail: "needs at least one endpoint")
            }
        }
        if let list = document.pool { pool = try list.made(in: registry, at: ["pool"]) }
        for (index, network) in (document.networks ?? []).enumerated() {
            networks.append(try network.rule(in: registry, at: index))
        }
        scope = try document.pathScope() ?? scope
        asksBelow = document.below ?? asksBelow
        proxy = document.proxy
        try checkProxy()
        ignored = document.ignore ?? []
        schedule = document.schedule?.value ?? schedule
        limits = document.limits?.value ?? limits
        quality = document.quality?.value ?? quality
        for (index, reference) in (document.companions ?? []).enumerated() {
            let companion = try registry.companion(reference)
            do throws(PipelineSetupError) {
                try companions.add(companion)
            } catch {
                throw fault(["companions", "\(index)"], "\(error)")
            }
        }
        for reference in document.notifiers ?? [] { notifiers.append(try registry.notifier(reference)) }
    }

    private func checkProxy() throws(PluginError) {
        guard proxy != nil else { return }
        if scope == .eachInterface { throw fault(["proxy"], "cannot be combined with the scope each-interface") }
        guard !endpoints.contains(where: { $0.url?.scheme == .https }) else { return }
        throw fault(
            ["proxy"],
            "needs an endpoint over https; over plain HTTP, a proxy can answer in the name of everybody"
        )
    }

    /// The name under which faults of the document itself are reported.
    package static let pluginID: PluginID = "pipeline"
}

extension PluginError {
    /// Returns the error for a member that only nested objects have, such as `interval`, with the path to it or to the
    /// member with the nearest name.
    fileprivate func namingMembersBelow(_ schema: Schema) -> PluginError {
        guard case .unreadKey(let id, path: [], let key, let known, let position) = self else { return self }
        let below = schema.members.flatMap { member in member.schema.members.map { "\(member.name).\($0.name)" } }
        guard let meant = (known + below).nearest(to: key), below.contains(meant) else { return self }
        return .unreadKey(id, path: [], key: key, known: [meant], at: position)
    }
}

extension Schema {
    /// The members of the object, or of each alternative that is an object; empty for any other value.
    fileprivate var members: [Member] {
        switch self {
        case .object(_, let members): members()
        case .either(let schemas): schemas.flatMap(\.members)
        default: []
        }
    }
}
