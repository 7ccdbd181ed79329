import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The output of `watch` from what a running service knows, in place of rounds of its own.
struct FollowedRun {
    /// The options that need a run of its own.
    private static let options = ["interval", "heartbeat", "notify", "socket", "verbose"]
    /// The pause between two questions to the service.
    private static let pause = Duration.seconds(1)

    private let arguments: Arguments
    private let configuration: PipelineConfiguration
    private let terminal: LiveTerminal?
    private let lines: ObservationLines
    private let console: Console

    /// Returns `nil` without a service that knows what is asked, and in a process that is a service itself.
    init?(_ arguments: Arguments, _ console: Console, on terminal: LiveTerminal?, _ log: Log) async throws {
        guard !Self.options.contains(where: { arguments.has($0) || !arguments.all($0).isEmpty }),
            !["NOTIFY_SOCKET", "RUNTIME_DIRECTORY"].contains(where: { console.environment[$0] != nil }),
            // A configuration with programs of plugins is that of a service.
            let configuration = try? PipelineOptions.configuration(arguments, console),
            let answer = try await RunningService.knowledge(arguments, console),
            answer.assessment(by: configuration, console) != nil
        else { return nil }
        (self.arguments, self.configuration) = (arguments, configuration)
        (self.terminal, self.console) = (terminal, console)
        let output = try AssessmentOutput(arguments)
        lines = ObservationLines(LinePrinter(configuration, arguments, output, log, console), AssessmentUpdates())
        let process = answer.document["process"].map { " (process \($0.text))" } ?? ""
        log.write(.notice, "asking the running service\(process) each second; --fresh asks the network")
    }

    /// Prints until a signal, the end of the time, or the end of the service, which is an error.
    func run(for time: Duration?) async throws {
        let (end, stopper) = AsyncStream.makeStream(of: Never.self)
        let others = terminal == nil ? [] : LiveTerminal.signals + [SIGQUIT, SIGHUP]
        try Signals.pass(Interruption.numbers + [SIGUSR1] + others) { [terminal] in
            if $0 != SIGUSR1, terminal?.handle($0) != true { stopper.finish() }
        }
        try terminal?.open { stopper.finish() }
        try await withThrowingTaskGroup { group in
            group.addTask { for await _ in end {} }
            group.addTask { try await follow() }
            if let time { group.addTask { try await ContinuousClock().sleep(for: time) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func follow() async throws {
        var (document, known): (JSON, Assessment?) = (.null, nil)
        while true {
            let answer = try await RunningService.ask(arguments, configuration, console)
            if answer.document != document, let new = answer.assessment(by: configuration, console) {
                for event in Self.events(from: known, to: new) { try await deliver(event) }
                (document, known) = (answer.document, new)
            }
            try await ContinuousClock().sleep(for: Self.pause)
        }
    }

    private func deliver(_ event: PipelineEvent) async throws {
        if let terminal { return await LiveNotifier(terminal).handle(event) }
        await lines.updates.handle(event)
        if case .assessmentChanged(let assessment) = event { try await lines.printer.print(assessment) }
        try await lines.handle(event)
    }

    /// The events of a run between two of its assessments.
    static func events(from known: Assessment?, to new: Assessment) -> [PipelineEvent] {
        let isSame = known?.since == new.since && known?.isFinal == new.isFinal && known?.access.name == new.access.name
        var events: [PipelineEvent] = [isSame ? .assessmentConfirmed(new) : .assessmentChanged(new)]
        if known?.confirmedAt != new.confirmedAt || known?.endedAt != new.endedAt { events.append(.roundEnded(new)) }
        let changes = new.observations.filter { observation in
            known?.observations.first(where: observation.isAboutSame)?.state != observation.state
        }
        return events
            + changes.map { change in
                var change = change
                change.isChange = true
                return .observed(change)
            }
    }
}
