import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityText

/// How a command prints assessments: the options `--json`, `--format`, `--quiet` and `--utc`.
struct AssessmentOutput: Sendable {
    enum Form: Sendable {
        case text, json, brief, nagios, nothing
        case fields(FieldTemplate)
    }

    let form: Form
    let zone: CivilZone

    /// The option of formats, with all fields in its help; `names` are the formats that have a name.
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

    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - hasNagios: Whether the command has the format of monitoring systems.
    /// - Throws: A usage error.
    init(_ arguments: Arguments, hasNagios: Bool = false) throws(CommandError) {
        zone = arguments.has("utc") ? .utc : .local
        let json: Form? = arguments.has("json") ? (arguments.all("json").last == "brief" ? .brief : .json) : nil
        let written = try arguments.text("format")
        let format: Form? =
            if let written, written.contains("{") {
                .fields(try FieldTemplate(written, arguments))
            } else {
                try written == nil ? nil : Self.named(arguments, hasNagios)
            }
        if let json, let format, let written {
            guard case .json = format else {
                throw arguments.usage("--json and --format \(written.printable(limit: 60)) cannot be combined")
            }
            form = arguments.has("quiet") ? .nothing : json
        } else {
            form = arguments.has("quiet") ? .nothing : json ?? format ?? .text
        }
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

    /// Whether results are for people.
    var isText: Bool { if case .text = form { true } else { false } }

    /// Whether no result is printed.
    var isQuiet: Bool { if case .nothing = form { true } else { false } }

    /// Prints an assessment for programs, as one line; nothing if the form is another one.
    func print(
        _ assessment: Assessment,
        decidedBy configuration: PipelineConfiguration,
        services: [ServiceReport] = [],
        _ console: Console
    ) throws(CommandError) {
        let text = assessment.conclusion(console.registry.sentences)
        switch form {
        case .json:
            let document = AssessmentDocument(assessment, decidedBy: configuration, services: services, text: text)
            try console.printJSON(document)
        case .brief, .fields: try print(AssessmentBrief(assessment, text: text), console)
        case .text, .nagios, .nothing: return
        }
    }

    /// Prints the short form of an assessment, or its fields; nothing if the form is another one.
    func print(_ brief: AssessmentBrief, _ console: Console) throws(CommandError) {
        switch form {
        case .brief: try console.printJSON(brief)
        case .fields(let template): console.print(template.text(brief, zone, at: .now))
        case .text, .json, .nagios, .nothing: return
        }
    }
}

extension [Grammar.Option] {
    /// The options of a command that prints assessments: its `--json` has a short form.
    var printingAssessments: [Grammar.Option] {
        map { option in
            guard option.name == "json" else { return option }
            return .flag("json", "print JSON; --json=brief is at most 1 KB", variants: ["brief"])
        }
    }
}
