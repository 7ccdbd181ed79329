import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl explain`: like `check`, but prints every step and its reason.
enum ExplainVerb: Verb {
    static let grammar = Grammar(
        name: "explain",
        summary: "Assess the Internet access once, explain each step, and say what is wrong and what to do.",
        options: PipelineOptions.grammar,
        notes: """
            If the access is not online, explain asks more to rule causes out: the gateway and the name servers for echoes and
            for a name, and the addresses 1.1.1.1 and 8.8.8.8 over https. The exit status is that of check. --json prints
            "explanation" (a list), "diagnosis" and "assessment".
            """
    )

    private struct Output: Encodable {
        var explanation: [String]
        var diagnosis: Diagnosis
        var assessment: AssessmentDocument
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let assessment = try await CheckVerb.assessment(configuration)
        let prober = try configuration.wholeProber()
        let diagnosis = Diagnosis(of: await Diagnosis.evidence(on: assessment, asking: prober))
        let sentences = console.registry.sentences
        var explanation = assessment.explanation(sentences)
        // The advice of a diagnosis is better, but only the access knows where to sign in.
        var advice = [explanation.removeLast()]
        if !diagnosis.causes.isEmpty {
            let told = diagnosis.explanation(sentences)
            advice = told.dropLast() + (assessment.access.portal == nil ? told.suffix(1) : advice[...])
        }
        explanation += [configuration.validators.sentence] + advice
        if arguments.has("json") {
            let document = AssessmentDocument(assessment, decidedBy: configuration)
            try console.printJSON(Output(explanation: explanation, diagnosis: diagnosis, assessment: document))
        } else {
            for (index, sentence) in explanation.enumerated() { console.print("\(index + 1). \(sentence)") }
        }
        return ExitStatus(assessment.access)
    }
}
