public import ConnectivityCore

/// The state of a service that a user needs in addition to the network.
public enum ServiceState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The service answers as expected.
    case working
    /// The fault is on the side of the service: other hosts are reached, but the service is not.
    case failing
    /// The fault is on this side: nothing else gets through either.
    case cutOff = "cut-off"
    /// The evidence shows neither.
    case undecided
}

/// The answer of a service, judged with the network's own assessment as control.
///
/// A report never changes the access of the device. ``state`` and ``reason`` follow from the other members alone, so that a
/// record is decided again by ``decidedAgain(among:controlAgeMax:)``.
public struct ServiceReport: Hashable, Sendable {
    /// The request, its outcome, and the verdict on it.
    public var answer: EndpointReport
    /// The control from the network's assessment; `nil` without an assessment.
    public var control: ServiceControl?
    /// The state of the service.
    public var state: ServiceState
    /// The reason for the state.
    public var reason: Reason
    /// The time of judging the answer.
    package var judgedAt: Timestamp
    /// The start of the state.
    public var since: Timestamp

    /// The name of the service.
    public var name: String { answer.name }

    /// Judges the answer of a service.
    ///
    /// `others` are the answers of the other services at the same time. `controlAgeMax` is the greatest age of a usable control.
    package init(
        _ answer: EndpointReport,
        control: ServiceControl?,
        among others: [EndpointReport] = [],
        at time: Timestamp,
        controlAgeMax: Duration = .seconds(120)
    ) {
        self.answer = answer
        self.control = control
        judgedAt = time
        since = time
        let age = control.map { time.sinceEpoch - $0.assessedAt.sinceEpoch }
        let evidence = ServiceEvidence(
            answer: answer,
            control: control,
            age: age,
            ageMax: controlAgeMax,
            others: others
        )
        guard let rule = ServiceRule.all.first(where: { $0.applies(evidence) }) else {
            preconditionFailure("the last applies")
        }
        (state, reason) = (rule.state, rule.reason(evidence))
    }

    /// Judges the recorded answer again by the rules of the initializer, and keeps the recorded times.
    public func decidedAgain(
        among others: [EndpointReport] = [],
        controlAgeMax: Duration = .seconds(120)
    ) -> ServiceReport {
        var report = ServiceReport(answer, control: control, among: others, at: judgedAt, controlAgeMax: controlAgeMax)
        report.since = since
        return report
    }
}

/// The facts that an assessment states about the network, as the control for services.
public struct ServiceControl: Hashable, Sendable {
    /// The name of the access, such as `online`.
    public var access: String
    /// The time of the assessment, or of its confirmation.
    package var assessedAt: Timestamp
    /// The address families over which genuine answers came, in order.
    public var families: [IPAddress.Family]
    /// The TCP ports from which genuine answers came, in order.
    public var ports: [Int]
    /// The routers of the path, which a filter gives as the address of a name.
    package var gateways: [IPAddress]
    /// The TCP ports at which no endpoint accepted a connection, on two or more hosts, in order.
    package var closedPorts: [Int]
    /// Whether the device is on another network than the one on which the service is asked (``Services/network``).
    package var isElsewhere = false

    /// Copies the facts that count for services from a final assessment.
    public init(_ assessment: Assessment) {
        let asked = assessment.endpointsAbove
        let genuine = asked.filter(\.isGenuine)
        access = assessment.access.name
        assessedAt = assessment.confirmedAt ?? assessment.endedAt
        families = IPAddress.Family.allCases.filter { family in
            genuine.contains { $0.exchange.remoteAddress?.family == family }
        }
        ports = Set(genuine.compactMap(\.exchange.request.question.port)).sorted()
        gateways = assessment.interface?.defaultRoutes.compactMap(\.gateway) ?? []
        closedPorts = Dictionary(grouping: asked) { $0.exchange.request.question.port }.compactMap { port, reports in
            port.flatMap { reports.areUnconnected ? $0 : nil }
        }.sorted()
    }
}

extension ServiceReport: TypedObservation {
    public static var kind: String { "service" }

    /// The observation that pipelines report, as a change.
    package var observation: CompanionObservation {
        let needsAttention = state == .failing || state == .cutOff || reason.contains(code: "certificate-expires")
        var facts: Facts = control.map { ["control": .record($0.facts)] } ?? [:]
        facts["certificate"] = certificate.map { .record($0) }
        var observation = CompanionObservation(
            Self.kind,
            of: name,
            state.rawValue,
            needsAttention ? .warning : .notice,
            because: reason,
            at: judgedAt,
            facts: facts,
            evidence: [answer]
        )
        observation.since = since
        return observation
    }

    /// The time until which the certificate of the service is valid, and the days until then, if the prober knows them.
    private var certificate: Facts? {
        let exchange = answer.exchange
        let certificate: Facts?
        switch exchange.outcome {
        // A gateway that intercepts TLS has another certificate than the service.
        case .success where exchange.authentication == .intercepted: return nil
        case .success(.other(_, let facts)): certificate = facts["tls"]?.record?["chain"]?.list?.first?.record
        case .success(.http): certificate = exchange.connection["tls"]?.record?["chain"]?.list?.first?.record
        case .failure(let failure):
            certificate = failure.kind == .tls(.expired) ? failure.facts["certificate"]?.record : nil
        }
        guard let notAfter = certificate?["notAfter"], let days = certificate?["daysLeft"] else { return nil }
        return ["notAfter": notAfter, "daysLeft": days]
    }

    public init?(_ observation: CompanionObservation) {
        guard let answer = observation.evidence.first, let state = ServiceState(rawValue: observation.state) else {
            return nil
        }
        (self.answer, self.state, reason) = (answer, state, observation.reason)
        (judgedAt, since) = (observation.at, observation.since ?? observation.at)
        control = observation.facts["control"]?.record.flatMap(ServiceControl.init(facts:))
    }
}

extension ServiceControl {
    fileprivate var facts: Facts {
        [
            "access": .text(access), "assessedAt": .text("\(assessedAt)"),
            "families": .list(families.map { .text($0.rawValue) }), "ports": .list(ports.map { Fact($0) }),
            "gateways": .list(gateways.map { .text("\($0)") }), "closedPorts": .list(closedPorts.map { Fact($0) }),
            "isElsewhere": .flag(isElsewhere),
        ]
    }

    fileprivate init?(facts: Facts) {
        guard let access = facts["access"]?.text,
            let time = facts["assessedAt"]?.text.flatMap(Timestamp.init(rfc3339:))
        else { return nil }
        (self.access, assessedAt, isElsewhere) = (access, time, facts["isElsewhere"]?.flag ?? false)
        families = (facts["families"]?.list ?? []).compactMap { $0.text.flatMap(IPAddress.Family.init(rawValue:)) }
        ports = (facts["ports"]?.list ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        gateways = (facts["gateways"]?.list ?? []).compactMap { $0.text.flatMap { try? IPAddress($0) } }
        closedPorts = (facts["closedPorts"]?.list ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
    }
}

extension Question {
    /// The TCP or UDP port of the question; `nil` if its kind has none or it states none.
    var port: Int? {
        switch self {
        case .http(let http):
            Int(http.url.port ?? http.url.scheme.defaultPort)
        case .other(_, let facts):
            facts["to"]?.text.flatMap { text in (try? HTTPURL.hostAndPort(text[...]))?.port.map { Int($0) } }
        }
    }
}
