import ConnectivityCore

extension PipelineConfiguration {
    /// The JSON document as it is read, before its components are made, or as it is written.
    struct Document: FieldCodable {
        var plugins: [ConfiguredPlugin]?
        var source: ComponentReference?
        var provisioning: [ComponentReference]?
        var prober: ComponentReference?
        var probers: [ComponentReference]?
        var policy: ComponentReference?
        var validators: WrittenOrder?
        var expect: ComponentReference?
        var endpoints: [WrittenEndpoint]?
        var pool: [WrittenEndpoint]?
        var networks: [WrittenNetwork]?
        var interface: String?
        var ignore: [String]?
        var scope: String?
        var schedule: WrittenSchedule?
        var limits: WrittenLimits?
        var services: [WrittenEndpoint]?
        var serviceSchedule: WrittenServiceSchedule?
        var notifiers: [ComponentReference]?

        static let fields = FieldTable(
            Document(),
            [
                .optional("plugins", \.plugins),
                .optional("source", \.source),
                .optional("provisioning", \.provisioning),
                .optional("prober", \.prober),
                .optional("probers", \.probers),
                .optional("policy", \.policy),
                .optional("validators", \.validators),
                .optional("expect", \.expect),
                .optional("endpoints", \.endpoints),
                .optional("pool", \.pool),
                .optional("networks", \.networks),
                .optional("interface", \.interface),
                .optional("ignore", \.ignore),
                .optional("scope", \.scope),
                .optional("schedule", \.schedule),
                .optional("limits", \.limits),
                .optional("services", \.services),
                .optional("serviceSchedule", \.serviceSchedule),
                .optional("notifiers", \.notifiers),
            ]
        )

        init() {}
        init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
        func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

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
                .optional("settling", \.settling),
                .optional("interval", \.interval),
                .optional("captiveFirst", \.captiveFirst),
                .optional("captiveFactor", \.captiveFactor),
                .optional("captiveMaximum", \.captiveMaximum),
                .optional("patience", \.patience),
                .optional("retryFirst", \.retryFirst),
                .optional("retryFactor", \.retryFactor),
                .optional("retryMaximum", \.retryMaximum),
                .optional("jitter", \.jitter),
                .optional("meteredFactor", \.meteredFactor),
                .optional("batteryFactor", \.batteryFactor),
                .optional("attention", \.attention),
                .optional("grace", \.grace),
                .optional("rotation", \.rotation),
                .optional("requestsPerHour", \.requestsPerHour),
                .optional("bytesPerHour", \.bytesPerHour),
                .optional("requestsAtOnce", \.requestsAtOnce),
            ]
        )

        init() {}
        init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
        func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

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

    /// The limits of probes as they are written; missing values default to those of `ProbeLimits`.
    struct WrittenLimits: Codable, SchemaProviding {
        var limits: ProbeLimits

        init(_ limits: ProbeLimits) { self.limits = limits }

        init(from decoder: any Decoder) throws {
            limits = try ProbeLimits.fields.read(from: decoder, isWrittenByHand: true)
        }

        func encode(to encoder: any Encoder) throws { try limits.encode(to: encoder) }

        static var schema: Schema { ProbeLimits.fields.schema("Limits", isWrittenByHand: true) }
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
