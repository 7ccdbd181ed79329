public import ConnectivityCore

/// Everything that a pipeline is made of, from JSON.
///
/// Every member may be left out and then has the default of the code. An example with all of them:
///
/// ```json
/// {
///   "source": "source.netlink",
///   "provisioning": ["provisioning.networkd", { "use": "provisioning.dhclient", "root": "/" }],
///   "prober": { "use": "prober.curl", "caFile": "/etc/ssl/certs/ca-certificates.crt" },
///   "policy": { "use": "policy.share", "share": 0.5 },
///   "validators": ["validator.portal-signals", { "use": "validator.header", "name": "X-Probe" }],
///   "expect": { "use": "validator.status-code", "expected": [204] },
///   "endpoints": [
///     "apple.hotspot",
///     { "url": "https://status.example.com/ping", "expect": { "use": "validator.contains", "text": "pong" } }
///   ],
///   "interface": "wlan0",
///   "schedule": {
///     "settling": 0.5, "interval": 30, "captiveInterval": 5, "patience": 1,
///     "retryFirst": 2, "retryFactor": 2, "retryMaximum": 30
///   },
///   "limits": { "total": 5, "nameLookup": 3, "connect": 3, "response": 4, "body": 262144, "header": 65536 },
///   "notifiers": [{ "use": "notifier.lines", "file": "/var/log/connectivity.ndjson", "format": "json" }]
/// }
/// ```
///
/// `{ "use": "validator.placed", "place": "after-mismatch", "validator": ... }` gives a validator another place in the order of
/// judging (``JudgingOrder``) than that of its kind, and `{ "only": [...] }` instead of the list leaves out the standard tail.
/// `expect` at the top is for endpoints without one of their own.
///
/// `pool` is a list like `endpoints`, of those that a policy may ask besides in a round; without it there are none.
///
/// `"probers": [...]` in place of `prober` names several, each for questions of its own kinds; if none of them asks over
/// HTTP, the platform's prober does. An endpoint of a kind other than HTTP has a `question` in place of `url`:
/// `{ "question": { "kind": "com.example.clock", "facts": { "server": "192.0.2.1" } }, "owner": "example" }`.
///
/// A `url` can go with a `method`, a text as `body`, and `headers`, an object of fields and their values. A secret is not
/// written but named, by the file or the variable of the environment that holds it; it goes to the host of the URL alone, over
/// TLS, and into no record: `"headers": { "Authorization": { "file": "/etc/status.token", "prefix": "Bearer " } }`.
///
/// In place of `interface` there can be `scope`: `default-route`, `underlay` or `each-interface` (``PathScope``). Times are
/// seconds, sizes bytes.
public struct PipelineConfiguration: Sendable {
    /// Reports interfaces; `nil` where the configuration names none.
    public var source: (any InterfaceSource)?
    /// Read what the system keeps about networks, best first; `nil` where the configuration names none.
    ///
    /// Without a list, every reader of the platform goes with the platform's own source, and none with one that is named.
    public var provisioning: [any ProvisioningReader]?
    /// Send requests, each questions of its own kinds; empty if the configuration names none.
    public var probers: [any Prober] = []
    /// The prober that asks over HTTP; `nil` if the configuration names none.
    ///
    /// One that is set takes the place of those which ask any of its kinds; `nil` takes the one for HTTP away.
    public var prober: (any Prober)? {
        get { probers.first { $0.kinds.contains(.http) } }
        set {
            let kinds = newValue?.kinds ?? [.http]
            probers.removeAll { !$0.kinds.isDisjoint(with: kinds) }
            if let newValue { probers.append(newValue) }
        }
    }
    /// Turns verdicts into an answer.
    public var policy: any ThresholdPolicy = QuorumPolicy()
    /// Which validators are asked about each answer, and when.
    public var validators: JudgingOrder = .standard
    /// What is expected of an endpoint that states nothing itself; `nil` if nothing is.
    public var expectation: (any ResponseValidator)?
    /// What to ask.
    public var endpoints: [Endpoint] = Endpoint.standard
    /// Whom the policy may ask besides, in a round that needs more.
    public var pool: [Endpoint] = []
    /// Which path is judged.
    public var scope: PathScope = .defaultRoute
    /// When to look again.
    public var schedule = Schedule()
    /// The bounds of each probe.
    public var limits = ProbeLimits()
    /// Learn of each event while a pipeline runs; they decide nothing.
    public var notifiers: [any Notifier] = []

    /// Creates a configuration with the defaults of the code.
    public init() {}

    /// What a pipeline of this configuration decides by.
    public var rules: DecisionRules {
        DecisionRules(
            endpoints: endpoints,
            pool: pool,
            validators: validators,
            expecting: expectation,
            policy: policy,
            scope: scope
        )
    }

    /// The machine that decides in a pipeline of this configuration; it has taken no input.
    public var machine: ConnectivityMachine {
        ConnectivityMachine(rules, schedule: schedule, limits: limits)
    }

    /// Reads a configuration and makes everything that it names.
    ///
    /// Nothing is opened and nothing runs, so a configuration can be checked on any machine.
    ///
    /// - Parameters:
    ///   - text: The JSON text, in UTF-8.
    ///   - registry: Makes the components.
    /// - Throws: A ``PluginError`` that names the place, the component, the key and what is known instead.
    public init(json text: some Collection<UInt8>, registry: PluginRegistry) throws(PluginError) {
        try self.init(json: JSON(parsing: text, of: Self.pluginID), registry: registry)
    }

    init(json: JSON, registry: PluginRegistry) throws(PluginError) {
        let document = try decodeOptions(Document.self, of: Self.pluginID, from: json)
        do throws(PluginError) {
            try self.init(document, registry: registry)
        } catch {
            throw error.located(in: json)
        }
    }

    private init(_ document: Document, registry: PluginRegistry) throws(PluginError) {
        source = try document.source.map(registry.source)
        if let references = document.provisioning {
            var readers: [any ProvisioningReader] = []
            for reference in references { readers.append(try registry.provisioningReader(reference)) }
            provisioning = readers
        }
        probers = try document.probers(registry)
        if let reference = document.policy { policy = try registry.policy(reference) }
        if let written = document.validators { validators = try written.order(registry) }
        expectation = try document.expect.map(registry.validator)
        if let written = document.endpoints {
            endpoints = []
            for (index, endpoint) in written.enumerated() {
                endpoints += try endpoint.make(in: registry, at: index)
            }
            guard !endpoints.isEmpty else {
                throw .invalidOption(Self.pluginID, path: ["endpoints"], detail: "needs at least one endpoint")
            }
        }
        for (index, endpoint) in (document.pool ?? []).enumerated() {
            pool += try endpoint.make(in: registry, at: index, of: "pool")
        }
        scope = try document.pathScope() ?? scope
        schedule = try document.schedule?.schedule() ?? schedule
        limits = document.limits?.limits ?? limits
        for reference in document.notifiers ?? [] { notifiers.append(try registry.notifier(reference)) }
    }

    /// The name under which faults of the document itself are reported.
    static let pluginID: PluginID = "pipeline"
}
