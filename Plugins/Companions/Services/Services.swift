public import ConnectivityCore

/// Asks services that a user needs besides the network, and says whose fault a failure is, with the assessment as control.
///
/// The services are asked after the first round, after each change of the assessment, and then at their own interval. A service
/// that states no expectation works if it answers, unless it refuses (a status of 400 or more except 401).
///
/// Its configuration name is `companion.services`; only `services` is required:
///
/// ```json
/// { "use": "companion.services", "services": ["https://git.example/"], "ssid": "Depot*", "interval": 60 }
/// ```
public struct Services: Companion {
    /// The maximum number of services.
    package static let countMax = 100

    /// The services, at most ``countMax``, each with a different name.
    public let endpoints: [Endpoint]
    /// The network on which the services are asked; `nil`, the default, for every network.
    public var network: PipelineConfiguration.NetworkMatch?
    /// The time from the answers of the services to the next request; greater than zero.
    public var interval = Duration.seconds(60)
    /// The maximum age of the assessment that decides whose fault a failure is; if it is older, a round comes first.
    package var controlAgeMax = Self.controlAgeMax
    /// The maximum number of requests of all services together per hour, at least one for each.
    public var requestsPerHour = 600

    static let controlAgeMax = Duration.seconds(120)
    /// The minimum time from the end of a request to one that a failure elsewhere brings forward.
    private static let hintPause = Duration.seconds(10)

    private var context: CompanionContext?
    private var assessment: Assessment?
    /// Whether the device is on the network, or was there last.
    private var isHere = false
    private var control: ServiceControl?
    private var reports: [String: ServiceReport] = [:]
    private var spending = Spending()
    /// The number of the request or the wait in progress.
    private var number = 0
    private var isAsking = false
    /// The time at which the services are due, since the driver began.
    private var due: Duration?
    /// Whether a round of the network was requested, after which the services are asked.
    private var isAwaitingControl = false

