import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// The JSON document as it is read, before its components are made, or as it is written.
    struct Document: FieldCodable {
        var plugins: [PluginProgram]?
        var source: ComponentReference?
        var provisioning: [ComponentReference]?
        var traffic: ComponentReference?
        var prober: ComponentReference?
        var probers: [ComponentReference]?
        var policy: ComponentReference?
        var validators: WrittenChain?
        var expect: ComponentReference?
        var endpoints: [WrittenEndpoint]?
        var pool: [WrittenEndpoint]?
        var networks: [WrittenNetwork]?
        var proxy: ProxySetting?
        var interface: String?
        var ignore: [String]?
        var scope: String?
        var schedule: RoundSchedule?
        var limits: ProbeLimits?
        var quality: QualityRules?
        var companions: [ComponentReference]?
        var notifiers: [ComponentReference]?

        static let fields = FieldTable(
            Document(),
            [
                .ignored("$schema", about: "The JSON Schema of this file, for editors; it is not read."),
                .ignored("comment", about: "A text for people; it is not read."),
                .optional(
                    "plugins",
                    \.plugins,
                    about:
                        "Programs and libraries whose components this configuration can name. A drop-in adds to the list."
                ),
                .optional("source", \.source, about: "What reports the interfaces; by default that of the platform.")
                    .with { family("Source") },
                .optional(
                    "provisioning",
                    \.provisioning,
                    about:
                        "Readers of what the system stores about networks, best first; by default those of the platform."
                )
                .with { family("ProvisioningReader", isList: true) },
                .optional(
                    "traffic",
                    \.traffic,
                    about:
                        "What sees the traffic of this device, so that less is asked while it flows; by default nothing."
                )
                .with { family("TrafficSource") },
                .optional("prober", \.prober, about: "What asks over HTTP; by default that of the platform.")
                    .with { family("Prober") },
                .optional(
                    "probers",
                    \.probers,
                    about: "Several probers instead of one, each for its own kinds of questions."
                )
                .with { family("Prober", isList: true) },
                .optional("policy", \.policy, about: "What turns the verdicts of a round into an access.")
                    .with { family("Policy") },
                .optional(
                    "validators",
                    \.validators,
                    about: "What judges each answer in addition to the expectation of its endpoint, in order."
                ),
                .optional("expect", \.expect, about: "The expectation of endpoints that state none.")
                    .with { family("Validator") },
                .optional(
                    "endpoints",
                    \.endpoints,
                    about: "What each round asks: names of endpoints or groups, or objects."
                ),
                .optional(
                    "pool",
                    \.pool,
                    about:
                        "What the policy may ask in addition; by default other built-in endpoints, if endpoints has all of default."
                ),
                .optional(
                    "networks",
                    \.networks,
                    about: "What holds on certain networks instead; the first that an interface matches applies to it."
                ),
                .optional(
                    "proxy",
                    \.proxy,
                    about:
                        "The proxy whose way is judged in addition to the direct one, for what is asked over HTTPS: environment or a URL."
                ),
                .optional(
                    "interface",
                    \.interface,
                    about: "The name of the only interface that is judged; probes are bound to it."
                ),
                .optional(
                    "ignore",
                    \.ignore,
                    about: "Interfaces that are left out, by name, with * at either end, or by kind."
                ),
                .optional("scope", \.scope, about: "What is judged: default-route, underlay or each-interface.")
                    .with { .choice(["default-route", "underlay", "each-interface"]).orNull },
                .optional("schedule", \.schedule, about: "The times between rounds."),
                .optional("limits", \.limits, about: "The limits of each probe."),
                .optional(
                    "quality",
                    \.quality,
                    about: "From when on a path is slow or poor; the access stays as it is."
                ),
                .optional(
                    "companions",
                    \.companions,
                    about:
                        "What works beside the rounds, such as asking services; none of it changes the access. A drop-in adds to the list."
                )
                .with { family("Companion", isList: true) },
                .optional(
                    "notifiers",
                    \.notifiers,
                    about: "What receives each event while watch runs. A drop-in adds to the list."
                )
                .with { family("Notifier", isList: true) },
            ],
            usual: { .usual }
        )

        /// The defaults of the code, as a configuration would state them.
        private static var usual: Document {
            let standard = PipelineConfiguration()
            var document = Document()
            document.policy = try? ComponentReference(to: standard.policy)
            document.validators = try? WrittenChain(standard.validators)
            document.endpoints = [.named("default", at: nil)]
            document.scope = standard.scope.name
            document.ignore = standard.ignored
            (document.plugins, document.networks, document.companions, document.notifiers) = ([], [], [], [])
            return document
        }

        private static func family(_ name: String, isList: Bool = false) -> Schema {
            let schema = ComponentReference.schema(of: name)
            return (isList ? Schema.list(schema) : schema).orNull
        }

        static var schema: Schema { fields.schema("Configuration") }

        /// Makes the probers that are named under `prober` or `probers`.
        func probers(_ registry: PluginRegistry) throws(PluginError) -> [any Prober] {
            guard let probers else {
                guard let prober else { return [] }
                return [try registry.prober(prober)]
            }
            guard prober == nil else { throw fault(["prober"], "cannot be combined with probers") }
            var made: [any Prober] = []
            for (index, reference) in probers.enumerated() {
                let prober = try registry.prober(reference)
                for (other, earlier) in zip(probers, made) {
                    guard let kind = prober.kinds.intersection(earlier.kinds).min() else { continue }
                    let detail = "\(reference.id) and \(other.id) both answer questions of the kind \(kind)"
                    throw fault(["probers", "\(index)"], detail)
                }
                made.append(prober)
            }
            return made
        }
    }
}

func fault(_ path: [String], _ detail: String) -> PluginError {
    .invalidOption(PipelineConfiguration.pluginID, path: path, detail: detail)
}
