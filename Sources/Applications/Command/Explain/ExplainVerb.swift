import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry

/// `connectivityctl explain`: like `check`, with the problem and advice, and with `--verbose` every step.
enum ExplainVerb: Verb {
    static let grammar = Grammar(
        name: "explain",
        summary: "Assess the Internet access once, and say what is wrong, what to do, and why.",
        options: PipelineOptions.grammar.printingAssessments + [
            .value(
                "bundle",
                "FILE",
                "also write the evidence to FILE (- is standard output), without secrets, for a support case"
            ),
            .value("read", "FILE", "explain a saved file again, and ask nothing"),
            .flag("witnesses", "ask well-known hosts even if all endpoints are your own"),
            .flag("verbose", "also print each probe, the rules, and what watching costs", letter: "v"),
        ],
        notes: """
            The first line has the access, the cause, how sure it is, and what to do; at most three lines with the evidence
            follow. If the access is not online, explain asks more to rule causes out: this device for its routes, the gateway and the
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
        let found = try await SingleDiagnosis.make(
            configuration,
            within: nil,
            asksWitnesses: arguments.has("witnesses"),
            arguments.requireInterface,
            console
        )
        let evidence = found.evidence ?? DiagnosticEvidence(found.assessment)
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
        let isBrief = arguments.all("json").last == "brief"
        let isJSON = arguments.has("json")
        let isWhole = isJSON || arguments.has("verbose")
        let isShort = console.isTerminal && !isWhole
        let answer = diagnosis.answer(to: assessment, sentences, isShort: isShort)
        let asYet = assessment.butSlow + (assessment.isFinal ? "" : " (preliminary)")
        // The last step is the advice, which the answer contains.
        let steps = assessment.explanation(sentences).dropLast()
        func everything() -> [String] {
            let cost = WatchingCost(configuration, knowing: assessment).map(\.sentence)
            let why = diagnosis.causes.isEmpty ? [] : diagnosis.reasons(sentences)
            let judging = assessment.paths.flatMap { configuration.rules.judgingSentences(of: $0, sentences) }
            return why + steps + judging + [cost].compactMap(\.self)
        }
        if isBrief {
            try console.printJSON(AssessmentBrief(assessment, text: answer, causedBy: diagnosis.causes.first))
        } else if isJSON {
            let text = assessment.conclusion(sentences)
            let document = AssessmentDocument(assessment, decidedBy: configuration, text: text)
            let output = Output(
                explanation: ["\(assessment.access.name)\(asYet): \(answer)"] + everything(),
                diagnosis: diagnosis,
                assessment: document,
                answers: evidence.answers
            )
            try console.printJSON(output)
        } else {
            console.print("\(console.coloured(access: assessment.access.name))\(asYet): \(answer)")
            if isWhole {
                for (index, sentence) in everything().enumerated() { console.print("\(index + 1). \(sentence)") }
            } else {
                let lines = diagnosis.summary(sentences, without: assessment.access.portal)
                for line in lines { console.print("  \(line)") }
            }
            console.printObservations(assessment.observations)
        }
        return ExitStatus(assessment.access)
    }
}
