import ConnectivityCore
import ConnectivitySupport

/// What the metrics of a run count, from its events; its size is bounded.
struct Metrics: Sendable {
    /// The maximum number of endpoints with separate labels; all others share one.
    static let endpointCountMax = 50
    /// The label of the endpoints above the limit.
    static let otherEndpoint = "other"
    private static let labelCharacterCountMax = 100

    static let accesses = [
        "determining", "disconnected", "unreachable", "captive", "blocked", "partial", "online",
    ]

    private struct EndpointCounts {
        var verdicts: [Verdict.Finding: UInt64] = [:]
        var phases = [Histogram](repeating: Histogram(), count: phaseNames.count)
        var seen: Set<Int> = []
    }

    private static let phaseNames = ["name-lookup", "connect", "tls", "response", "total"]
    private var assessment: Assessment?
    private var changes: [String: UInt64] = [:]
    private var roundCount: UInt64 = 0
    private var roundTimes = Histogram()
    private var lastRound: Timestamp?
    private var endpoints: [String: EndpointCounts] = [:]
    private var sourceFailureCount: UInt64 = 0
    private var services: [String: (state: ServiceState, since: Timestamp)] = [:]

    mutating func judge(_ service: ServiceReport) {
        let name = Self.label(of: service.name)
        guard services[name] != nil || services.count < Self.endpointCountMax else { return }
        services[name] = (service.state, service.since)
    }

    /// Takes what an earlier run knew, which is no change.
    mutating func begin(from standing: Standing) {
        confirm(standing.assessment)
        for service in standing.services { judge(service) }
    }

    mutating func failSource() { sourceFailureCount += 1 }

    mutating func change(to assessment: Assessment) {
        if self.assessment?.access.name != assessment.access.name { changes[assessment.access.name, default: 0] += 1 }
        self.assessment = Self.withoutEvidence(assessment)
    }

    mutating func confirm(_ assessment: Assessment) { self.assessment = Self.withoutEvidence(assessment) }

    mutating func endRound(_ assessment: Assessment) {
        roundCount += 1
        roundTimes.add(assessment.duration)
        lastRound = assessment.endedAt
    }

