import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// The JSON document: as decoded, before its components are made, or to be written.
    struct Document: FieldCodable {
        var plugins: [PluginProgram]?
        var source: ComponentReference?
        var provisioning: [ComponentReference]?
        var traffic: ComponentReference?
        var prober: ComponentList?
        var policy: ComponentReference?
        var validators: WrittenChain?
        var expect: ComponentReference?
        var endpoints: [WrittenEndpoint]?
        var pool: [WrittenEndpoint]?
        var networks: [WrittenNetwork]?
        var proxy: ProxySetting?
        var ignore: [String]?
        var scope: String?
        var below: Bool?
        var schedule: HandWritten<RoundSchedule>?
        var limits: HandWritten<ProbeRequest.Limits>?
        var quality: HandWritten<PathQuality.Rules>?
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
                    .with { .either([ComponentReference.schema(of: "Prober"), family("Prober", isList: true)]) },
                .removed("probers", "use prober, which may be a list"),
                .optional("policy", \.policy)
                    .with { family("Policy") },
                .optional("validators", \.validators),
                .optional("expect", \.expect)
                    .with { family("Validator") },
                .optional("endpoints", \.endpoints),
                .optional("pool", \.pool),
                .optional("networks", \.networks),
                .optional("proxy", \.proxy),
                .removed("interface", "use scope"),
                .optional("ignore", \.ignore),
                .optional("scope", \.scope)
                    .with { .either([.choice(["default-route", "underlay", "each-interface"]), .text()]).orNull },
                .optional("below", \.below),
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

        /// The defaults of the code, as a configuration states them.
        private static var usual: Document {
            let standard = PipelineConfiguration()
            var document = Document()
            document.policy = try? ComponentReference(to: standard.policy)
            document.validators = try? WrittenChain(standard.validators)
            document.endpoints = [.named("default", at: nil)]
            (document.scope, document.below) = (standard.scope.written, standard.asksBelow)
            document.ignore = standard.ignored
            (document.plugins, document.networks, document.companions, document.notifiers) = ([], [], [], [])
            return document
        }

        private static func family(_ name: String, isList: Bool = false) -> Schema {
            let schema = ComponentReference.schema(of: name)
            return (isList ? Schema.list(schema) : schema).orNull
        }

        static var schema: Schema { fields.schema("Configuration") }

        /// Makes the probers.
        func probers(_ registry: PluginRegistry) throws(PluginError) -> [any Prober] {
            let references = prober?.references ?? []
            var made: [any Prober] = []
            for (index, reference) in references.enumerated() {
                let prober = try registry.prober(reference)
                for (other, earlier) in zip(references, made) {
                    guard let kind = prober.kinds.intersection(earlier.kinds).min() else { continue }
                    let detail = "\(reference.id) and \(other.id) both answer questions of the kind \(kind)"
                    throw fault(["prober", "\(index)"], detail)
                }
                made.append(prober)
            }
            return made
        }
    }
}

/// One component, or a list of them.
struct ComponentList: Codable, SchemaProviding {
    let references: [ComponentReference]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if case .array = try container.decode(JSON.self).value {
            references = try container.decode([ComponentReference].self)
        } else {
            references = [try container.decode(ComponentReference.self)]
        }
    }

    func encode(to encoder: any Encoder) throws {
        if references.count == 1 { try references[0].encode(to: encoder) } else { try references.encode(to: encoder) }
    }

    static var schema: Schema { .either([ComponentReference.schema, .list(ComponentReference.schema)]) }
}

func fault(_ path: [String], _ detail: String) -> PluginError {
    .invalidOption(PipelineConfiguration.pluginID, path: path, detail: detail)
}
