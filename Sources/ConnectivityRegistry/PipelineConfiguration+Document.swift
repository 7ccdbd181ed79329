import ConnectivityCore

extension PipelineConfiguration {
    /// The JSON document, before its components are made.
    struct Document: Decodable {
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

        /// The probers under either name.
        func probers(_ registry: PluginRegistry) throws(PluginError) -> [any Prober] {
            guard let probers else {
                guard let prober else { return [] }
                return [try registry.prober(prober)]
            }
            guard prober == nil else { throw fault(["prober"], "does not go with probers") }
            var made: [any Prober] = []
            for (index, reference) in probers.enumerated() {
                let prober = try registry.prober(reference)
                for (other, earlier) in zip(probers, made) {
                    guard let kind = prober.kinds.intersection(earlier.kinds).min() else { continue }
                    let detail = "\(reference.id) asks questions of the kind \(kind), as \(other.id) does"
                    throw fault(["probers", "\(index)"], detail)
                }
                made.append(prober)
            }
            return made
        }
    }

    /// Endpoints as they are written: the name of a registered one or of a group, or an object.
    enum WrittenEndpoint: Decodable {
        case named(String, at: TextPosition?)
        case custom(Custom)

        struct Custom: Decodable {
            var url: HTTPURL?
            var question: WrittenFacts?
            var name: String?
            var owner: String?
            var method: HTTPQuestion.Method?
            var family: AddressFamily?
            var patience: Double?
            var expect: ComponentReference?

            /// What is asked: a request of HTTP, or a question of another kind as its facts.
            func question(at index: Int) throws(PluginError) -> Question {
                guard let question else {
                    guard let url else { throw fault(["endpoints", "\(index)"], "\"url\" is missing") }
                    return .http(HTTPQuestion(url, method: method ?? .get))
                }
                guard url == nil else { throw fault(["endpoints", "\(index)", "url"], "does not go with question") }
                guard method == nil else { throw fault(["endpoints", "\(index)", "method"], "goes with url") }
                return .other(question.kind, question.facts)
            }

            /// Who runs the endpoint; of a URL, that is its host if nothing else is said.
            func owner(at index: Int) throws(PluginError) -> String {
                guard let owner = owner ?? url?.host else {
                    throw fault(["endpoints", "\(index)"], "\"owner\" is missing, which goes with question")
                }
                return owner
            }
        }

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self = .named(name, at: try JSON(from: decoder).position)
            } else {
                self = .custom(try Custom(from: decoder))
            }
        }

        func make(
            in registry: PluginRegistry,
            at index: Int,
            of list: String = "endpoints"
        ) throws(PluginError) -> [Endpoint] {
            switch self {
            case .named(let name, let position):
                guard let endpoints = registry.endpoints[name] else {
                    throw .unknown(PluginID(name), known: registry.endpoints.ids, at: position)
                }
                return endpoints
            case .custom(let written):
                var endpoint = Endpoint(
                    try written.question(at: index),
                    name: written.name,
                    owner: try written.owner(at: index),
                    family: written.family,
                    patience: try duration(written.patience, list, "\(index)", "patience")
                )
                if let reference = written.expect { endpoint.expectation = try registry.validator(reference) }
                return [endpoint]
            }
        }
    }

    struct WrittenSchedule: Codable {
        var settling: Double?
        var interval: Double?
        var captiveInterval: Double?
        var patience: Double?
        var retryFirst: Double?
        var retryFactor: Int?
        var retryMaximum: Double?

        init(_ schedule: Schedule) {
            settling = schedule.settling.seconds
            interval = schedule.interval.seconds
            captiveInterval = schedule.captiveInterval.seconds
            patience = schedule.patience.seconds
            retryFirst = schedule.retry.first.seconds
            retryFactor = schedule.retry.factor
            retryMaximum = schedule.retry.maximum.seconds
        }

        func schedule() throws(PluginError) -> Schedule {
            let standard = Schedule()
            let first = try seconds(retryFirst, "retryFirst") ?? standard.retry.first
            let maximum = try seconds(retryMaximum, "retryMaximum") ?? max(standard.retry.maximum, first)
            guard maximum >= first else {
                throw fault(["schedule", "retryMaximum"], "must not be less than retryFirst")
            }
            let factor = retryFactor ?? standard.retry.factor
            guard factor >= 1 else { throw fault(["schedule", "retryFactor"], "must be at least 1") }
            return Schedule(
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

    struct WrittenLimits: Decodable {
        var total: Double?
        var nameLookup: Double?
        var connect: Double?
        var response: Double?
        var header: Int?
        var body: Int?

        func limits() throws(PluginError) -> ProbeLimits {
            let standard = ProbeLimits()
            guard header ?? 1 > 0 else { throw fault(["limits", "header"], "must be greater than 0") }
            guard body ?? 0 >= 0 else { throw fault(["limits", "body"], "must not be negative") }
            return ProbeLimits(
                total: try duration(total, "limits", "total") ?? standard.total,
                nameLookup: try duration(nameLookup, "limits", "nameLookup"),
                connect: try duration(connect, "limits", "connect"),
                response: try duration(response, "limits", "response"),
                headerByteCountMax: header ?? standard.headerByteCountMax,
                bodyByteCountMax: body ?? standard.bodyByteCountMax
            )
        }
    }
}

/// A number of seconds as a duration; up to a day, so that no sum overflows.
private func duration(
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

private func fault(_ path: [String], _ detail: String) -> PluginError {
    .invalidOption(PipelineConfiguration.pluginID, path: path, detail: detail)
}
