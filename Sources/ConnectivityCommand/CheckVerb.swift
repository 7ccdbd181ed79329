import ConnectivityKit

/// `connectivityctl check`: one assessment, then the exit status tells.
enum CheckVerb: Verb {
    static let grammar = Grammar(
        name: "check",
        summary: "Assess the Internet access of this machine once.",
        options: PipelineOptions.grammar,
        notes:
            "Exit status: 0 online, 1 partial, 2 captive, 3 blocked, 4 unreachable, 5 disconnected, 6 still determining."
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let assessment = try await Self.assessment(configuration)
        if arguments.has("json") {
            try console.printJSON(AssessmentDocument(assessment, decidedBy: configuration))
        } else {
            console.print(assessment.line(console))
            if let evidence = assessment.evidence(console) { console.print("\n" + evidence) }
        }
        return ExitStatus(assessment.access)
    }

    /// Makes one assessment, or says that there is none at the deadline.
    static func assessment(
        _ configuration: PipelineConfiguration,
        telling notifier: (any Notifier)? = nil,
        observer: (@Sendable (ConnectivityMachine.Step) -> Void)? = nil
    ) async throws -> Assessment {
        let updates = AssessmentUpdates()
        var configuration = configuration
        // They are for pipelines that run on.
        configuration.notifiers = []
        do {
            let pipeline = try Pipeline(configuration) {
                updates
                if let notifier { notifier }
            }
            .observing { observer?($0) }
            // A round ends within the limit of its probes; the grace is for the interfaces to be read.
            return try await within(configuration.limits.total + .seconds(3)) { try await pipeline.assess() }
        } catch let error as PluginError {
            throw error
        } catch is CancellationError {
            // What is not the last word is none.
            if let newest = updates.newest, newest.isFinal { return newest }
            return Assessment(access: .determining, reason: .notYetJudged, startedAt: .now)
        } catch {
            throw CommandError.unobservable(error)
        }
    }

    /// Runs a body, which is cancelled at a deadline.
    private static func within<Value: Sendable>(
        _ limit: Duration,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await ContinuousClock().sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw CancellationError() }
            return value
        }
    }
}
