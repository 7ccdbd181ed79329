import ConnectivityCommandTools
import ConnectivityDiagnosis
import ConnectivityKit

/// `connectivityctl compare A B`: prints the differences between two saved diagnoses.
enum CompareVerb: Verb {
    static let grammar = Grammar(
        name: "compare",
        summary:
            "Print what differs between two saved diagnoses: the conclusion, the causes, the network and the answers.",
        operands: "FIRST SECOND",
        options: [
            .flag("verbose", "also print each answer of what was asked only in one of them", letter: "v"),
            .flag("json", "print JSON"), AssessmentOutput.quietOption,
        ],
        notes: """
            Each file is what explain --bundle wrote, or what explain --json or check --json printed. Both are decided again
            from their evidence. What was asked only in one of them is counted. Exit status: 0 if nothing differs, 7 if something does.
            """
    )

    private struct Output: Encodable {
        var differences: [DiagnosticBundle.Difference]
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 2 else { throw arguments.usage("name two files") }
        let bundles = try arguments.operands.map { try DiagnosticBundle(file: $0, console) }
        let differences = bundles[0].differences(from: bundles[1], sentences: console.registry.sentences)
        if arguments.has("json") {
            try console.printJSON(Output(differences: differences))
        } else if differences.isEmpty {
            console.print("nothing differs")
        } else {
            printText(bundles, differences, isWhole: arguments.has("verbose"), console)
        }
        return differences.isEmpty ? .success : .differs
    }
}

extension CompareVerb {
    /// Prints the two conclusions and the differences, and counts the questions in only one of the two.
    private static func printText(
        _ bundles: [DiagnosticBundle],
        _ differences: [DiagnosticBundle.Difference],
        isWhole: Bool,
        _ console: Console
    ) {
        let sentences = console.registry.sentences
        let lines = bundles.map { bundle in
            let assessment = bundle.evidence.assessment
            let answer = bundle.diagnosis.answer(to: assessment, sentences, isShort: console.isTerminal)
            return "\(console.coloured(access: assessment.access.name)): \(answer)"
        }
        let widthMax = 100
        if lines[0] == lines[1] {
            console.print("both:   \(lines[0])")
        } else {
            for (name, line) in zip(["first: ", "second:"], lines) { console.print("\(name) \(line)") }
        }
        console.print("")
        let single = differences.filter { $0.isAnswer && ($0.first == nil || $0.second == nil) }
        for difference in differences where isWhole || !single.contains(difference) {
            let none = difference.isAnswer ? "not asked" : "no"
            let (first, second) = (difference.first ?? none, difference.second ?? none)
            let line = "\(difference.subject): \(first) -> \(second)"
            if line.count <= widthMax {
                console.print(line)
            } else {
                for text in ["\(difference.subject):", "    - \(first)", "    + \(second)"] { console.print(text) }
            }
        }
        if single.isEmpty || isWhole { return }
        let counts = [
            ("first", single.count { $0.second == nil }), ("second", single.count { $0.first == nil }),
        ]
        let texts = counts.filter { $0.1 > 0 }.map { "asked only in the \($0.0): \($0.1)" }
        console.print("\n\(texts.joined(separator: "; ")) (--verbose lists them)")
    }
}
