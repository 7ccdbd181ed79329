import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl classify`: prints the verdict on recorded responses.
enum ClassifyVerb: Verb {
    static let grammar = Grammar(
        name: "classify",
        summary: "Judge recorded raw HTTP responses, such as curl -i writes them.",
        operands: "FILE...",
        options: [.value("url", "URL", "the URL that was asked; a built-in endpoint's brings its expectation")]
            + Expectation.grammar + [
                .value("assessment", "FILE", "decide the assessments again that check or watch printed with --json"),
                .flag("json", "print one JSON object a file or assessment, in the order given"),
            ],
        notes: """
            A FILE of - is standard input. Without --url, a recording's own "# url:" line counts; without either, the
            response is judged for the signs of a portal alone. With --assessment, the exit status is 7 if one says
            something else than what follows from its own record.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let assessments = arguments.all("assessment")
        guard assessments.isEmpty else { return try AssessmentReplay.run(assessments, arguments, console) }
        guard !arguments.operands.isEmpty else { throw arguments.usage("name at least one file, or -") }
        let url = try arguments.url("url")
        let expectation = try Expectation.validator(arguments, console.registry)
        for path in arguments.operands {
            let recording = try Recording(file: path)
            let verdict = recording.verdict(at: url, expecting: expectation)
            if arguments.has("json") {
                try console.printJSON(verdict)
            } else {
                let name = arguments.operands.count > 1 ? "\(path.printable(limit: 200)): " : ""
                console.print("\(name)\(verdict.finding.rawValue): \(verdict.line(console.registry.sentences))")
            }
        }
        return .success
    }
}

extension Verdict {
    fileprivate func line(_ sentences: Sentences) -> String {
        "\(sentences.sentence(for: reason))\(portal.map { "; \($0.advice)" } ?? "")"
    }
}
