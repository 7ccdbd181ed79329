import ConnectivityCommandTools

/// The output formats of a verb, with their names for `--format`.
protocol OutputFormat: RawRepresentable<String>, CaseIterable, Equatable {
    static var text: Self { get }
    static var json: Self { get }
}

/// The formats of verbs that check many recordings.
enum BuildFormat: String, OutputFormat {
    case text, json, junit, github

    static let option = Grammar.Option.value(
        "format",
        "text|json|junit|github",
        "json is the same as --json; junit is JUnit XML; github marks files in GitHub's workflows"
    )
}

extension Arguments {
    /// Returns the format of the option; `--json` is short for `--format json`.
    func format<Format: OutputFormat>(_ type: Format.Type = Format.self) throws(CommandError) -> Format {
        guard let format = try choice("format", of: Format.self) else { return has("json") ? .json : .text }
        guard format == .json || !has("json") else {
            throw usage("--json and --format \(format.rawValue) cannot be combined")
        }
        return format
    }
}
