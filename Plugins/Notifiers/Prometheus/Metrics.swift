import ConnectivityCore
import ConnectivityText

/// The counts of a run's events for its metrics; their size is bounded.
struct Metrics: Sendable {
    /// The maximum number of endpoints with separate labels; all others share one.
    static let endpointCountMax = 50
    /// The maximum number of reasons with separate labels in one run; all others share one.
    static let reasonCountMax = 50
    /// The label of the endpoints and reasons above the limit.
    static let other = "other"
    static let labelCharacterCountMax = 100

    static let accesses = [
        "determining", "disconnected", "unreachable", "captive", "blocked", "partial", "online",
    ]

    struct EndpointCounts {
        var verdicts: [Verdict.Finding: UInt64] = [:]
        var phases = [Histogram](repeating: Histogram(), count: phaseNames.count)
        var seen: Set<Int> = []

        mutating func add(_ report: EndpointReport) {
            let timings = report.exchange.timings
            let times = [timings.nameLookup, timings.connect, timings.tls, timings.response, timings.total]
            verdicts[report.verdict.finding, default: 0] += 1
            for (index, time) in times.enumerated() {
                guard let time else { continue }
                phases[index].add(time)
                seen.insert(index)
            }
        }
    }

    /// The labels of an observation; a name that is a URL is cut before its query.
    struct ObservationLabels: Hashable, Comparable {
        var kind: String
        var subject: String

        static func < (one: Self, other: Self) -> Bool { (one.kind, one.subject) < (other.kind, other.subject) }
    }

    struct ReasonLabels: Hashable {
        var reason: String
        /// The code of the first part of the reason; empty without parts.
        var part: String
    }

    static let phaseNames = ["name-lookup", "connect", "tls", "response", "total"]
    let detail: MetricsDetail
    private(set) var assessment: Assessment?
    /// The quality of the newest round.
    private(set) var quality: PathQuality?
    private(set) var changes: [String: UInt64] = [:]
    private(set) var roundCount: UInt64 = 0
    private(set) var roundTimes = Histogram()
    private(set) var lastRound: Timestamp?
    private(set) var allEndpoints = EndpointCounts()
    /// The counts by endpoint; empty unless the page has them.
    private(set) var endpoints: [String: EndpointCounts] = [:]
    private(set) var sourceFailureCount: UInt64 = 0
    private var observations: [CompanionObservation] = []
    private(set) var captured: CapturedLabels
    private var reasons: Set<ReasonLabels> = []
    /// The times at which the certificates of services expire, by the label of the service.
    private(set) var certificateEnds: [String: Timestamp] = [:]

    init(_ detail: MetricsDetail = .access, capturing names: [String] = []) {
        self.detail = detail
        captured = CapturedLabels(names)
    }

    mutating func observe(_ observation: CompanionObservation) {
        var observation = observation
        observation.evidence = []
        observations.record(observation)
        // Without a certificate, the previous one of the same service stays.
        guard observation.kind == "service",
            let end = observation.facts["certificate"]?.record?["notAfter"]?.text.flatMap(Timestamp.init(rfc3339:))
        else { return }
        let label = Self.label(of: observation.subject)
        guard certificateEnds[label] != nil || certificateEnds.count < Self.endpointCountMax else { return }
        certificateEnds[label] = end
    }

    /// The most important observed states, each with its labels; of several with the same labels, the worst.
    var observationRows: [(labels: ObservationLabels, state: String, severity: CompanionObservation.Severity)] {
        var rows: [ObservationLabels: CompanionObservation] = [:]
        for observation in observations.byConcern where rows.count < Self.endpointCountMax {
            let labels = ObservationLabels(
                kind: Self.label(of: observation.kind),
                subject: Self.label(of: observation.subject)
            )
            rows[labels] = rows[labels] ?? observation
        }
        return rows.sortedByKey.map { ($0.key, Self.label(of: $0.value.state), $0.value.severity) }
    }

    mutating func failSource() { sourceFailureCount += 1 }

    mutating func change(to assessment: Assessment) {
        if self.assessment?.access.name != assessment.access.name { changes[assessment.access.name, default: 0] += 1 }
        confirm(assessment)
    }

    mutating func confirm(_ assessment: Assessment) {
        self.assessment = Self.withoutEvidence(assessment)
        if reasons.count < Self.reasonCountMax { reasons.insert(ReasonLabels(assessment.reason)) }
    }

    /// The reason for the current access, or the common one for all reasons above the limit.
    var reason: ReasonLabels? {
        guard let assessment else { return nil }
        let reason = ReasonLabels(assessment.reason)
        return reasons.contains(reason) ? reason : ReasonLabels(reason: Self.other, part: "")
    }

    /// The cause of the outage as labels; `nil` without a diagnosis.
    var causeLabels: [(String, String)]? {
        observations.first { $0.kind == CompanionObservation.causeKind && $0.severity > .info }.map {
            let certainty = $0.reason.facts["certainty"]?.text ?? ""
            return [("cause", Self.label(of: $0.state)), ("certainty", Self.label(of: certainty))]
        }
    }

    mutating func endRound(_ assessment: Assessment) {
        roundCount += 1
        roundTimes.add(assessment.duration)
        lastRound = assessment.endedAt
        quality = assessment.quality
    }

    mutating func endProbe(_ report: EndpointReport) {
        allEndpoints.add(report)
        let label = Self.label(of: report.name)
        if captured.current[label] != nil || captured.current.count < Self.endpointCountMax {
            captured.add(report.verdict.reason.captures, of: label)
        }
        guard detail >= .endpoints else { return }
        var name = Self.label(of: report.name)
        if endpoints[name] == nil, endpoints.count >= Self.endpointCountMax { name = Self.other }
        endpoints[name, default: EndpointCounts()].add(report)
    }

    /// Returns the label of an endpoint: its name, up to the query if the name is a URL, which may hold a secret.
    private static func label(of name: String) -> String {
        let visible = name.contains("://") ? String(name.prefix { $0 != "?" && $0 != "#" }) : name
        return visible.printable(limit: labelCharacterCountMax)
    }

    /// The evidence may be large, and the metrics need none of it.
    private static func withoutEvidence(_ assessment: Assessment) -> Assessment {
        var copy = assessment.withoutEvidence
        copy.snapshot = InterfaceSnapshot()
        return copy
    }
}

extension Metrics.ReasonLabels {
    init(_ reason: Reason) {
        self.init(
            reason: reason.code.printable(limit: Metrics.labelCharacterCountMax),
            part: reason.parts.first?.code.printable(limit: Metrics.labelCharacterCountMax) ?? ""
        )
    }
}