    mutating func endProbe(_ report: EndpointReport) {
        var name = Self.label(of: report.name)
        if endpoints[name] == nil, endpoints.count >= Self.endpointCountMax { name = Self.otherEndpoint }
        let timings = report.exchange.timings
        let phases = [timings.nameLookup, timings.connect, timings.tls, timings.response, timings.total]
        var counts = endpoints[name] ?? EndpointCounts()
        counts.verdicts[report.verdict.finding, default: 0] += 1
        for (index, phase) in phases.enumerated() {
            guard let phase else { continue }
            counts.phases[index].add(phase)
            counts.seen.insert(index)
        }
        endpoints[name] = counts
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

    /// Returns the page of metrics.
    /// - Parameter statistics: The statistics of all notifiers.
    /// - Returns: The text of the page.
    func page(_ statistics: [NotifierStatistics]) -> String {
        var page = Exposition()
        page.add(
            "build_info",
            .gauge,
            "The version of the program; always 1.",
            [.init("", [("version", PackageVersion.current)], 1)]
        )
        if let assessment { addState(assessment, to: &page) }
        page.add(
            "access_changes_total",
            .counter,
            "Changes of the Internet access of the device, by the new access.",
            Self.accesses.map { .init("", [("access", $0)], Double(changes[$0] ?? 0)) }
        )
        page.add("rounds_total", .counter, "Rounds that came to a conclusion.", [.init("", [], Double(roundCount))])
        page.add(
            "round_duration_seconds",
            .histogram,
            "The time from the beginning of a round to its decision.",
            roundTimes.samples([])
        )
        let round = lastRound.map { [Exposition.Sample("", [], $0.sinceEpoch.seconds)] } ?? []
        page.add("last_round_timestamp_seconds", .gauge, "When the last round ended, in Unix time.", round)
        page.add(
            "source_failures_total",
            .counter,
            "Failures of the source of interfaces, which is started again after a pause.",
            [.init("", [], Double(sourceFailureCount))]
        )
        addServices(to: &page)
        addEndpoints(to: &page)
        addNotifiers(statistics, to: &page)
        return page.text
    }

    private func addState(_ assessment: Assessment, to page: inout Exposition) {
        page.add(
            "access",
            .gauge,
            "The Internet access of the device: 1 for the present state, 0 for the others.",
            Self.states(assessment.access, [])
        )
        page.add(
            "access_final",
            .gauge,
            "Whether the present state is final; if not, late answers may still change it.",
            [.init("", [], assessment.isFinal ? 1 : 0)]
        )
        page.add(
            "access_since_timestamp_seconds",
            .gauge,
            "When the access began, in Unix time.",
            [.init("", [], assessment.since.sinceEpoch.seconds)]
        )
        var seen: Set<NetworkPath> = []
        let paths = assessment.separatePaths.prefix(PathScope.pathCountMax).filter { seen.insert($0.path).inserted }
        page.add(
            "path_access",
            .gauge,
            "The Internet access over a path: 1 for the present state, 0 for the others.",
            paths.flatMap { path in
                let interface = path.path.interface.printable(limit: Self.labelCharacterCountMax)
                let family = path.path.family?.rawValue ?? ""
                return Self.states(path.access, [("interface", interface), ("family", family)])
            }
        )
    }

    private static func states(_ access: InternetAccess, _ labels: [(String, String)]) -> [Exposition.Sample] {
        accesses.map { .init("", labels + [("access", $0)], $0 == access.name ? 1 : 0) }
    }

    private func addServices(to page: inout Exposition) {
        let services = services.sorted { $0.key < $1.key }
        page.add(
            "service_state",
            .gauge,
            "The state of a service: 1 for the present one, 0 for the others; failing is their side, cut-off this one.",
            services.flatMap { name, service in
                ServiceState.allCases.map { state in
                    .init("", [("service", name), ("state", state.rawValue)], state == service.state ? 1 : 0)
                }
            }
        )
        page.add(
            "service_since_timestamp_seconds",
            .gauge,
            "When the present state of a service began, in Unix time.",
            services.map { .init("", [("service", $0.key)], $0.value.since.sinceEpoch.seconds) }
        )
    }

    private func addEndpoints(to page: inout Exposition) {
        let endpoints = endpoints.sorted { $0.key < $1.key }
        page.add(
            "probes_total",
            .counter,
            "Probes that ended, by their verdict.",
            endpoints.flatMap { name, counts in
                Verdict.Finding.allCases.map { finding in
                    let labels = [("endpoint", name), ("verdict", finding.rawValue)]
                    return .init("", labels, Double(counts.verdicts[finding] ?? 0))
                }
            }
        )
        page.add(
            "probe_phase_duration_seconds",
            .histogram,
            "The duration of each phase of a probe; total is the whole probe.",
            endpoints.flatMap { name, counts in
                counts.seen.sorted().flatMap { index in
                    counts.phases[index].samples([("endpoint", name), ("phase", Self.phaseNames[index])])
                }
            }
        )
    }

    private func addNotifiers(_ statistics: [NotifierStatistics], to page: inout Exposition) {
        let numbered = statistics.enumerated().map { index, statistics in
            (labels: [("notifier", statistics.name.printable(limit: 60)), ("index", "\(index)")], statistics)
        }
        func samples(_ count: (NotifierStatistics) -> Int) -> [Exposition.Sample] {
            numbered.map { .init("", $0.labels, Double(count($0.1))) }
        }
        page.add("notifier_events_total", .counter, "Events for a notifier.", samples(\.received))
        let dropped = "Events that a notifier missed because it was too slow."
        page.add("notifier_dropped_total", .counter, dropped, samples(\.dropped))
        page.add("notifier_failures_total", .counter, "Calls of a notifier that failed.", samples(\.failed))
        page.add("notifier_waiting", .gauge, "Events that wait for a notifier.", samples(\.waiting))
    }
}

/// The metrics of the run in progress, shared by the events and by those who read them.
final class MetricsPage: Sendable {
    private struct State {
        var metrics = Metrics()
        var run: NotifierRun?
        /// The page that was made last, until an event changes it.
        var made: (text: String, at: ContinuousClock.Instant)?
        /// Counts what makes a page an old one.
        var number = 0

        mutating func forgetPage() {
            made = nil
            number += 1
        }
    }

    /// How long a page may lack the newest statistics of the notifiers, so that many requests cost little.
    private static let age = Duration.milliseconds(500)
    private let state = Mutex(State())

    /// The page as text; it has every event so far.
    var text: String {
        let (metrics, run, made, number) = state.withLock { ($0.metrics, $0.run, $0.made, $0.number) }
        let now = ContinuousClock.now
        if let made, now - made.at < Self.age { return made.text }
        let text = metrics.page(run?.statistics ?? [])
        // An event in the meantime makes this page an old one.
        state.withLock { if $0.number == number { $0.made = (text, now) } }
        return text
    }

    func begin(_ run: NotifierRun) {
        state.withLock { state in
            state.run = run
            state.forgetPage()
        }
    }

    /// Counts an event; the end of the run clears the page.
    func take(_ event: PipelineEvent) {
        switch event {
        case .runBegan(from: let standing): if let standing { update { $0.begin(from: standing) } }
        case .assessmentChanged(let assessment): update { $0.change(to: assessment) }
        case .assessmentConfirmed(let assessment): update { $0.confirm(assessment) }
        case .probeEnded(let report): update { $0.endProbe(report) }
        case .serviceChanged(let report), .serviceConfirmed(let report): update { $0.judge(report) }
        case .sourceFailed: update { $0.failSource() }
        case .roundEnded(let assessment): update { $0.endRound(assessment) }
        case .runEnded: clear()
        case .portalChanged, .runHandedOver: break
        }
    }

    private func update(_ change: (inout Metrics) -> Void) {
        state.withLock { state in
            change(&state.metrics)
            state.forgetPage()
        }
    }

    /// Forgets everything, because the run is over.
    private func clear() {
        state.withLock { state in
            (state.metrics, state.run) = (Metrics(), nil)
            state.forgetPage()
        }
    }
}
