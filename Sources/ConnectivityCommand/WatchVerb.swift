import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl watch`: prints a line at every change, until interrupted.
enum WatchVerb: Verb {
    static let grammar = Grammar(
        name: "watch",
        summary: "Assess after each change of the network and print one line per change, until interrupted.",
        options: PipelineOptions.grammar + [.flag("quiet", "print nothing; for a --config that names notifiers")],
        notes: """
            With --json, one JSON object per line. The notifiers that --config names also run. If one of them is too slow for
            some events or fails, standard error shows how many events were dropped and how many calls failed. SIGINT and
            SIGTERM end the command with exit status 0.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let interruption = try Interruption()
        let updates = AssessmentUpdates()
        let pipeline = try Pipeline(configuration) { updates }
        try await CommandError.observing {
            defer { for line in pipeline.complaints { console.printError("connectivityctl: \(line)") } }
            try await withThrowingTaskGroup { group in
                group.addTask {
                    async let printing: Void = print(updates, configuration, arguments, console)
                    let result: Result<Void, any Error>
                    do { result = .success(try await pipeline.run()) } catch { result = .failure(error) }
                    // The run has ended the updates; the last one is printed too.
                    try await printing
                    try result.get()
                }
                group.addTask { await interruption.wait() }
                group.addTask { try await complain(of: pipeline, on: console) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        return .success
    }

    private static func print(
        _ updates: AssessmentUpdates,
        _ configuration: PipelineConfiguration,
        _ arguments: Arguments,
        _ console: Console
    ) async throws {
        let (isJSON, isQuiet) = (arguments.has("json"), arguments.has("quiet"))
        for await assessment in updates where !isQuiet {
            if isJSON {
                try console.printJSON(AssessmentDocument(assessment, decidedBy: configuration))
            } else {
                console.print("\(assessment.endedAt)  \(assessment.line(console))")
            }
        }
    }

    /// Prints which notifiers lose events or fail, at most once per minute and only what is new.
    private static func complain(of pipeline: Pipeline<ContinuousClock>, on console: Console) async throws {
        var known: [String] = []
        while true {
            try await ContinuousClock().sleep(for: .seconds(known.isEmpty ? 1 : 60))
            let new = pipeline.complaints
            for line in new where !known.contains(line) { console.printError("connectivityctl: \(line)") }
            known = new
        }
    }
}

extension Pipeline {
    /// One line for each notifier that lost events or failed.
    fileprivate var complaints: [String] {
        notifierStatistics.filter { $0.dropped > 0 || $0.failed > 0 }.map(\.description)
    }
}
