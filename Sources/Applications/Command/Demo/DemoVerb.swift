import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

/// `connectivityctl demo`: runs the real pipeline against a captive gateway on loopback.
enum DemoVerb: Verb {
    static let grammar = Grammar(
        name: "demo",
        summary: "Simulate a captive network from unreachable to online and back, without using a network.",
        options: [.flag("json", "print only the assessments, one JSON object per line")],
        notes: """
            A small gateway on 127.0.0.1 answers for every host, as captive gateways do. The probes are real: libcurl sends
            them for the real URLs, but connects to the gateway's port. The demo takes 5 to 9 seconds. The exit status is 0
            only if every expected state was seen.
            """
    )

    /// The required states, in order.
    private static let expected = ["unreachable", "captive", "online", "captive"]
    private static let limit: Duration = .seconds(9)

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let isJSON = arguments.has("json")
        let gateway = try DemoGateway()
        defer { gateway.close() }
        let options = ["connectTo": "127.0.0.1:\(gateway.port)"]
        let prober = try console.registry.platformProber(options: options)
        var configuration = PipelineConfiguration(registry: console.registry)
        configuration.source = StaticInterfaceSource(Story.snapshot)
        configuration.prober = prober
        configuration.schedule = RoundSchedule(
            interval: .milliseconds(250),
            captive: RoundSchedule.Backoff(first: .milliseconds(250), maximum: .milliseconds(250)),
            retry: RoundSchedule.Backoff(first: .milliseconds(250), maximum: .milliseconds(250))
        )
        configuration.limits = ProbeRequest.Limits(total: .seconds(2))
        configuration.endpoints = [.apple, .google, .microsoft, .mozilla]
        let story = Story(
            gateway: gateway,
            prober: prober,
            configuration: configuration,
            console: console,
            isJSON: isJSON
        )
        let seen = try await play(story)
        guard seen == expected else {
            throw CommandError.software(
                "expected to see \(expected.joined(separator: ", ")), but saw \(seen.joined(separator: ", "))"
            )
        }
        return .success
    }

    /// Runs the pipeline and the story concurrently until the story or the time limit ends.
    private static func play(_ story: Story) async throws -> [String] {
        let recorder = AnnouncedAssessments()
        let newest = AssessmentUpdates()
        let pipeline = try Pipeline(story.configuration) {
            recorder
            newest
        }
        return try await withThrowingTaskGroup(of: [String]?.self) { group in
            group.addTask {
                try await pipeline.run()
                return nil
            }
            group.addTask {
                try await ContinuousClock().sleep(for: limit)
                return newest.newest.map { ["no change after \($0.access.name) within \(limit.inWholeMilliseconds)"] }
                    ?? []
            }
            group.addTask { try await story.follow(recorder, for: expected.count) }
            defer { group.cancelAll() }
            return try await (group.next() ?? nil) ?? []
        }
    }
}
