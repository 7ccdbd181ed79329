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

    /// What the track of a service begins with, where the states of paths and services are kept side by side.
    package static let trackPrefix = "service "
    package var track: String { Self.trackPrefix + name.printable(limit: 100) }

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
        controlAgeMax: Duration = ServiceSchedule().controlAgeMax
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
        controlAgeMax: Duration = ServiceSchedule().controlAgeMax
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
    /// Whether the device is on another network than the one on which the service is asked (``NetworkRule/services``).
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

/// When services are asked.
public struct ServiceSchedule: Hashable, Sendable {
    /// The time from the answers of the services to the next request; greater than zero.
    public var interval: Duration
    /// How old the assessment of the network may be that decides whose fault a failure is.
    ///
    /// Greater than zero. If it is older, a round of the network comes first.
    public var controlAgeMax: Duration
    /// How many requests all services together may cost per hour, at least 1.
    ///
    /// What exceeds it waits, also after a change of the network.
    public var requestsPerHour: Int

    /// Creates a schedule.
    public init(
        interval: Duration = .seconds(60),
        controlAgeMax: Duration = .seconds(120),
        requestsPerHour: Int = 600
    ) {
        precondition(interval > .zero && controlAgeMax > .zero, "the times of a schedule must be greater than zero")
        precondition(requestsPerHour >= 1, "a budget must be at least 1")
        self.interval = interval
        self.controlAgeMax = controlAgeMax
        self.requestsPerHour = requestsPerHour
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
