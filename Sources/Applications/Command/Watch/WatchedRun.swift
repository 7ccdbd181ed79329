import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityText
import ConnectivityToolkit
import ConnectivityWire

/// One run of a pipeline and the output of `watch`, from one reading of a configuration.
final class WatchedRun: Sendable {
    static let grammar: [Grammar.Option] = [
        .value("interval", "TIME", "the time from a round that is online to the next (default 30s)"),
        .value("heartbeat", "TIME", "print that nothing has changed after this time without a line"),
        .value("for", "TIME", "end after this time (default: when interrupted)"),
        .value(
            "notify",
            "ID|JSON",
            "also report to this notifier, such as notifier.desktop, unless --config names one of its kind; see plugins"
        ),
        .flag("live", "keep one screen of the terminal current instead; q ends it"),
        .value("socket", "PATH", "answer status on this socket (default: $RUNTIME_DIRECTORY/status.sock if set)"),
    ]

    /// A day; a longer time is a mistake.
    private static let longest = Duration.seconds(86_400)

    let pipeline: Pipeline
    private let configuration: PipelineConfiguration
    private let updates: AssessmentUpdates
    private let printer: LinePrinter
    private let heartbeat: Duration?
    private let programs: PluginPrograms
    private let log: Log
    private let stop: AsyncStream<Never>
    private let stopper: AsyncStream<Never>.Continuation
    private let isReplaced = Lock(false)

    /// Reads the configuration and starts its plugin programs, without any probe.
    init(_ arguments: Arguments, _ console: Console, _ log: Log, on terminal: LiveTerminal? = nil) async throws {
        let programs = try await PluginPrograms(try .chosen(arguments, console), console)
        do {
            var configuration = try PipelineOptions.configuration(arguments, programs.console)
            if let interval = try arguments.time("interval", in: .seconds(1)...Self.longest) {
                configuration.schedule.interval = interval
            }
            heartbeat = try arguments.time("heartbeat", in: .milliseconds(100)...Self.longest)
            if !arguments.has("config"), !configuration.notifiers.isEmpty,
                let process = await RunningService.process(configuration, programs.console)
            {
                // It keeps their files and sockets, and runs their programs.
                configuration.notifiers = []
                let left = "the notifiers of the configuration are left to the running service (process \(process))"
                log.write(.notice, "\(left); see what it knows with status")
            }
            for text in arguments.all("notify") {
                let notifier = try programs.console.registry.notifier(ComponentReference(text: text))
                guard !configuration.notifiers.contains(where: { type(of: $0) == type(of: notifier) }) else { continue }
                configuration.notifiers.append(notifier)
            }
            if let socket = try StatusSocket.notifier(arguments, configuration, programs.console) {
                configuration.notifiers.append(socket)
            }
            var causes = CauseCompanion()
            causes.proxies = EnvironmentProxies.hosts(console.environment)
            configuration.companions.append(causes)
            let rounds = RoundLog(log: log, console: programs.console)
            let output = try AssessmentOutput(arguments)
            if heartbeat != nil, case .fields = output.form {
                throw arguments.usage("--heartbeat and --format cannot be combined: fields are those of a change")
            }
            let updates = AssessmentUpdates()
            let lines = ObservationLines(
                LinePrinter(configuration, arguments, output, log, programs.console),
                updates
            )
            let live = terminal.map { LiveNotifier($0) }
            let made = try Pipeline(configuration) {
                updates
                rounds
                lines
                if let live { live }
            }
            pipeline = terminal.map { $0.following(made, programs.console) } ?? made
            (self.configuration, self.updates) = (configuration, updates)
            printer = lines.printer
        } catch {
            await programs.end()
            throw error
        }
        self.programs = programs
        self.log = log
        (stop, stopper) = AsyncStream.makeStream(of: Never.self)
    }

    /// Whether there is a configuration file, which can be read again.
    var hasConfiguration: Bool { programs.console.configuration != nil }

    /// Ends the run, with `isReplaced` for an immediate successor; it may be called on any thread.
    func end(isReplaced: Bool) {
        if isReplaced { pipeline.handOver() }
        self.isReplaced.withLock { $0 = isReplaced }
        stopper.finish()
    }

    /// Ends the programs of a run that does not begin.
    func abandon() async { await programs.end() }

