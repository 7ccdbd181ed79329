import ConnectivityCommandTools
import ConnectivityKit

/// The options `--json`, `--format`, `--quiet` and `--utc`.
extension AssessmentOutput {
    /// The option of formats, with all fields in its help; `names` are the named formats.
    static func formatOption(_ names: String...) -> Grammar.Option {
        .value(
            "format",
            names.joined(separator: "|") + "|FIELDS",
            "\(names.contains("nagios") ? "nagios is one line for Nagios and its relatives; " : "")FIELDS is text with "
                + "\(FieldTemplate.list), such as '{access} {text}'"
        )
    }

    static let quietOption = Grammar.Option.flag("quiet", "print no result; the exit status has it", letter: "q")
    static let utcOption = Grammar.Option.flag("utc", "print times in UTC instead of the local time")

    /// Reads the options; `hasNagios` is whether the command has the format of monitoring systems.
    /// - Throws: A usage error.
    init(_ arguments: Arguments, hasNagios: Bool = false) throws(CommandError) {
        let json: Form? = arguments.has("json") ? (arguments.all("json").last == "brief" ? .brief : .json) : nil
        let written = try arguments.text("format")
        let format: Form? =
            if let written, written.contains("{") {
                .fields(try FieldTemplate(written, arguments.usage))
            } else {
                try written == nil ? nil : Self.named(arguments, hasNagios)
            }
        if json != nil, let format, let written {
            guard case .json = format else {
                throw arguments.usage("--json and --format \(written.printable(limit: 60)) cannot be combined")
            }
        }
        let form: Form = arguments.has("quiet") ? .nothing : json ?? format ?? .text
        self.init(form, arguments.has("utc") ? .utc : .local)
    }

    private enum Name: String, CaseIterable {
        case text, json
    }

    private enum NameOrNagios: String, CaseIterable {
        case text, json, nagios
    }

    private static func named(_ arguments: Arguments, _ hasNagios: Bool) throws(CommandError) -> Form {
        guard hasNagios else { return try arguments.choice("format", of: Name.self) == .json ? .json : .text }
        switch try arguments.choice("format", of: NameOrNagios.self) {
        case .json: return .json
        case .nagios: return .nagios
        case .text, nil: return .text
        }
    }
}

extension [Grammar.Option] {
    /// The options of a command that prints assessments, with a short form of `--json`.
    var printingAssessments: [Grammar.Option] {
        map { option in
            guard option.name == "json" else { return option }
            return .flag("json", "print JSON; --json=brief is at most 1 KB", variants: ["brief"])
        }
    }
}
