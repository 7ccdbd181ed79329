import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityWire

/// `connectivityctl sign-in`: signs in once at the portal of this network, according to the configuration.
enum SignInVerb: Verb {
    static let grammar = Grammar(
        name: "sign-in",
        summary: "Sign in at the portal of this network once, as the configuration says.",
        options: [
            .flag("show", "submit nothing; print the requests until then, and what would be sent"),
            .flag("log-off", "end the session of the network instead, if the agent can"),
        ] + PipelineOptions.settings,
        notes: """
            The network is assessed as by check. If a portal is there, the first "companion.sign-in" of the configuration that
            matches the network and the portal says which agent signs in, and which secret goes to which host. Then the network is
            assessed again: only that shows whether this device is let through. Without a rule nothing is sent; open lets a
            person sign in. Exit status: that of the last check.
            """
    )

    private struct Answer: Encodable {
        var version = WireForm.version
        var signIns: [SignInReport]
        var access: InternetAccess.Name
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard !(arguments.has("show") && arguments.has("log-off")) else {
            throw arguments.usage("--show and --log-off cannot be combined: a log-off is sent at once")
        }
        let configuration = try PipelineOptions.configurationOfNetwork(arguments, console)
        let isJSON = arguments.has("json")
        let first = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        if !isJSON { console.print(first.line(console)) }
        if !isJSON, first.access.portal != nil {
            let obstacles = SignInObstacles.all(first.snapshot, configuration, console.environment)
            for obstacle in obstacles { console.print("note: \(obstacle.reason)") }
        }
        let reports = try await SignInAttempt.make(configuration, at: first, arguments, console)
        if !isJSON, reports.isEmpty { console.print(SignInAttempt.advice(configuration, at: first)) }
        var last = first
        if !reports.isEmpty, !arguments.has("show") {
            last = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
            if !isJSON { console.print(last.line(console)) }
        }
        if isJSON { try console.printJSON(Answer(signIns: reports, access: InternetAccess.Name(last.access))) }
        return ExitStatus(last.access)
    }
}

/// One attempt of the agents of a configuration, for commands.
enum SignInAttempt {
    /// Runs the agents for the portals of an assessment, and prints their steps unless `--json` is given.
    /// - Returns: The reports; empty without a portal or a rule for it.
    static func make(
        _ configuration: PipelineConfiguration,
        at assessment: Assessment,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> [SignInReport] {
        guard let agents = configuration.signIn else { return [] }
        var configuration = configuration
        configuration.notifiers = []
        let pipeline = try Pipeline(configuration)
        console.progress.show("signing in")
        let isShown = arguments.has("show")
        let tools = pipeline.tools
        let reports =
            arguments.has("log-off")
            ? await agents.logOffs(after: assessment, with: tools)
            : await agents.attempts(at: assessment, with: tools, isShown: isShown)
        console.progress.end()
        guard !arguments.has("json") else { return reports }
        let sentences = console.registry.sentences
        for report in reports {
            for step in report.stepLines(sentences) { console.print("  \(step)") }
            console.print(report.line(sentences))
        }
        return reports
    }

    /// The advice if no agent ran.
    static func advice(_ configuration: PipelineConfiguration, at assessment: Assessment) -> String {
        guard assessment.paths.contains(where: { $0.access.portal != nil }) else { return "nothing to sign in to" }
        let rules =
            configuration.signIn == nil ? "the configuration has no companion.sign-in" : "no companion.sign-in matches"
        return "\(rules); \"connectivityctl open\" opens the page for a person"
    }
}
