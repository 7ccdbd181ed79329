/// The arguments that a command accepts.
struct Grammar {
    struct Option {
        var name: String
        /// The placeholder for the value in the help; `nil` for an option without a value.
        var value: String?
        var help: String
        /// The letter of the option after a single hyphen, if any.
        var letter: Character?
        /// The possible values of an option without a required value, after an equals sign.
        var variants: [String] = []

        static func flag(
            _ name: String,
            _ help: String,
            letter: Character? = nil,
            variants: [String] = []
        ) -> Option {
            Option(name: name, value: nil, help: help, letter: letter, variants: variants)
        }

        static func value(_ name: String, _ value: String, _ help: String) -> Option {
            Option(name: name, value: value, help: help)
        }
    }

    var name: String
    var summary: String
    /// The placeholder for the operands in the help; `nil` without operands.
    var operands: String?
    var options: [Option] = []
    /// Further help, printed at the end.
    var notes = ""

    /// Whether the command accepts an option, with the same meaning.
    func has(_ option: Option) -> Bool { options.contains { $0.name == option.name && $0.help == option.help } }

    /// The options in this help, and the paragraph about the options in the help of `check`.
    var explained: (options: [Option], others: String?) {
        let asking = PipelineOptions.settings.filter { $0.name != "json" }
        guard name != "check", asking.allSatisfy(has) else { return (options, nil) }
        let names = asking.map { "--\($0.name)" }.joined(separator: ", ")
        return (
            options.filter { option in !asking.contains { $0.name == option.name } },
            "What is asked, and how, is stated as for check: \(names). See connectivityctl check --help."
        )
    }

    var help: String {
        let (options, others) = explained
        let all = options + [.flag("help", "print this help")]
        let rows = all.map { option in
            let letter = option.letter.map { "-\($0), " } ?? ""
            return (name: "  \(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")", text: option.help)
        }
        let words = ["usage: connectivityctl", name, self.options.isEmpty ? "" : "[options]", operands ?? ""]
        let paragraphs = [others ?? "", notes].filter { !$0.isEmpty }.map { "\n\n\(WrappedText.paragraphs($0))" }
        let usage = words.joined(separator: " ")
        return """
            \(WrappedText.paragraphs(summary))

            \(usage.wrapped(to: WrappedText.width).joined(separator: "\n           "))

            \(WrappedText.table(rows))\(paragraphs.joined())
            """
    }
}
