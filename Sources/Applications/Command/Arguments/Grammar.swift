/// The arguments that a command accepts.
struct Grammar {
    struct Option {
        var name: String
        /// The placeholder for the value in the help; `nil` for an option without a value.
        var value: String?
        var help: String
        /// The letter that stands for the option after one hyphen, if there is one.
        var letter: Character?
        /// The values that an option without a value may have after an equals sign.
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

    var help: String {
        let all = options + [.flag("help", "print this help")]
        let rows = all.map { option in
            let letter = option.letter.map { "-\($0), " } ?? ""
            return (name: "  \(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")", text: option.help)
        }
        let words = ["usage: connectivityctl", name, options.isEmpty ? "" : "[options]", operands ?? ""]
        let usage = words.joined(separator: " ")
        return """
            \(WrappedText.paragraphs(summary))

            \(WrappedText.lines(usage).joined(separator: "\n           "))

            \(WrappedText.table(rows))\(notes.isEmpty ? "" : "\n\n\(WrappedText.paragraphs(notes))")
            """
    }
}
