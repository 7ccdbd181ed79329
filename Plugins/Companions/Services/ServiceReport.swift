public import ConnectivityCore

/// The state of a service that a user needs in addition to the network.
public enum ServiceState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The service answers as expected.
    case working
    /// The fault is on the side of the service: others are reached, and it is not.
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
    /// What the network's assessment says; `nil` without one.
    public var control: ServiceControl?
    /// What is known of the service.
    public var state: ServiceState
    /// The reason for the state.
    public var reason: Reason
    /// When the answer was judged.
    public var judgedAt: Timestamp
    /// When the state began.
    public var since: Timestamp

    /// The name of the service.
    public var name: String { answer.name }

    /// Judges the answer of a service.
    /// - Parameters:
    ///   - answer: The request, its outcome, and the verdict on it.
    ///   - control: What the network's assessment says; `nil` without an assessment.
    ///   - others: The answers of the other services that were asked at the same time.
    ///   - time: The time now.
    ///   - controlAgeMax: How old the assessment may be.
    public init(
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
        let rules = ServiceRules(answer: answer, control: control, age: age, ageMax: controlAgeMax, others: others)
        (state, reason) = rules.conclusion
    }

    /// Judges the recorded answer again, by the same rules.
    /// - Parameters:
    ///   - others: The answers of the other services that were asked at the same time.
    ///   - controlAgeMax: How old the assessment may be.
    /// - Returns: The report, with the recorded times.
    public func decidedAgain(
        among others: [EndpointReport] = [],
        controlAgeMax: Duration = .seconds(120)
    ) -> ServiceReport {
        var report = ServiceReport(answer, control: control, among: others, at: judgedAt, controlAgeMax: controlAgeMax)
        report.since = since
        return report
    }
}

/// What the assessment of a round says of the network, as the control for services.
public struct ServiceControl: Hashable, Sendable {
    /// The name of the access, such as `online`.
    public var access: String
    /// When the assessment was made, or confirmed.
    public var assessedAt: Timestamp
    /// The address families over which genuine answers came, in order.
    public var families: [AddressFamily]
    /// The TCP ports from which genuine answers came, in order.
    public var ports: [Int]
    /// Whether the device is on another network than the one on which the service is asked (``Services/network``).
    public var isElsewhere = false

    /// Takes from an assessment what counts for services.
    /// - Parameter assessment: A final assessment.
    public init(_ assessment: Assessment) {
        let genuine = assessment.endpoints.filter(\.isGenuine)
        access = assessment.access.name
        assessedAt = assessment.confirmedAt ?? assessment.endedAt
        families = AddressFamily.allCases.filter { family in
            genuine.contains { $0.exchange.remoteAddress?.family == family }
        }
        ports = Set(genuine.compactMap(\.exchange.request.question.port)).sorted()
    }
}

extension ServiceReport: TypedObservation {
    public static var kind: String { "service" }

    /// The report as pipelines report it, as a change.
    package var observation: CompanionObservation {
        let isTrouble = state == .failing || state == .cutOff
        var observation = CompanionObservation(
            Self.kind,
            of: name,
            state.rawValue,
            isTrouble ? .warning : .notice,
            because: reason,
            at: judgedAt,
            facts: control.map { ["control": .record($0.facts)] } ?? [:],
            evidence: [answer]
        )
        observation.since = since
        return observation
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
            "isElsewhere": .flag(isElsewhere),
        ]
    }

    fileprivate init?(facts: Facts) {
        guard let access = facts["access"]?.text,
            let time = facts["assessedAt"]?.text.flatMap(Timestamp.init(rfc3339:))
        else { return nil }
        (self.access, assessedAt, isElsewhere) = (access, time, facts["isElsewhere"]?.flag ?? false)
        families = (facts["families"]?.list ?? []).compactMap { $0.text.flatMap(AddressFamily.init(rawValue:)) }
        ports = (facts["ports"]?.list ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
    }
}

extension Question {
    /// The TCP or UDP port that is asked; `nil` if the kind has none, or if none is stated.
    var port: Int? {
        switch self {
        case .http(let http):
            Int(http.url.port ?? http.url.scheme.defaultPort)
        case .other(_, let facts):
            facts["to"]?.text.flatMap { text in (try? HTTPURL.hostAndPort(text[...]))?.port.map { Int($0) } }
        }
    }
}
