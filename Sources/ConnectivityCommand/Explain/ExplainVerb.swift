import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry

/// `connectivityctl explain`: like `check`, but prints every step and its reason.
enum ExplainVerb: Verb {
    static let grammar = Grammar(
        name: "explain",
        summary: "Assess the Internet access once, explain each step, and say what is wrong and what to do.",
        options: PipelineOptions.grammar.printingAssessments + [
            .value(
                "bundle",
                "FILE",
                "also write the evidence to FILE (- is standard output), without secrets, for a support case"
            ),
            .value("read", "FILE", "explain a saved file again, and ask nothing"),
            .flag("witnesses", "ask well-known hosts even if all endpoints are your own"),
        ],
        notes: """
            If the access is not online, explain asks more to rule causes out: this device for its routes, the gateway and the
            name servers, and the addresses 1.1.1.1, 8.8.8.8 and 9.9.9.9 over https. If it is, it asks Cloudflare and Google
            whether QUIC passes. If all endpoints are your own, nobody else is asked, unless --witnesses is given. The exit
            status is that of check. --json prints "explanation" (a list), "diagnosis", "assessment" and "answers".
            --read takes what --bundle wrote or --json printed.
            """
    )

    private struct Output: Encodable {
        var explanation: [String]
        var diagnosis: Diagnosis
        var assessment: AssessmentDocument
        var answers: [ProbeExchange]
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        if let file = try arguments.text("read") {
            let bundle = try DiagnosticBundle(file: file, console)
            return try printResult(bundle.evidence, decidedBy: bundle.configuration, arguments, console)
        }
        let output = try arguments.output("bundle")
        let configuration = try PipelineOptions.configuration(arguments, console)
        let start = Timestamp.now
        let evidence = try await evidence(configuration, arguments, console)
        if let output {
            let provenance = SessionRecording.Provenance(
                source: "explained by connectivityctl",
                recordedAt: start,
                tool: "connectivityctl \(CommandLineTool.version)"
            )
            let bundle = try DiagnosticBundle(
                evidence,
                decidedBy: configuration,
                provenance: provenance,
                registry: console.registry
            )
            try OutputFile.write(bundle.encoded(), to: output, reportingTo: console)
        }
        return try printResult(evidence, decidedBy: configuration, arguments, console.besides(output))
    }

    private static func printResult(
        _ evidence: DiagnosticEvidence,
        decidedBy configuration: PipelineConfiguration,
        _ arguments: Arguments,
        _ console: Console
    ) throws -> ExitStatus {
        let (assessment, diagnosis) = (evidence.assessment, Diagnosis(of: evidence))
        let sentences = console.registry.sentences
        var steps = assessment.explanation(sentences)
        // The advice of a diagnosis is better, but only the access knows where to sign in.
        let advice = steps.removeLast()
        let isSignIn = assessment.access.portal != nil && diagnosis.causes.first?.cause == .portal
        let answer = diagnosis.answer(advising: isSignIn ? advice : nil) ?? advice
        let cost = WatchingCost(configuration, knowing: assessment).map(\.sentence)
        let why = diagnosis.causes.isEmpty ? [] : diagnosis.reasons(sentences)
        let explanation =
            [answer] + why + steps + [configuration.validators.sentence] + [cost].compactMap(\.self)
        if arguments.all("json").last == "brief" {
            var brief = AssessmentBrief(assessment, text: answer)
            if let cause = diagnosis.causes.first?.cause { brief.cause = cause.rawValue }
            try console.printJSON(brief)
        } else if arguments.has("json") {
            let text = assessment.conclusion(sentences)
            let document = AssessmentDocument(assessment, decidedBy: configuration, text: text)
            let output = Output(
                explanation: explanation,
                diagnosis: diagnosis,
                assessment: document,
                answers: evidence.answers
            )
            try console.printJSON(output)
        } else {
            for (index, sentence) in explanation.enumerated() { console.print("\(index + 1). \(sentence)") }
        }
        return ExitStatus(assessment.access)
    }

    /// The time after which the network is assumed to be bad, and further probes start in parallel.
    private static let headStart = Duration.seconds(1)

    private static func evidence(
        _ written: PipelineConfiguration,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> DiagnosticEvidence {
        var configuration = written
        configuration.notifiers = []
        let prober = try configuration.wholeProber()
        let updates = AssessmentUpdates()
        let pipeline = try Pipeline(configuration) { updates }
        let scope = configuration.scope
        let hosts = (configuration.endpoints + configuration.pool).compactMap(\.url?.host)
        let asksWitnesses = arguments.has("witnesses") || hosts.contains { Endpoint.builtInHosts.contains($0) }
        let proxies = EnvironmentProxies.hosts(console.environment)
        @Sendable func evidence(on assessment: Assessment) -> DiagnosticEvidence {
            var evidence = DiagnosticEvidence(assessment, boundTo: scope.boundInterface)
            (evidence.asksWitnesses, evidence.proxies) = (asksWitnesses, proxies)
            return evidence
        }
        // If it is not awaited, it ends with this function.
        async let early = answers(besides: updates, scope, asking: prober, evidence(on:))
        let assessment = try await SingleAssessment.make(by: pipeline, configuration, updates)
        try assessment.requireInterface(arguments)
        var open = evidence(on: assessment)
        let isOpen = assessment.duration > headStart && !open.nextRequests(within: headStart).isEmpty
        if isOpen { open.answers = await early }
        return try await CommandDeadline.bounding { [open] in await Diagnosis.completing(open, asking: prober) }
    }

    /// The answers to the first further questions, if the round takes long.
    private static func answers(
        besides updates: AssessmentUpdates,
        _ scope: PathScope,
        asking prober: any Prober,
        _ evidence: @Sendable (Assessment) -> DiagnosticEvidence
    ) async -> [ProbeExchange] {
        guard scope == .defaultRoute || scope.boundInterface != nil else { return [] }
        var iterator = updates.makeAsyncIterator()
        guard let first = await iterator.next(), (try? await Task.sleep(for: headStart)) != nil else { return [] }
        return await Diagnosis.completing(evidence(first), asking: prober).answers
    }
}
