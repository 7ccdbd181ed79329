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
        var schedule: WrittenSchedule?
        var limits: WrittenLimits?
        var quality: WrittenQuality?
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

    /// The schedule as it is written, with times in seconds; missing values default to those of ``RoundSchedule``.
    struct WrittenSchedule: FieldCodable {
        var settling: Double?
        var interval: Double?
        var captiveFirst: Double?
        var captiveFactor: Int?
        var captiveMaximum: Double?
        var patience: Double?
        var retryFirst: Double?
        var retryFactor: Int?
        var retryMaximum: Double?
        var jitter: Double?
        var meteredFactor: Int?
        var batteryFactor: Int?
        var attention: Double?
        var grace: Double?
        var rotation: Bool?
        var requestsPerHour: Int?
        var bytesPerHour: Int?
        var requestsAtOnce: Int?

        static let fields = FieldTable(
            WrittenSchedule(),
            [
                .optional(
                    "settling",
                    \.settling,
                    about: "The time from a change of an interface to the next round, in seconds from 0."
                ),
                .optional(
                    "interval",
                    \.interval,
                    about: "The time from the end of a round that is online to the next round, in seconds."
                ),
                .optional(
                    "captiveFirst",
                    \.captiveFirst,
                    about: "The time from a round with a portal to the next round, in seconds."
                ),
                .optional(
                    "captiveFactor",
                    \.captiveFactor,
                    about: "The factor by which that time grows with each such round in a row."
                ),
                .optional("captiveMaximum", \.captiveMaximum, about: "The longest such time, in seconds."),
                .optional(
                    "patience",
                    \.patience,
                    about: "How long a round with enough answers waits for the missing ones, in seconds from 0."
                ),
                .optional(
                    "retryFirst",
                    \.retryFirst,
                    about: "The time from any other round to the next round, in seconds."
                ),
                .optional(
                    "retryFactor",
                    \.retryFactor,
                    about: "The factor by which that time grows with each such round in a row."
                ),
                .optional("retryMaximum", \.retryMaximum, about: "The longest such time, in seconds."),
                .optional(
                    "jitter",
                    \.jitter,
                    about: "The largest share by which a time is shortened at random, from 0 through 0.5."
                ),
                .optional(
                    "meteredFactor",
                    \.meteredFactor,
                    about:
                        "The factor by which interval is longer while all interfaces in use are metered, from 1 through 1000."
                ),
                .optional(
                    "batteryFactor",
                    \.batteryFactor,
                    about: "The factor by which interval is longer on battery, from 1 through 1000."
                ),
                .optional(
                    "attention",
                    \.attention,
                    about: "How long after a sign-in began the time stays at captiveFirst, in seconds from 0."
                ),
                .optional(
                    "grace",
                    \.grace,
                    about:
                        "The time from the loss of the last interface, if it is wireless, to the report of it, in seconds from 0."
                ),
                .optional(
                    "rotation",
                    \.rotation,
                    about: "Whether each round leaves out another owner while all is well."
                ),
                .optional(
                    "requestsPerHour",
                    \.requestsPerHour,
                    about: "The most requests per hour of the regular rounds; without it there is no limit."
                ),
                .optional(
                    "bytesPerHour",
                    \.bytesPerHour,
                    about: "The most bytes per hour of the regular rounds; without it there is no limit."
                ),
                .optional("requestsAtOnce", \.requestsAtOnce, about: "The most requests of a round at the same time."),
            ],
            usual: { WrittenSchedule(standardSchedule) }
        )

        init() {}

        static var schema: Schema { fields.schema("Schedule") }

        init(_ schedule: RoundSchedule) {
            settling = schedule.settling.seconds
            interval = schedule.interval.seconds
            captiveFirst = schedule.captive.first.seconds
            captiveFactor = schedule.captive.factor
            captiveMaximum = schedule.captive.maximum.seconds
            patience = schedule.patience.seconds
            retryFirst = schedule.retry.first.seconds
            retryFactor = schedule.retry.factor
            retryMaximum = schedule.retry.maximum.seconds
            jitter = schedule.jitter
            meteredFactor = schedule.meteredFactor
            batteryFactor = schedule.batteryFactor
            attention = schedule.attention.seconds
            grace = schedule.grace.seconds
            rotation = schedule.isRotating
            requestsPerHour = schedule.budget.requestsPerHour
            bytesPerHour = schedule.budget.bytesPerHour
            requestsAtOnce = schedule.requestsAtOnce
        }

        func schedule() throws(PluginError) -> RoundSchedule {
            let standard = standardSchedule
            let jitter = jitter ?? standard.jitter
            guard (0...0.5).contains(jitter) else { throw fault(["schedule", "jitter"], "must be from 0 through 0.5") }
            for (name, factor) in [("meteredFactor", meteredFactor), ("batteryFactor", batteryFactor)] {
                guard (1...1_000).contains(factor ?? 1) else {
                    throw fault(["schedule", name], "must be from 1 through 1000")
                }
            }
            let numbers = [
                ("requestsPerHour", requestsPerHour), ("bytesPerHour", bytesPerHour),
                ("requestsAtOnce", requestsAtOnce),
            ]
            for (name, number) in numbers {
                guard number ?? 1 >= 1 else { throw fault(["schedule", name], "must be at least 1") }
            }
            return RoundSchedule(
                settling: try seconds(settling, "settling", orZero: true) ?? standard.settling,
                interval: try seconds(interval, "interval") ?? standard.interval,
                captive: try backoff("captive", captiveFirst, captiveFactor, captiveMaximum, or: standard.captive),
                patience: try seconds(patience, "patience", orZero: true) ?? standard.patience,
                retry: try backoff("retry", retryFirst, retryFactor, retryMaximum, or: standard.retry),
                jitter: jitter,
                meteredFactor: meteredFactor ?? standard.meteredFactor,
                batteryFactor: batteryFactor ?? standard.batteryFactor,
                attention: try seconds(attention, "attention", orZero: true) ?? standard.attention,
                grace: try seconds(grace, "grace", orZero: true) ?? standard.grace,
                isRotating: rotation ?? standard.isRotating,
                budget: RoundBudget(requestsPerHour: requestsPerHour, bytesPerHour: bytesPerHour),
                requestsAtOnce: requestsAtOnce ?? standard.requestsAtOnce
            )
        }

        private func backoff(
            _ name: String,
            _ first: Double?,
            _ factor: Int?,
            _ maximum: Double?,
            or standard: Backoff
        ) throws(PluginError) -> Backoff {
            let first = try seconds(first, "\(name)First") ?? standard.first
            let maximum = try seconds(maximum, "\(name)Maximum") ?? max(standard.maximum, first)
            guard maximum >= first else {
                throw fault(["schedule", "\(name)Maximum"], "must not be less than \(name)First")
            }
            let factor = factor ?? standard.factor
            guard factor >= 1 else { throw fault(["schedule", "\(name)Factor"], "must be at least 1") }
            return Backoff(first: first, factor: factor, maximum: maximum)
        }

        private func seconds(_ value: Double?, _ key: String, orZero: Bool = false) throws(PluginError) -> Duration? {
            try duration(value, at: ["schedule", key], orZero: orZero)
        }
    }
}

/// Converts a number of seconds to a duration; at most one day, so that no sum overflows.
func duration(
    _ seconds: Double?,
    at path: [String],
    orZero: Bool = false
) throws(PluginError) -> Duration? {
    guard let seconds else { return nil }
    guard seconds <= 86_400, orZero ? seconds >= 0 : seconds >= 0.001,
        let duration = Duration(writtenSeconds: seconds)
    else {
        throw fault(path, "must be a number of seconds from \(orZero ? "0" : "0.001") through 86400")
    }
    return duration
}

func fault(_ path: [String], _ detail: String) -> PluginError {
    .invalidOption(PipelineConfiguration.pluginID, path: path, detail: detail)
}
