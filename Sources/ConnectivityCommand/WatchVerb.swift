import ConnectivityKit

/// `connectivityctl watch`: a line at every change, until interrupted.
enum WatchVerb: Verb {
    static let grammar = Grammar(
        name: "watch",
        summary: "Assess at every change of the network, a line a change, until interrupted.",
        options: PipelineOptions.grammar,
        notes: "With --json, a JSON object a line. SIGINT and SIGTERM end it with exit status 0."
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let interruption = try Interruption()
        let updates = AssessmentUpdates()
        let isJSON = arguments.has("json")
        let pipeline = try Pipeline(configuration) { updates }
        do {
            try await withThrowingTaskGroup { group in
                group.addTask { try await pipeline.run() }
                group.addTask {
                    for await assessment in updates {
                        if isJSON {
                            try console.printJSON(AssessmentDocument(assessment, decidedBy: configuration))
                        } else {
                            console.print("\(assessment.endedAt)  \(assessment.line(console))")
                        }
                    }
                }
                group.addTask { await interruption.wait() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError.unobservable(error)
        }
        return .success
    }
}
