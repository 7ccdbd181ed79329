import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl explain`: like `check`, but prints every step and its reason.
enum ExplainVerb: Verb {
    static let grammar = Grammar(
        name: "explain",
        summary: "Assess the Internet access once and explain each step, from the local link to advice.",
        options: PipelineOptions.grammar,
        notes: "The exit status is that of check. --json prints \"explanation\" (a list) and \"assessment\"."
    )

    private struct Output: Encodable {
        var explanation: [String]
        var assessment: AssessmentDocument
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let configuration = try PipelineOptions.configuration(arguments, console)
        let assessment = try await CheckVerb.assessment(configuration)
        var explanation = assessment.explanation(console.registry.sentences)
        explanation.insert(configuration.validators.sentence, at: explanation.count - 1)
        if arguments.has("json") {
            let document = AssessmentDocument(assessment, decidedBy: configuration)
            try console.printJSON(Output(explanation: explanation, assessment: document))
        } else {
            for (index, sentence) in explanation.enumerated() { console.print("\(index + 1). \(sentence)") }
        }
        return ExitStatus(assessment.access)
    }
}
