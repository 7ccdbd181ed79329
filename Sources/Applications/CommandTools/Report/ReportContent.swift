package import ConnectivityCore
package import ConnectivityEmulation
import ConnectivityKit
import ConnectivityOutages
import ConnectivityRecords
package import ConnectivityReport
package import ConnectivityText
import ConnectivityToolkit

/// The content of a report.
package struct ReportContent {
    /// The source, for people.
    var source: String
    package var machine: MachineReport
    var rounds: [ReportPage.Round] = []
    var networks: [ReportPage.Network] = []
    var interval: Duration?

    /// Reads a journal; the period begins with the journal, if that is later than `since`.
    package init(journal path: String, since: Timestamp, _ now: Timestamp, _ console: Console) throws(CommandError) {
        let name = path.printable(limit: 200)
        let journal: Journal
        do throws(OutageJournalFault) {
            journal = try Journal(path)
        } catch {
            if let resource = ProbeFailure.Resource(errno: error.number) {
                throw CommandError(lacking: resource, effect: "\(name) cannot be read")
            }
            throw error.kind == .unusable ? .data(error.description) : .noInput(error.description)
        }
        let begin = journal.spans.map(\.from).min() ?? since
        let from = min(max(since, begin), now)
        source = "Journal \(name)"
        machine = MachineReport(
            name: journal.host,
            source: source,
            availability: Availability(journal.spans.lazy.map(AccessSpan.init), from: from, to: now),
            sentences: console.registry.sentences
        )
    }

    /// Replays a recorded session.
    package init(session path: String, _ console: Console) throws(CommandError) {
        let session = try SessionRecording(file: path)
        guard let replay = try session.replayed(path, console.registry) else {
            throw .data("\(path.printable(limit: 200)): the session has no configuration by which it is decided")
        }
        let start = session.provenance.recordedAt
        func time(_ at: Duration) -> Timestamp { Timestamp(sinceEpoch: start.sinceEpoch + at) }
        let end = session.events.last.map { time($0.at) } ?? start
        let changes = replay.assessments.map { (at: time($0.at), assessment: $0.assessment) }
        rounds = replay.rounds.map { ReportPage.Round(at: time($0.at), $0.assessment) }
        let last = max(end, rounds.last?.at ?? end)
        source = "Session \(path.printable(limit: 200)): \(session.provenance.source.printable(limit: 200))"
        machine = Self.machine(
            nil,
            source,
            changes,
            [],
            from: start,
            to: last,
            isWatch: rounds.count > 1,
            console.registry.sentences
        )
        guard let newest = try session.lastAssessment(path, console.registry) else { return }
        networks = [Self.network(newest, session.exchanges.map(\.exchange), console)]
    }

    /// Watches a network for a time, or checks it once without one, without the notifiers of the configuration.
    package init(
        watching configuration: PipelineConfiguration,
        for duration: Duration?,
        _ check: (Assessment) throws(CommandError) -> Void,
        _ console: Console
    ) async throws {
        var configuration = configuration
        configuration.notifiers = []
        let start = Timestamp.now
        var changes: [(at: Timestamp, assessment: Assessment)] = []
        var observations: [CompanionObservation] = []
        if let duration {
            let collector = RoundCollector()
            try await collector.watch(configuration, for: duration)
            (changes, rounds, observations) = (collector.changes, collector.rounds, collector.observations)
        } else {
            let assessment = try await SingleAssessment.make(configuration, check, console.progress)
            changes = [(assessment.startedAt, assessment)]
            observations = assessment.observations.filter { $0.since != nil }
            rounds = [ReportPage.Round(at: assessment.endedAt, assessment)]
        }
        let end = Timestamp.now
        source =
            duration == nil
            ? "One check of this network" : "This network, watched for \((end.sinceEpoch - start.sinceEpoch).forPeople)"
        let name = HostName.current?.printable(limit: 100)
        let isWatch = duration != nil
        machine = Self.machine(
            name,
            source,
            changes,
            observations,
            from: min(start, end),
            to: end,
            isWatch: isWatch,
            console.registry.sentences
        )
        interval = configuration.schedule.interval
        if let newest = rounds.last?.assessment { networks = [Self.network(newest, [], console)] }
    }

    /// The report of one device; a single check covers no period, but its result holds until its end.
    private static func machine(
        _ name: String?,
        _ source: String,
        _ changes: [(at: Timestamp, assessment: Assessment)],
        _ observations: [CompanionObservation],
        from: Timestamp,
        to: Timestamp,
        isWatch: Bool,
        _ sentences: Sentences
    ) -> MachineReport {
        let spans = AccessSpan.spans(of: changes, until: to) + AccessSpan.spans(of: observations, until: to)
        return MachineReport(
            name: name,
            source: source,
            availability: Availability(spans, from: from, to: to),
            hasTime: isWatch,
            newest: spans.last { $0.path.isEmpty },
            sentences: sentences
        )
    }

    private static func network(
        _ assessment: Assessment,
        _ exchanges: [ProbeExchange],
        _ console: Console
    ) -> ReportPage.Network {
        let findings = RecordedNetwork(assessment, exchanges: exchanges).findings(console.registry.detectors)
        let sentence = assessment.conclusion(console.registry.sentences)
        let own = (assessment.access.name, sentence, assessment.access.portal?.signInURL)
        return ReportPage.Network(name: "", own: own, clients: findings.map(ReportPage.Network.Client.init))
    }

    /// The page.
    package func page(_ zone: CivilZone, _ console: Console) -> ReportPage {
        var page = ReportPage(
            title: machine.name.map { "Internet access of \($0)" } ?? "Connectivity report",
            source: source,
            madeAt: .now,
            tool: "connectivityctl \(PackageVersion.current)",
            sentences: console.registry.sentences
        )
        page.zone = zone
        page.machine = machine
        (page.rounds, page.networks, page.interval) = (rounds, networks, interval)
        return page
    }
}

