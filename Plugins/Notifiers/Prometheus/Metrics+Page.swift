import ConnectivityCore
import ConnectivityToolkit

extension Metrics {
    /// The maximum number of paths in a page without detail; interfaces may appear and disappear.
    static let fewPaths = 4

    /// Returns the page of metrics, with the statistics of all notifiers.
    func page(_ statistics: [NotifierRun.Statistics]) -> String {
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
            roundTimes.samples([], bounds: detail == .all ? Histogram.bounds : Histogram.roundBounds)
        )
        let round = lastRound.map { [Exposition.Sample("", [], $0.sinceEpoch.seconds)] } ?? []
        page.add("last_round_timestamp_seconds", .gauge, "When the last round ended, in Unix time.", round)
        page.add(
            "source_failures_total",
            .counter,
            "Failures of the source of interfaces, which is started again after a pause.",
            [.init("", [], Double(sourceFailureCount))]
        )
        addQuality(to: &page)
        addObservations(to: &page)
        page.add(
            "service_certificate_expiry_timestamp_seconds",
            .gauge,
            "When the certificate of a service expires, by its last answer, in Unix time.",
            certificateEnds.sortedByKey.map { .init("", [("service", $0.key)], $0.value.sinceEpoch.seconds) }
        )
        addEndpoints(to: &page)
        captured.add(to: &page)
        addNotifiers(statistics, to: &page)
        return page.text
    }

    private func addState(_ assessment: Assessment, to page: inout Exposition) {
        page.add(
            "access",
            .gauge,
            "The Internet access of the device: 1 for the present state, 0 for the others.",
            Self.accesses.map { .init("", [("access", $0)], $0 == assessment.access.name ? 1 : 0) }
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
        page.add(
            "access_reason_info",
            .gauge,
            "The code of the reason for the present state, and that of its first part; always 1.",
            reason.map { [.init("", [("reason", $0.reason), ("part", $0.part)], 1)] } ?? []
        )
        page.add(
            "cause_info",
            .gauge,
            "The cause of the outage, with its certainty; always 1.",
            causeLabels.map { [.init("", $0, 1)] } ?? []
        )
        let limit = detail == .all ? PipelineConfiguration.Scope.pathCountMax : Self.fewPaths
        var seen: Set<NetworkPath> = []
        page.add(
            "path_access",
            .gauge,
            "The Internet access over a path: 1 for the present state, 0 for the others.",
            assessment.separatePaths.filter { seen.insert($0.path).inserted }.prefix(limit).flatMap { path in
                let interface = path.path.interface.printable(limit: Self.labelCharacterCountMax)
                let family = path.path.family?.rawValue ?? ""
                let way = path.path.isProxied ? [("way", "proxy")] : []
                let labels = [("interface", interface), ("family", family)] + way
                return states(Self.accesses, path.access.name, good: "online", labels, "access")
            }
        )
    }

    /// The series of a state set; without detail only the good state and the current one.
    private func states(
        _ all: [String],
        _ present: String,
        good: String,
        _ labels: [(String, String)],
        _ label: String
    ) -> [Exposition.Sample] {
        all.filter { detail == .all || $0 == good || $0 == present }
            .map { .init("", labels + [(label, $0)], $0 == present ? 1 : 0) }
    }

    private func addQuality(to page: inout Exposition) {
        guard let quality else { return }
        page.add(
            "quality",
            .gauge,
            "The quality of the path of the device: 1 for the present one, 0 for the others.",
            states(PathQuality.Level.allCases.map(\.rawValue), quality.level.rawValue, good: "good", [], "quality")
        )
        let times = [("connection", quality.connection), ("first-byte", quality.firstByte)]
        page.add(
            "quality_time_seconds",
            .gauge,
            "The median time to open a connection, or to the first byte of an answer, over the last rounds.",
            times.compactMap { name, figure in figure.map { .init("", [("time", name)], $0.median.seconds) } }
        )
        guard detail >= .endpoints, quality.attempts > 0 else { return }
        page.add(
            "quality_loss_ratio",
            .gauge,
            "The share of attempts of the last rounds that got no answer, or only after a second.",
            [.init("", [], Double(quality.lost) / Double(quality.attempts))]
        )
    }

    private func addObservations(to page: inout Exposition) {
        page.add(
            "observation_severity",
            .gauge,
            "What a companion observed, such as the state of a service: 2 if somebody should look, otherwise 1.",
            observationRows.map { labels, state, severity in
                let names = [("kind", labels.kind), ("subject", labels.subject), ("state", state)]
                return .init("", names, severity == .warning ? 2 : 1)
            }
        )
    }

    private func addEndpoints(to page: inout Exposition) {
        let rows: [(labels: [(String, String)], counts: EndpointCounts)] =
            detail == .access
            ? [([], allEndpoints)]
            : endpoints.sortedByKey.map { ([("endpoint", $0.key)], $0.value) }
        page.add(
            "probes_total",
            .counter,
            "Probes that ended, by their verdict.",
            rows.flatMap { labels, counts in
                Verdict.Finding.allCases.map { finding in
                    .init("", labels + [("finding", finding.rawValue)], Double(counts.verdicts[finding] ?? 0))
                }
            }
        )
        page.add(
            "probe_phase_duration_seconds",
            .histogram,
            "The duration of each phase of a probe; total is the whole probe.",
            rows.flatMap { labels, counts in
                counts.seen.sorted().filter { detail == .all || Self.phaseNames[$0] == "total" }.flatMap { index in
                    counts.phases[index].samples(
                        labels + [("phase", Self.phaseNames[index])],
                        bounds: detail == .all ? Histogram.bounds : Histogram.answerBounds
                    )
                }
            }
        )
    }

    private func addNotifiers(_ statistics: [NotifierRun.Statistics], to page: inout Exposition) {
        func samples(_ count: (NotifierRun.Statistics) -> Int) -> [Exposition.Sample] {
            guard detail >= .endpoints else {
                return [.init("", [], Double(statistics.reduce(0) { $0 + count($1) }))]
            }
            return statistics.enumerated().map { index, statistics in
                let name = statistics.name.printable(limit: 60)
                return .init("", [("notifier", name), ("index", "\(index)")], Double(count(statistics)))
            }
        }
        let dropped = "Events that a notifier missed because it was too slow."
        page.add("notifier_dropped_total", .counter, dropped, samples(\.dropped))
        page.add("notifier_failures_total", .counter, "Calls of a notifier that failed.", samples(\.failed))
        guard detail == .all else { return }
        page.add("notifier_events_total", .counter, "Events for a notifier.", samples(\.received))
        page.add("notifier_waiting", .gauge, "Events that wait for a notifier.", samples(\.waiting))
    }
}
