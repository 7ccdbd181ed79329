/// Decides when services are asked in addition to the network, and what their answers show.
///
/// It reads no clock and owns no task: a driver passes each input with the time, and carries out the effects.
package struct ServiceWatch: Sendable {
    /// What happened.
    package indirect enum Input: Sendable {
        /// A round of the network ended, with a change of what is known or without.
        case assessed(Assessment, isChange: Bool)
        /// A request of another program to this host failed.
        case failed(host: String)
        /// The wait that began with a number is over.
        case waited(Int)
        /// The request of a service ended, in the asking with a number.
        case answered(Int, service: Int, ProbeExchange)
    }

    /// What the driver does.
    package indirect enum Effect: Sendable {
        /// Send the requests, in the asking with a number.
        case ask([Request], Int)
        /// Wait; another wait replaces it.
        case wait(Duration, Int)
        /// Begin a round of the network.
        case look
        case report(ServiceReport, isChange: Bool)
    }

    /// A request to a service, by the place of the service among all.
    package struct Request: Sendable {
        package let service: Int
        package let request: ProbeRequest
    }

    /// The shortest time from the end of an asking to one that a failure elsewhere brings forward.
    private static let hintPause = Duration.seconds(10)

    private let services: [Endpoint]
    /// The places of the services that are asked on each network, by its rule; the first ones are asked everywhere.
    private let local: [Range<Int>]
    private let rules: DecisionRules
    private let schedule: ServiceSchedule
    private let judge: ExchangeJudge
    private let limits: ProbeLimits

    private var assessment: Assessment?
    /// The place of the rule for the network that the device is on, or was on last.
    private var network: Int?
    private var control: ServiceControl?
    private var standing: [Int: ServiceReport] = [:]
    private var spending = Spending()
    /// The number of the asking or the wait in progress.
    private var number = 0
    /// The answers of the asking in progress, by service; `nil` during a wait.
    private var answers: [Int: ProbeExchange]?
    /// The services of the asking in progress.
    private var asked: [Int] = []
    /// When the services are due, since the driver began.
    private var due: Duration?
    /// Whether a round of the network was requested, whose end asks the services.
    private var isAwaitingControl = false

    /// Creates a watch that has not asked any service yet.
    ///
    /// The rules have the services that are asked only on certain networks. A service that is still in the state that
    /// was reported before has not changed.
    package init(
        _ everywhere: [Endpoint],
        on schedule: ServiceSchedule,
        by rules: DecisionRules,
        limits: ProbeLimits,
        after earlier: [ServiceReport] = []
    ) {
        var services = everywhere
        local = rules.networks.map { network in
            services += network.services
            return services.count - network.services.count..<services.count
        }
        self.services = services
        self.rules = rules
        for (place, service) in services.enumerated() { standing[place] = earlier.first { $0.name == service.name } }
        self.schedule = schedule
        judge = rules.judge
        self.limits = limits
    }

    /// Handles an input at a time since the driver began, and returns what to do, in order; the seed is for challenges.
    package mutating func handle(_ input: Input, at elapsed: Duration, _ wall: Timestamp, seed: UInt32) -> [Effect] {
        switch input {
        case .assessed(let assessment, let isChange):
            guard assessment.isFinal, assessment.reason != .notYetJudged else { return [] }
            let isFirst = control == nil
            (self.assessment, control) = (assessment, ServiceControl(assessment))
            network = network(of: assessment)
            let left = reportElsewhere(at: wall)
            // What was asked before a change of the network says nothing of the network after it.
            guard answers == nil || isChange else { return left }
            answers = nil
            let isDue = isFirst || isChange || isAwaitingControl || due.map { $0 <= elapsed } ?? true
            isAwaitingControl = false
            return left + (isDue ? ask(at: elapsed, seed) : [])
        case .waited(let number):
            guard number == self.number, answers == nil, assessment != nil else { return [] }
            return ask(at: elapsed, seed)
        case .failed(let host):
            guard answers == nil, let assessment, (due ?? elapsed) - elapsed < schedule.interval - Self.hintPause,
                active(on: assessment).contains(where: { services[$0].url?.host == host })
            else { return [] }
            return ask(at: elapsed, seed)
        case .answered(let number, let service, let exchange):
            guard number == self.number, answers != nil else { return [] }
            answers?[service] = exchange
            return answers?.count == asked.count ? conclude(at: elapsed, wall) : []
        }
    }

    /// Returns the places of the services that are asked on the network of an assessment.
    private func active(on assessment: Assessment) -> [Int] {
        let everywhere = 0..<(local.first?.lowerBound ?? services.count)
        return Array(everywhere) + (network(of: assessment).map { Array(local[$0]) } ?? [])
    }

    /// Returns the place of the rule for the network of an assessment; without an interface, that of the network before.
    private func network(of assessment: Assessment) -> Int? {
        guard let interface = assessment.interface else { return network }
        return rules.networks.firstIndex { $0.match.matches(interface) }
    }

    /// Returns that nothing is known any more of the services of a network that the device has left.
    private mutating func reportElsewhere(at wall: Timestamp) -> [Effect] {
        guard let assessment else { return [] }
        let active = Set(active(on: assessment))
        return standing.keys.sorted().compactMap { place in
            guard !active.contains(place), let last = standing[place], last.control?.isElsewhere != true else {
                return nil
            }
            var control = ServiceControl(assessment)
            control.isElsewhere = true
            let report = ServiceReport(last.answer, control: control, at: wall, controlAgeMax: schedule.controlAgeMax)
            standing[place] = report
            return .report(report, isChange: true)
        }
    }

    /// The requests for the services of a network, over the path of its assessment.
    package func requests(after assessment: Assessment, seed: UInt32) -> [Request] {
        let active = active(on: assessment)
        guard !active.isEmpty else { return [] }
        let slowest = assessment.endpoints.lazy.filter(\.isGenuine).map(\.exchange.timings.total).max() ?? .zero
        let limits = limits.extended(toAnswersAfter: slowest)
        let isBound = rules.scope != .defaultRoute && rules.scope != .eachInterface
        let bound = isBound ? assessment.interface : nil
        var proxy = network(of: assessment).flatMap { rules.networks[$0].proxy }
        // If only the proxy leads out, a service that is asked directly would be blamed for that.
        let isProxied =
            assessment.paths.contains { $0.path.isProxied && $0.access == .online }
            && !assessment.paths.contains { !$0.path.isProxied && $0.access == .online }
        if isProxied, case .url(let url) = rules.proxy { proxy = url }
        return active.map { place in
            var draws = SplitMix64(seed: UInt64(seed) << 32 | UInt64(place))
            let challenge = String(draws.next(), radix: 16)
            var request = services[place].request(interface: bound?.name, limits: limits, challenge: challenge)
            if let bound { request.path.nameServers = bound.nameServers }
            if request.http != nil { (request.path.proxy, request.path.isProxied) = (proxy, isProxied) }
            return Request(service: place, request: request)
        }
    }

    /// Judges the answers of services, each with the place of its service.
    package func reports(
        on exchanges: [(service: Int, ProbeExchange)],
        control: ServiceControl?,
        at wall: Timestamp
    ) -> [ServiceReport] {
        let answers = exchanges.map { place, exchange in
            let service = services[place]
            let expectation = service.expectation ?? (judge.expectation == nil ? AnswersAsService() : nil)
            return EndpointReport(on: exchange, of: service, expecting: expectation, by: judge)
        }
        return answers.indices.map { place in
            let others = Array(answers[..<place] + answers[(place + 1)...])
            return ServiceReport(
                answers[place],
                control: control,
                among: others,
                at: wall,
                controlAgeMax: schedule.controlAgeMax
            )
        }
    }

    private mutating func ask(at elapsed: Duration, _ seed: UInt32) -> [Effect] {
        guard let assessment else { return [] }
        let requests = requests(after: assessment, seed: seed)
        guard !requests.isEmpty else { return [] }
        number += 1
        var cost = RoundCost()
        cost.requestCount = requests.count
        let budget = RoundBudget(requestsPerHour: schedule.requestsPerHour)
        let wait = spending.wait(for: cost, on: "", budget, at: elapsed)
        guard wait == .zero else { return pause(wait, at: elapsed) }
        spending.add(cost, on: "", at: elapsed)
        answers = [:]
        asked = requests.map(\.service)
        return [.ask(requests, number)]
    }

    private mutating func pause(_ time: Duration, at elapsed: Duration) -> [Effect] {
        due = elapsed + time
        return [.wait(time, number)]
    }

    private mutating func conclude(at elapsed: Duration, _ wall: Timestamp) -> [Effect] {
        let exchanges = asked.compactMap { place in answers?[place].map { (service: place, $0) } }
        answers = nil
        let reports = reports(on: exchanges, control: control, at: wall)
        let isStale = reports.contains { $0.reason.code == "service-control-stale" }
        if isStale, !isAwaitingControl {
            // Nothing is reported before the network is known.
            isAwaitingControl = true
            return [.look] + pause(schedule.interval, at: elapsed)
        }
        isAwaitingControl = false
        var effects: [Effect] = []
        for (place, report) in zip(asked, reports) {
            var report = report
            let last = standing[place]
            let isChange = last.map { $0.state != report.state || $0.reason.code != report.reason.code } ?? true
            if let last, last.state == report.state { report.since = last.since }
            standing[place] = report
            effects.append(.report(report, isChange: isChange))
        }
        return effects + pause(schedule.interval, at: elapsed)
    }
}
