import ConnectivityCommandTools
import ConnectivityKit

/// `connectivityctl wait`: ends when this device has the required access.
enum WaitVerb: Verb {
    static let grammar = Grammar(
        name: "wait",
        summary: "Wait until this device has the access that is asked for, or until a time limit.",
        options: [
            AccessList.grammar, .value("timeout", "TIME", "give up after this time (default: never)"),
            AssessmentOutput.formatOption("text", "json"), RunningService.grammar,
            .flag("quiet", "print nothing, except for errors", letter: "q"), AssessmentOutput.utcOption,
        ] + PipelineOptions.settings.printingAssessments,
        notes: """
            A running service says what it knows each second, if no option changes what is asked and its last round is recent.
            Otherwise the network is assessed at once, after each change, and by the schedule of the configuration, as by watch; its
            notifiers do not run. A preliminary result does not end the wait. Services are asked once, after it. Exit status: 0 the access is there, 124 the time
            is over; with --json or
            fields, the newest assessment is printed in both cases.
            """
    )

    /// A month; a longer wait counts as unlimited.
    private static let longest = Duration.seconds(2_678_400)
    /// The pause between two questions to a running service.
    private static let pause = Duration.seconds(1)

    private indirect enum Outcome: Sendable {
        case reached(Assessment)
        case timedOut
        case ended
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let wanted = try AccessList(arguments)
        let output = try AssessmentOutput(arguments)
        let limit = try arguments.time("timeout", in: .zero...longest)
        let start = ContinuousClock.now
        while let answer = try await RunningService.knowledge(for: output, arguments, console) {
            if wanted.isMet(by: answer) {
                _ = try answer.print(output, console)
                return .success
            }
            let left = limit.map { $0 - (.now - start) } ?? pause
            guard left > .zero else {
                return try timeOut(wanted, limit, output, answer.line(console.withoutColours, .utc))
            }
            try await ContinuousClock().sleep(for: min(left, pause))
        }
        var configuration = try PipelineOptions.configuration(arguments, console)
        configuration.notifiers = []
        let updates = AssessmentUpdates()
        let pipeline = console.progress.following(try Pipeline(configuration) { updates }, isRepeated: true)
        let left = limit.map { max(.zero, $0 - (.now - start)) }
        let outcome = try await CommandError.observing {
            try await Self.outcome(of: pipeline, updates, wanted, left, arguments, console)
        }
        var newest = if case .reached(let assessment) = outcome { assessment } else { pipeline.lastAssessment }
        // The wait ends before the answers of companions, so they run once more, within the remaining time.
        if case .reached = outcome, !configuration.companions.isEmpty, !output.isQuiet {
            let rest = min(limit ?? longest, longest) - (ContinuousClock.now - start)
            let asking = console.progress.following(try Pipeline(configuration))
            newest?.observations = (try? await asking.assess(within: max(.zero, rest)))?.observations ?? []
        }
        if let newest { try output.print(newest, decidedBy: configuration, console) }
        switch outcome {
        case .reached(let assessment):
            if output.isText {
                console.print(assessment.line(console))
                console.printObservations(newest?.observations ?? [])
            }
            return .success
        case .timedOut:
            return try timeOut(wanted, limit, output, newest?.line(console.withoutColours))
        case .ended:
            throw CommandError.software("the source of interfaces ended before this device was \(wanted)")
        }
    }

    private static func timeOut(
        _ wanted: AccessList,
        _ limit: Duration?,
        _ output: AssessmentOutput,
        _ line: String?
    ) throws(CommandError) -> ExitStatus {
        if output.isQuiet { return .timedOut }
        let state = line.map { ": \($0)" } ?? ""
        throw CommandError(status: .timedOut, text: "not \(wanted) within \((limit ?? .zero).text)\(state)")
    }

    private static func outcome(
        of pipeline: Pipeline,
        _ updates: AssessmentUpdates,
        _ wanted: AccessList,
        _ limit: Duration?,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask {
                var isFirst = true
                for await assessment in updates {
                    // The interface may be plugged in later.
                    if isFirst, let fault = try arguments.missingInterface(assessment), !arguments.has("quiet") {
                        console.printError("connectivityctl: \(fault); waiting for it")
                    }
                    isFirst = false
                    if wanted.isMet(by: assessment) { return .reached(assessment) }
                }
                return .ended
            }
            group.addTask {
                try await pipeline.run()
                return .ended
            }
            if let limit {
                group.addTask {
                    try await ContinuousClock().sleep(for: limit)
                    return .timedOut
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .ended
        }
    }
}
