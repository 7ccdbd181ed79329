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
        var schedule: HandWritten<RoundSchedule>?
        var limits: HandWritten<ProbeLimits>?
        var quality: HandWritten<QualityRules>?
        var companions: [ComponentReference]?
        var notifiers: [ComponentReference]?

        static let fields = FieldTable(
            Document(),
            [
                .ignored("$schema"),
                .ignored("comment"),
                .optional("plugins", \.plugins),
                .optional("source", \.source)
                    .with { family("Source") },
                .optional("provisioning", \.provisioning)
                    .with { family("ProvisioningReader", isList: true) },
                .optional("traffic", \.traffic)
                    .with { family("TrafficSource") },
                .optional("prober", \.prober)
                    .with { family("Prober") },
                .optional("probers", \.probers)
                    .with { family("Prober", isList: true) },
                .optional("policy", \.policy)
                    .with { family("Policy") },
                .optional("validators", \.validators),
                .optional("expect", \.expect)
                    .with { family("Validator") },
                .optional("endpoints", \.endpoints),
                .optional("pool", \.pool),
                .optional("networks", \.networks),
                .optional("proxy", \.proxy),
                .optional("interface", \.interface),
                .optional("ignore", \.ignore),
                .optional("scope", \.scope)
                    .with { .choice(["default-route", "underlay", "each-interface"]).orNull },
                .optional("schedule", \.schedule),
                .optional("limits", \.limits),
                .optional("quality", \.quality),
                .optional("companions", \.companions)
                    .with { family("Companion", isList: true) },
                .optional("notifiers", \.notifiers)
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