extension ReportPage.Network.Client {
    package init(_ finding: DetectorFinding) {
        let conclusion = finding.conclusion
        self.init(
            name: finding.detector.name,
            system: finding.detector.system,
            result: conclusion.access.rawValue,
            term: conclusion.term,
            reason: conclusion.reason,
            page: conclusion.signInURL ?? conclusion.venueInfoURL
        )
    }
}

extension AccessSpan {
    fileprivate init(_ span: JournalSpan) {
        self.init(
            path: span.path,
            State(rawValue: span.state) ?? .unobserved,
            because: span.reason,
            interface: span.interface,
            from: span.from,
            to: span.to
        )
    }
}

/// Collects the conclusions of a run, for a bounded number of rounds.
private final class RoundCollector: Notifier {
    /// The maximum number of kept rounds; the oldest are dropped.
    private static let roundCountMax = 1000
    private static let changeCountMax = 20_000

    private struct State {
        var changes: [(at: Timestamp, assessment: Assessment)] = []
        var rounds: [ReportPage.Round] = []
        var observations: [CompanionObservation] = []
    }

    private let state = Lock(State())

    var changes: [(at: Timestamp, assessment: Assessment)] { state.withLock { $0.changes } }
    var rounds: [ReportPage.Round] { state.withLock { $0.rounds } }
    var observations: [CompanionObservation] { state.withLock { $0.observations } }
    var mailbox: NotifierMailbox { .all([.changes, .rounds, .observations], upTo: 1000) }

    func handle(_ event: PipelineEvent) async {
        state.withLock { state in
            switch event {
            case .assessmentChanged(let assessment):
                // `roundEnded` has the evidence.
                state.changes.append((assessment.endedAt, assessment.withoutEvidence))
                state.changes.removeFirst(max(0, state.changes.count - Self.changeCountMax))
            case .roundEnded(let assessment):
                state.rounds.append(ReportPage.Round(at: assessment.endedAt, assessment))
                state.rounds.removeFirst(max(0, state.rounds.count - Self.roundCountMax))
            // A momentary event is not a state.
            case .observed(let observation) where observation.isChange && observation.since != nil:
                state.observations.append(observation)
                state.observations.removeFirst(max(0, state.observations.count - Self.changeCountMax))
            default: break
            }
        }
    }

    /// Runs a pipeline for a time, or until the command is interrupted.
    func watch(_ configuration: PipelineConfiguration, for duration: Duration) async throws {
        let interruption = try Interruption()
        let pipeline = try Pipeline(configuration) { self }
        try await CommandError.observing {
            try await withThrowingTaskGroup { group in
                group.addTask { try await pipeline.run() }
                group.addTask { await interruption.wait() }
                group.addTask { try await ContinuousClock().sleep(for: duration) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}