    /// Creates a companion that has not asked anything.
    public init(_ endpoints: [Endpoint], on network: PipelineConfiguration.NetworkMatch? = nil) {
        precondition(endpoints.count <= Self.countMax, "at most \(Self.countMax) services")
        self.endpoints = endpoints.map { endpoint in
            var endpoint = endpoint
            // The days of its certificate are a fact of each service.
            if endpoint.url?.scheme == .https { endpoint.question.http?.readsTLS = true }
            return endpoint
        }
        self.network = network
    }

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            self.context = context
            return (context.earlier?.observations ?? []).compactMap { known in
                guard let report = known.decoded(as: ServiceReport.self),
                    endpoints.contains(where: { $0.name == report.name })
                else { return nil }
                reports[report.name] = report
                return known.confirmed
            }
        case .assessed(let assessment, let isChange):
            return assessed(assessment, isChange: isChange, at: moment)
        case .waited(number) where !isAsking && isHere:
            return ask(at: moment)
        case .hinted(let hint):
            guard case .host(let host) = hint.subject, hint.isAnswered == false, !isAsking, isHere,
                (due ?? moment.elapsed) - moment.elapsed < interval - Self.hintPause,
                endpoints.contains(where: { $0.url?.host == host })
            else { return [] }
            return ask(at: moment)
        case .answered(number, let exchanges) where isAsking:
            return conclude(exchanges, at: moment)
        default: return []
        }
    }

    private mutating func assessed(_ assessment: Assessment, isChange: Bool, at moment: ConnectivityMachine.Moment)
        -> [CompanionEffect]
    {
        guard assessment.isFinal, assessment.reason.code != "not-yet-judged" else { return [] }
        let isFirst = control == nil
        (self.assessment, control) = (assessment, ServiceControl(assessment))
        // Without an interface, the device counts as being on the previous network.
        if let interface = assessment.interface { isHere = network?.matches(interface) ?? true }
        if network == nil { isHere = true }
        guard isHere else { return reportElsewhere(at: moment) }
        // An answer from before a change of the network does not describe the network after it.
        guard !isAsking || isChange else { return [] }
        isAsking = false
        let isDue = isFirst || isChange || isAwaitingControl || due.map { $0 <= moment.elapsed } ?? true
        isAwaitingControl = false
        return isDue ? ask(at: moment) : []
    }

    /// Reports that nothing is known any more about the services of a network that the device has left.
    private mutating func reportElsewhere(at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        isAsking = false
        return endpoints.compactMap { endpoint in
            guard let last = reports[endpoint.name], last.control?.isElsewhere != true else { return nil }
            var control = control
            control?.isElsewhere = true
            let report = ServiceReport(last.answer, control: control, at: moment.wall, controlAgeMax: controlAgeMax)
            reports[endpoint.name] = report
            return .report(report.observation)
        }
    }

    /// The requests for the services, over the path of an assessment.
    private func requests(after assessment: Assessment, by context: CompanionContext, seed: UInt32) -> [ProbeRequest] {
        let rules = context.rules
        let slowest = assessment.endpoints.lazy.filter(\.isGenuine).map(\.exchange.timings.total).max() ?? .zero
        let limits = context.limits.extended(toAnswersAfter: slowest)
        let isBound = rules.scope != .defaultRoute && rules.scope != .eachInterface
        let bound = isBound ? assessment.interface : nil
        var proxy = assessment.interface.flatMap { interface in
            rules.networks.first { $0.match.matches(interface) }?.proxy
        }
        // If only the proxy leads out, a service that is asked directly would be blamed for it.
        let isProxied =
            assessment.paths.contains { $0.path.isProxied && $0.access == .online }
            && !assessment.paths.contains { !$0.path.isProxied && $0.access == .online }
        if isProxied, case .url(let url) = rules.proxy { proxy = url }
        return endpoints.enumerated().map { place, endpoint in
            var draws = SplitMix64(seed: UInt64(seed) << 32 | UInt64(place))
            let challenge = String(draws.next(), radix: 16)
            var request = endpoint.request(interface: bound?.name, limits: limits, challenge: challenge)
            if let bound { request.path.nameServers = bound.nameServers }
            if request.http != nil { (request.path.proxy, request.path.isProxied) = (proxy, isProxied) }
            return request
        }
    }

    private mutating func ask(at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard let assessment, let context else { return [] }
        number += 1
        let wait = spending.wait(for: endpoints.count, on: "", atMost: requestsPerHour, at: moment.elapsed)
        guard wait == .zero else { return [pause(wait, at: moment)] }
        spending.add(endpoints.count, on: "", at: moment.elapsed)
        isAsking = true
        return [.ask(requests(after: assessment, by: context, seed: moment.seed), token: number)]
    }

    private mutating func pause(_ time: Duration, at moment: ConnectivityMachine.Moment) -> CompanionEffect {
        due = moment.elapsed + time
        number += 1
        return .wait(time, token: number)
    }

    private mutating func conclude(_ exchanges: [ProbeExchange], at moment: ConnectivityMachine.Moment)
        -> [CompanionEffect]
    {
        isAsking = false
        guard let context else { return [] }
        let reports = reports(on: exchanges, by: context, control: control, at: moment.wall)
        if reports.contains(where: { $0.reason.code == "service-control-stale" }), !isAwaitingControl,
            !context.isSingle
        {
            // Nothing is reported before the network is known.
            isAwaitingControl = true
            return [.look, pause(interval, at: moment)]
        }
        isAwaitingControl = false
        return reports.map { .report(observation(of: $0)) } + [pause(interval, at: moment)]
    }

    package func reports(
        on exchanges: [ProbeExchange],
        by context: CompanionContext,
        control: ServiceControl?,
        at time: Timestamp
    ) -> [ServiceReport] {
        let answers = zip(exchanges, endpoints).map { exchange, endpoint in
            var endpoint = endpoint
            if context.rules.judge.expectation == nil {
                endpoint.expectation = endpoint.expectation ?? ServiceAnswer()
            }
            return context.report(on: exchange, of: endpoint)
        }
        return answers.indices.map { place in
            let others = Array(answers[..<place] + answers[(place + 1)...])
            return ServiceReport(
                answers[place],
                control: control,
                among: others,
                at: time,
                controlAgeMax: controlAgeMax
            )
        }
    }

    private mutating func observation(of new: ServiceReport) -> CompanionObservation {
        var report = new
        let last = reports[report.name]
        if let last, last.state == report.state { report.since = last.since }
        reports[report.name] = report
        var observation = report.observation
        observation.isChange =
            last.map { last in
                last.state != report.state || last.reason.code != report.reason.code
                    || last.observation.severity != observation.severity
            } ?? true
        return observation
    }
}
