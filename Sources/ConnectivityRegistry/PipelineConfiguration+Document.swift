import ConnectivityCore

extension PipelineConfiguration {
    /// The JSON document as it is read, before its components are made, or as it is written.
    struct Document: Tabulated {
        var plugins: [PluginProgram]?
        var source: ComponentReference?
        var provisioning: [ComponentReference]?
        var prober: ComponentReference?
        var probers: [ComponentReference]?
        var policy: ComponentReference?
        var validators: WrittenOrder?
        var expect: ComponentReference?
        var endpoints: [WrittenEndpoint]?
        var pool: [WrittenEndpoint]?
        var interface: String?
        var scope: String?
        var schedule: WrittenSchedule?
        var limits: WrittenLimits?
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
                .optional("interface", \.interface),
                .optional("scope", \.scope),
                .optional("schedule", \.schedule),
                .optional("limits", \.limits),
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
    struct WrittenSchedule: Tabulated {
        var settling: Double?
        var interval: Double?
        var captiveInterval: Double?
        var patience: Double?
        var retryFirst: Double?
        var retryFactor: Int?
        var retryMaximum: Double?

        static let fields = FieldTable(
            WrittenSchedule(),
            [
                .optional("settling", \.settling),
                .optional("interval", \.interval),
                .optional("captiveInterval", \.captiveInterval),
                .optional("patience", \.patience),
                .optional("retryFirst", \.retryFirst),
                .optional("retryFactor", \.retryFactor),
                .optional("retryMaximum", \.retryMaximum),
            ]
        )

        init() {}
        init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
        func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

        static var schema: Schema { fields.schema("Schedule") }

        init(_ schedule: RoundSchedule) {
            settling = schedule.settling.seconds
            interval = schedule.interval.seconds
            captiveInterval = schedule.captiveInterval.seconds
            patience = schedule.patience.seconds
            retryFirst = schedule.retry.first.seconds
            retryFactor = schedule.retry.factor
            retryMaximum = schedule.retry.maximum.seconds
        }

        func schedule() throws(PluginError) -> RoundSchedule {
            let standard = RoundSchedule()
            let first = try seconds(retryFirst, "retryFirst") ?? standard.retry.first
            let maximum = try seconds(retryMaximum, "retryMaximum") ?? max(standard.retry.maximum, first)
            guard maximum >= first else {
                throw fault(["schedule", "retryMaximum"], "must not be less than retryFirst")
            }
            let factor = retryFactor ?? standard.retry.factor
            guard factor >= 1 else { throw fault(["schedule", "retryFactor"], "must be at least 1") }
            return RoundSchedule(
                settling: try seconds(settling, "settling", orZero: true) ?? standard.settling,
                interval: try seconds(interval, "interval") ?? standard.interval,
                captiveInterval: try seconds(captiveInterval, "captiveInterval") ?? standard.captiveInterval,
                patience: try seconds(patience, "patience", orZero: true) ?? standard.patience,
                retry: Backoff(first: first, factor: factor, maximum: maximum)
            )
        }

        private func seconds(_ value: Double?, _ key: String, orZero: Bool = false) throws(PluginError) -> Duration? {
            try duration(value, "schedule", key, orZero: orZero)
        }
    }

    /// The limits of probes as they are written; missing values default to those of `ProbeLimits`.
    struct WrittenLimits: Codable, Described {
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
    _ path: String...,
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