    /// Runs until ``end(isReplaced:)``, with the knowledge of an earlier run; returns the error of an earlier end.
    func result(from earlier: Assessment?) async -> Result<Void, any Error> {
        let result: Result<Void, any Error>
        do {
            try await CommandError.observing { try await run(from: earlier) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for report in await signedOff() { log.write(.notice, report.line(programs.console.registry.sentences)) }
        for line in pipeline.complaints(configuration) { log.write(.error, line) }
        for part in pipeline.abandonedParts { log.write(.error, "\(part) did not return, and was given up") }
        await programs.end()
        return result
    }

    /// Ends the sessions of networks if their configuration requires it, unless another run continues them.
    private func signedOff() async -> [SignInReport] {
        guard !isReplaced.withLock({ $0 }), let agents = configuration.signIn, let newest = pipeline.lastAssessment
        else {
            return []
        }
        return await agents.logOffs(after: newest, with: pipeline.tools, isEnding: true)
    }

    /// One line for each unmet requirement of the configuration on this device.
    private var lacks: [String] {
        let preflight = Preflight(environment: programs.console.environment)
        return preflight.findings(configuration).filter { $0.severity == .error }.map { "\($0.reason); \($0.remedy)" }
    }

    private func run(from earlier: Assessment?) async throws {
        // Here, because the earlier run may have held the same ports.
        try await BackgroundThread.run { [self] in
            for line in lacks { log.write(.error, line) }
        }
        // Before the run, so that no early event is missed.
        let failures = pipeline.notifierFailures()
        let assessments = updates.listen()
        try await withThrowingTaskGroup { group in
            group.addTask { [self] in
                async let printing: Void = printer.print(assessments, after: earlier)
                let result: Result<Void, any Error>
                do { result = .success(try await pipeline.run(from: earlier)) } catch { result = .failure(error) }
                // The last assessment is also printed.
                updates.finish()
                try await printing
                try result.get()
            }
            group.addTask { [stop] in for await _ in stop {} }
            group.addTask { [log, configuration] in
                for await trouble in failures { log.write(.error, configuration.named(trouble).description) }
            }
            if let heartbeat {
                group.addTask { [self] in try await printer.repeat(updates, after: heartbeat) }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

extension PipelineConfiguration {
    /// Returns the statistics of a notifier under its name in the configuration.
    fileprivate func named(_ statistics: NotifierRun.Statistics) -> NotifierRun.Statistics {
        var statistics = statistics
        let notifier = notifiers.first { "\(type(of: $0))" == statistics.name }
        statistics.name = notifier.map(PartName.of) ?? statistics.name
        return statistics
    }
}

extension Pipeline {
    /// One line for each notifier that lost events or failed.
    fileprivate func complaints(_ configuration: PipelineConfiguration) -> [String] {
        // A reader that stopped reading the lines of this command is no fault of a notifier.
        let others = notifierStatistics.filter { $0.name != "\(ObservationLines.self)" }
        return others.filter { $0.dropped > 0 || $0.failed > 0 }.map { configuration.named($0).description }
    }
}

/// Prints assessments, one line each.
final class LinePrinter: Sendable {
    private let configuration: PipelineConfiguration
    private let arguments: Arguments
    private let log: Log
    private let console: Console
    private let output: AssessmentOutput
    private let last = Lock(ContinuousClock.now)

    init(
        _ configuration: PipelineConfiguration,
        _ arguments: Arguments,
        _ output: AssessmentOutput,
        _ log: Log,
        _ console: Console
    ) {
        self.configuration = configuration
        (self.arguments, self.log) = (arguments, log)
        var console = console
        // `--verbose` requests complete lines.
        if arguments.has("verbose") { console.isTerminal = false }
        self.console = console
        self.output = output
    }

    /// Prints changes, without the assessment that was printed before.
    func print(_ assessments: AsyncStream<Assessment>, after printed: Assessment?) async throws {
        var isFirst = printed == nil
        let known = printed?.withoutObservations
        for await assessment in assessments where assessment.withoutObservations != known {
            // The interface may be plugged in later.
            if isFirst, let fault = try arguments.missingInterface(assessment) {
                log.write(.notice, "\(fault); waiting for it")
            }
            isFirst = false
            try await print(assessment)
        }
    }

    /// Prints that nothing has changed, after each period without a line.
    func `repeat`(_ updates: AssessmentUpdates, after pause: Duration) async throws {
        while true {
            try await ContinuousClock().sleep(until: last.withLock { $0 } + pause)
            guard last.withLock({ $0 }) + pause <= .now else { continue }
            last.withLock { $0 = .now }
            if !output.isQuiet, let newest = updates.newest { try await print(Heartbeat(of: newest, at: .now)) }
        }
    }

    /// The confirmation of an unchanged assessment.
    private struct Heartbeat: Encodable {
        var at: Timestamp
        var access: String
        /// The time of the last round with this result.
        var confirmedAt: Timestamp

        init(of assessment: Assessment, at time: Timestamp) {
            (at, access) = (time, assessment.access.name)
            confirmedAt = assessment.confirmedAt ?? assessment.endedAt
        }

        func line(_ zone: CivilZone) -> String {
            let age = max(.zero, at.sinceEpoch - confirmedAt.sinceEpoch)
            return "\(zone.stamp(at))  still \(access), confirmed \(age.components.seconds) s ago"
        }
    }

    private struct HeartbeatLine: Encodable {
        var version = WireForm.version
        var type = "heartbeat"
        var heartbeat: Heartbeat
    }

    private func print(_ heartbeat: Heartbeat) async throws {
        try await BackgroundThread.run { [self] in
            if output.isText {
                console.print(heartbeat.line(output.zone))
            } else {
                try console.printJSON(HeartbeatLine(heartbeat: heartbeat))
            }
        }
    }

    /// Prints the report of a companion; in a short form as part of the newest assessment, and to people only above `info`.
    func print(_ observation: CompanionObservation, in newest: Assessment?) async throws {
        guard observation.isChange, !output.isText || observation.severity > .info else { return }
        switch output.form {
        // The line would be the same again.
        case .fields(let template) where observation.kind == CompanionObservation.causeKind && !template.hasCause:
            return
        case .brief, .fields:
            if observation.since != nil, let newest { try await print(newest) }
            return
        case .text, .json, .nagios, .nothing: break
        }
        let text = observation.line(console.registry.sentences)
        try await print(ObservationLine(observation: observation), or: text, at: observation.at)
    }

    /// Prints a line for programs, or for people.
    private func print(_ line: some Encodable & Sendable, or text: String, at time: Timestamp = .now) async throws {
        try await BackgroundThread.run { [self] in
            switch output.form {
            case .json: try console.printJSON(line)
            case .text: console.print("\(output.zone.stamp(time))  \(text)")
            case .brief, .fields, .nagios, .nothing: return
            }
        }
    }

    private struct ObservationLine: Encodable {
        var version = WireForm.version
        var type = "observed"
        var observation: CompanionObservation
    }

    /// Prints on a separate thread, so that a blocked output delays nothing else.
    func print(_ assessment: Assessment) async throws {
        guard !output.isQuiet else { return }
        last.withLock { $0 = .now }
        try await BackgroundThread.run { [self] in
            try output.print(assessment, decidedBy: configuration, as: "changed", console)
            if output.isText { console.print("\(output.zone.stamp(assessment.endedAt))  \(assessment.line(console))") }
        }
    }
}

/// Prints the reports of companions.
final class ObservationLines: Notifier {
    let printer: LinePrinter
    let updates: AssessmentUpdates
    private let known = Lock<[CompanionObservation]>([])

    init(_ printer: LinePrinter, _ updates: AssessmentUpdates) { (self.printer, self.updates) = (printer, updates) }

    var mailbox: NotifierMailbox { .all(.observations, upTo: 100) }

    func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .observed(let observation):
            let all = known.withLock { known in
                known.record(observation)
                return known
            }
            var newest = updates.newest
            newest?.observations = all
            try await printer.print(observation, in: newest)
        default: break
        }
    }
}

/// Logs the end of each round and failures of the interface source.
private struct RoundLog: Notifier {
    let log: Log
    let console: Console

    var mailbox: NotifierMailbox { .all([.rounds, .sources], upTo: 10) }

    func handle(_ event: PipelineEvent) async {
        switch event {
        case .sourceFailed(let error, restartingAfter: let pause):
            log.write(.error, "a source failed: \(error); trying again in \(Int(pause.seconds)) s")
        case .roundEnded(let assessment):
            let count = assessment.endpoints.count
            log.write(
                .info,
                "a round of \(count) probes took \(assessment.duration.inWholeMilliseconds): \(assessment.line(console))"
            )
        default: break
        }
    }
}
