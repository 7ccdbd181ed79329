package import ConnectivityCore
import ConnectivityKit

/// The hourly cost of watching while all is well.
///
/// The state machine of watching computes it: it receives hours of genuine answers, and its requests are counted, up to a
/// number of them, whose rate stands for the rest. The sizes of the answers are those of a real round; an endpoint without an
/// answer in this round counts as the mean.
package struct WatchingCost {
    struct Owner {
        var name: String
        var requestsPerHour: Int
    }

    var requestsPerHour: Int
    /// The bytes of header fields and bodies; `nil` if no answer is known.
    var bytesPerHour: Int?
    /// The owners, those with the most requests first.
    var owners: [Owner]
    /// The number of simulated requests.
    private(set) var simulatedCount: Int

    /// A time within which everything repeats: the turns of owners, and on average the draws from a pool.
    private static let longest = Duration.seconds(12 * 3600)
    /// The number of requests after which a simulation ends; a round counts as some more, because it takes time itself.
    static let requestCountMax = 20_000
    private static let roundCount = 4

    /// Computes the cost from the interfaces and answers of a round; `nil` if there is no question.
    package init?(_ configuration: PipelineConfiguration, knowing assessment: Assessment) {
        var counts: [String: Int] = [:]
        var costs: [String: RoundCost] = [:]
        for report in assessment.reports { costs[report.name, default: RoundCost()].add(report.exchange) }
        let sizes = costs.compactMapValues { $0.byteCount == 0 ? nil : Double($0.byteCount) / Double($0.requestCount) }
        let mean = sizes.isEmpty ? 0 : sizes.values.reduce(0, +) / Double(sizes.count)
        var bytes = 0.0
        let (time, simulatedCount) = Self.simulate(configuration, in: assessment.snapshot) { round in
            for report in round.reports {
                counts[report.owner, default: 0] += 1
                bytes += sizes[report.name] ?? mean
            }
        }
        // Less than an hour does not show what a budget delays.
        let budget = time < .seconds(3600) ? configuration.schedule.requestsPerHour : nil
        let rate = .seconds(3600) / time
        let limit = budget.map { Double($0 * max(1, assessment.paths.count)) / Double(counts.values.reduce(0, +)) }
        func perHour(_ value: Double) -> Int { Int((value * min(rate, limit ?? rate)).rounded()) }
        let companions = Self.companionRequests(configuration, assessment)
        let asked = counts.mapValues { perHour(Double($0)) }.merging(companions.counts, uniquingKeysWith: +)
        guard !asked.isEmpty else { return nil }
        self.simulatedCount = simulatedCount + companions.simulatedCount
        requestsPerHour = asked.values.reduce(0, +)
        bytesPerHour = sizes.isEmpty ? nil : perHour(bytes)
        owners = asked.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { Owner(name: $0.key, requestsPerHour: $0.value) }
    }

    /// Returns the requests of companions by owner, in an hour of repeated confirmations of the assessment.
    private static func companionRequests(
        _ configuration: PipelineConfiguration,
        _ assessment: Assessment
    ) -> (counts: [String: Int], simulatedCount: Int) {
        var all: [String: Int] = [:]
        var simulatedCount = 0
        let share = requestCountMax / max(1, configuration.companions.count)
        // More confirmations than that have no further effect.
        let interval = max(configuration.schedule.interval, .seconds(10))
        for var companion in configuration.companions {
            var counts: [String: Int] = [:]
            let context = CompanionContext(
                rules: configuration.rules,
                schedule: configuration.schedule,
                limits: configuration.limits
            )
            var pending: [(at: Duration, input: CompanionInput)] = [
                (.zero, .began(context)), (.zero, .assessed(assessment, isChange: true)),
                (interval, .assessed(assessment, isChange: false)),
            ]
            var time = Duration.zero
            var rest = share
            while time < .seconds(3600), rest > 0,
                let next = pending.indices.min(by: { pending[$0].at < pending[$1].at })
            {
                let (at, input) = pending.remove(at: next)
                time = at
                rest -= 1
                if case .assessed(_, isChange: false) = input { pending.append((at + interval, input)) }
                let wall = Timestamp(sinceEpoch: assessment.endedAt.sinceEpoch + at)
                for effect in companion.handle(input, at: ConnectivityMachine.Moment(elapsed: at, wall: wall))
                where at < .seconds(3600) {
                    switch effect {
                    case .ask(let requests, let token):
                        rest -= requests.count
                        for request in requests {
                            let endpoint = companion.endpoints.first { $0.url != nil && $0.url == request.url }
                            counts[endpoint?.owner ?? request.question.host ?? "others", default: 0] += 1
                        }
                        let answers = requests.map {
                            ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204)))
                        }
                        pending.append((at + .milliseconds(100), .answered(token, answers)))
                    case .wait(let time, let token): pending.append((at + time, .waited(token)))
                    case .look, .perform, .signInBegan, .skip, .cancel, .report: break
                    }
                }
            }
            simulatedCount += share - rest
            let factor = rest > 0 ? 1 : .seconds(3600) / min(max(time, .seconds(1)), .seconds(3600))
            all.merge(counts.mapValues { Int(Double($0) * factor) }, uniquingKeysWith: +)
        }
        // A pipeline delays what exceeds its limit.
        let (total, limit) = (all.values.reduce(0, +), CompanionEffect.requestsPerHourMax)
        return (total > limit ? all.mapValues { $0 * limit / total } : all, simulatedCount)
    }

    package var sentence: String {
        let list = owners.prefix(12).map { "\($0.name.printable(limit: 40)) \($0.requestsPerHour)" }
        let rest = owners.count > 12 ? " and \(owners.count - 12) more" : ""
        let size = bytesPerHour.map { " and \(($0 + 512) / 1024) KiB of answers" } ?? ""
        return "Watching costs about \(requestsPerHour) requests\(size) per hour while all is well: "
            + "\(list.joined(separator: ", "))\(rest)."
    }

    /// Simulates hours in which every answer is genuine and immediate; returns their length and the number of requests.
    private static func simulate(
        _ configuration: PipelineConfiguration,
        in snapshot: InterfaceSnapshot,
        _ report: (Assessment) -> Void
    ) -> (length: Duration, requestCount: Int) {
        let rules = DecisionRules(
            endpoints: configuration.endpoints.map(\.alwaysGenuine),
            pool: configuration.pool.map(\.alwaysGenuine),
            validators: .only([]),
            policy: configuration.policy,
            scope: configuration.scope
        )
        var machine = ConnectivityMachine(rules, schedule: configuration.schedule, limits: configuration.limits)
        var elapsed = Duration.zero
        var count = 0
        var seed: UInt32 = 1
        var inputs: [ConnectivityMachine.Input] = [.interfacesChanged(snapshot)]
        while let input = inputs.first {
            inputs.removeFirst()
            seed += 1
            let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
            for effect in machine.handle(input, at: .init(elapsed: elapsed, wall: wall, seed: seed)) {
                switch effect {
                case .begin(.round(let requests, limit: _), let epoch):
                    count += requests.count + roundCount
                    inputs = answers(to: requests, from: 0, epoch)
                case .ask(let requests, from: let first, let epoch):
                    count += requests.count
                    inputs += answers(to: requests, from: first, epoch)
                case .begin(.rest(let wait), let epoch):
                    // The first round follows a change, and is not part of the cost of watching.
                    if elapsed > .zero, let assessment = machine.assessment { report(assessment) }
                    if elapsed > .zero, count >= requestCountMax { return (elapsed, count) }
                    elapsed += wait
                    inputs = elapsed <= longest ? [.waitEnded(epoch: epoch)] : []
                case .begin(.settle(let wait), let epoch), .begin(.grace(let wait), let epoch):
                    elapsed += wait
                    inputs = [.waitEnded(epoch: epoch)]
                case .begin(.idle, epoch: _):
                    inputs = []
                case .remind, .discardRound, .publish:
                    break
                }
            }
        }
        return (longest, count)
    }

    private static func answers(to requests: [ProbeRequest], from first: Int, _ epoch: Int) -> [ConnectivityMachine
        .Input]
    {
        requests.enumerated().map { offset, request in
            let answer: Answer =
                request.http == nil ? .other(request.question.kind, [:]) : .http(ProbeResponse(status: 204))
            let exchange = ProbeExchange(request: request, outcome: .success(answer))
            return .probeEnded(index: first + offset, epoch: epoch, exchange: exchange)
        }
    }
}

extension Endpoint {
    fileprivate var alwaysGenuine: Endpoint {
        var endpoint = self
        endpoint.expectation = AnythingGoes()
        return endpoint
    }
}

/// Finds every answer genuine.
private struct AnythingGoes: ResponseValidator {
    func validate(_ exchange: ProbeExchange) -> Verdict { Verdict(.genuine, because: .statusMatches(204)) }
}
