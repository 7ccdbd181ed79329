import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDBus
import ConnectivityKit
import ConnectivityNotifiers
import ConnectivityRegistry
import ConnectivityReport
import ConnectivityText
import ConnectivityWire

/// `connectivityctl status`: queries a running service instead of the network.
enum StatusVerb: Verb {
    static let grammar = Grammar(
        name: "status",
        summary: "Ask a running watch or service what it knows; nothing is sent to the network.",
        options: [
            .value("socket", "PATH", "ask here (default: what --config says, or the usual places)"),
            .value("config", "FILE", "the configuration of the service, for its notifier.status and notifier.dbus"),
            PipelineOptions.noConfigurationOption,
            .flag("json", "print JSON; --json=brief is at most 1 KB", variants: ["brief"]),
            .flag("follow", "print a line now, and at every change until interrupted"),
            AssessmentOutput.formatOption("text", "json"), AssessmentOutput.quietOption, AssessmentOutput.utcOption,
        ],
        notes: """
            The usual places are status.sock in $RUNTIME_DIRECTORY, in $XDG_RUNTIME_DIR/connectivity, and in /run/connectivity.
            If none of them answers and the configuration names notifier.dbus, the message bus is asked. Exit status: that of
            check, and 69 if no service answers.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let output = try AssessmentOutput(arguments)
        // Without the right to read the default configuration, the usual places remain.
        let isNamed = !arguments.all("config").isEmpty
        let configuration =
            isNamed ? try PipelineOptions.file(arguments, console) : try? PipelineOptions.file(arguments, console)
        if arguments.has("follow") { return try await follow(output, arguments, configuration, console) }
        let answer = try await RunningService.ask(arguments, configuration, console)
        let status = try answer.print(output, console)
        if output.isText, let line = sourceLine(answer, output.zone) { console.print(line) }
        return status
    }

    /// The pause between two questions to the service.
    private static let pause = Duration.seconds(1)

    /// Prints what the service knows whenever it differs; ends with an error when the service does.
    private static func follow(
        _ output: AssessmentOutput,
        _ arguments: Arguments,
        _ configuration: PipelineConfiguration?,
        _ console: Console
    ) async throws -> ExitStatus {
        var printed: ServiceAnswer.News?
        while true {
            let answer = try await RunningService.ask(arguments, configuration, console)
            if answer.news != printed { _ = try answer.print(output, console) }
            printed = answer.news
            try await ContinuousClock().sleep(for: pause)
        }
    }

    /// The known failures of the interface source; `nil` if it has not failed.
    private static func sourceLine(_ answer: ServiceAnswer, _ zone: CivilZone) -> String? {
        guard let source = answer.document["source"].flatMap(ServiceAnswer.known),
            case .integer(let count)? = source["failed"]?.value
        else { return nil }
        let text = source["lastFailure"]?.string?.printable(limit: 400) ?? ""
        let time = source["lastFailedAt"]?.string.flatMap(Timestamp.init(rfc3339:)).map(zone.stamp) ?? "an unknown time"
        return "the source of interfaces failed \(count) time\(count == 1 ? "" : "s"), last at \(time): \(text)"
    }
}
