/// All parts of a pipeline, with a default for each, configured in code or in JSON.
///
/// ```swift
/// var configuration = Pipeline.Configuration()
/// configuration.policy = SharePolicy(0.5)
/// configuration.limits.total = .seconds(3)
/// let pipeline = try Pipeline(configuration) { updates }
/// ```
///
/// Code that composes pipelines calls it `Pipeline.Configuration`. `ConnectivityKit` completes it with the parts of this
/// platform; `Pipeline(verbatim:)` adds nothing. `init(json:registry:)` of ConnectivityRegistry reads it from JSON.
public struct PipelineConfiguration: Sendable {
    /// The source of interfaces; `nil` if the configuration names none.
    public var source: (any InterfaceSource)?
    /// The readers of the system's records about networks, best first; `nil` if the configuration has no list.
    ///
    /// Without a list, the platform's own source is combined with every reader of the platform, and a source that the
    /// configuration names is combined with no reader.
    public var provisioning: [any ProvisioningReader]?
    /// The probers, each for its own kinds of questions; empty if the configuration names none.
    public var probers: [any Prober] = []
    /// The prober that asks over HTTP; `nil` if the configuration names none.
    ///
    /// Setting a prober removes all others of any of its kinds; setting `nil` removes the prober for HTTP.
    public var prober: (any Prober)? {
        get { probers.first { $0.kinds.contains(.http) } }
        set {
            let kinds = newValue?.kinds ?? [.http]
            probers.removeAll { !$0.kinds.isDisjoint(with: kinds) }
            if let newValue { probers.append(newValue) }
        }
    }
    /// The observer of this device's traffic, which allows asking less while it flows; `nil`, the default, for none.
    public var traffic: (any TrafficSource)?
    /// The policy, which turns the verdicts of a round into an access.
    public var policy: any ThresholdPolicy = EvidencePolicy()
    /// The validators that judge each answer, with their order.
    public var validators: JudgingChain = .standard
    /// The expectation for endpoints that state none; `nil` without a default.
    public var expectation: (any ResponseValidator)?
    /// The endpoints that each round asks.
    public var endpoints: [Endpoint] = Endpoint.standard
    /// The endpoints that the policy may ask in addition during a round.
    ///
    /// The default is ``Endpoint/standardPool`` if ``endpoints`` contain all standard ones, and otherwise empty: the user's own
    /// endpoints are decided by their expectations.
    public var pool: [Endpoint] {
        get { chosenPool ?? Endpoint.pool(for: endpoints) }
        set { chosenPool = newValue }
    }
    private var chosenPool: [Endpoint]?
    package var asksStandardEndpoints: Bool { !Endpoint.pool(for: endpoints).isEmpty }
    /// The rules that apply on certain networks instead, best first; the first that matches an interface applies to it.
    public var networks: [NetworkRule] = []
    /// The proxy whose path is judged in addition to the direct one; `nil`, the default, judges the direct path alone.
    ///
    /// Only HTTPS endpoints are asked through it, because over plain HTTP it can answer in the name of any host.
    package var proxy: ProxySetting?
    /// The path or paths that are judged.
    public var scope: Scope = .defaultRoute
    /// Whether the network below is asked, once nothing comes back through a tunnel or from the system's resolver.
    ///
    /// Only with the scope ``Scope/defaultRoute``, and at most every 30 seconds unless something changed: two built-in
    /// endpoints over plain HTTP, bound to the interface, with the name servers of its network. A portal there makes the access
    /// captive; any other answer changes nothing. Nothing is asked if no route of that network leads out.
    public var asksBelow = true
    /// The bounds by which the quality of a path is good, slow or poor; they do not affect the access.
    public var quality = PathQuality.Rules()
    /// The interfaces to ignore, as if the device did not have them: names, with `*` at either end, or kinds.
    public var ignored: [String] = []
    /// The times between rounds.
    public var schedule = standardSchedule

    /// The schedule of a configuration that states none: the default one with jitter, because configurations run in fleets, and
    /// with rotation.
    package static let standardSchedule = RoundSchedule(jitter: 0.1, isRotating: true)
    /// The limits of each probe.
    public var limits = ProbeRequest.Limits()
    /// The companions, which work in addition to the rounds, such as asking services; none of them changes the access.
    public var companions: [any Companion] = []
    /// The notifiers, which receive each event while a pipeline runs; they do not affect decisions.
    public var notifiers: [any Notifier] = []
    /// The maker of the platform's parts, such as a registry; `nil` for that of this build.
    package let maker: (any PartMaker)?

    /// Creates a configuration with the defaults of the code; the parts of the platform are those of this build.
    public init() { maker = nil }

    /// Creates a configuration with the defaults of the code, for which a registry makes the platform's parts.
    package init(maker: any PartMaker) { self.maker = maker }

    /// The rules by which a pipeline with this configuration decides.
    package var rules: DecisionRules {
        var rules = DecisionRules(
            endpoints: endpoints,
            pool: pool,
            validators: validators,
            expecting: expectation,
            policy: policy,
            scope: scope,
            networks: networks,
            quality: quality,
            besides: companions.flatMap(\.endpoints)
        )
        (rules.proxy, rules.asksBelow) = (proxy, asksBelow)
        return rules
    }

    /// All endpoints that may be asked on any network: the endpoints, those of the pools, and those of the companions.
    package var asked: [Endpoint] {
        endpoints + pool + companions.flatMap(\.endpoints) + networks.flatMap(\.asked)
    }

    /// A new state machine, without any input, that decides as a pipeline with this configuration does.
    public var machine: ConnectivityMachine {
        ConnectivityMachine(rules, schedule: schedule, limits: limits)
    }
}

/// A maker of the platform's parts for a configuration that names none, such as a registry.
package protocol PartMaker: Sendable {}
