import CRevision
public import ConnectivityCommandTools
import ConnectivityDiagnosis
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityPluginHost
public import ConnectivityRegistry
import ConnectivityToolkit

/// The command line tool as a library, for tests in their own process and for commands that add plugins.
///
/// A command with an additional plugin takes three lines:
///
/// ```swift
/// let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()), plugins: [ExamplePlugin.self])
/// exit(status.rawValue)
/// ```
public enum CommandLineTool: Sendable {
    /// The version that the command prints.
    public static let version = PackageVersion.current

    /// Runs one command to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words after the command's own name.
    ///   - console: Writes the output and provides the environment.
    ///   - plugins: The plugins whose components are available in addition to the components of this build.
    /// - Returns: The exit status for the process.
    public static func run(
        _ arguments: [String],
        console: Console = .process,
        plugins: [any ConnectivityPlugin.Type] = []
    ) async -> ExitStatus {
        OuterDeadline.answerMonitoring(isForNagios(arguments))
        let status = await runVerb(arguments, console: console, plugins: plugins)
        console.progress.end()
        return console.hasFailed() ? .noOutput : status
    }

    private static func runVerb(
        _ arguments: [String],
        console: Console,
        plugins: [any ConnectivityPlugin.Type]
    ) async -> ExitStatus {
        do {
            var console = console
            console.registry = try .standard(
                adding: [EmulationPlugin.self, DiagnosisPlugin.self, ProgramsPlugin.self] + plugins
            )
            guard let word = arguments.first else {
                throw CommandError.usage("missing command; \(listing)")
            }
            switch word {
            case "--version", "-V", "version":
                console.print(versionLine)
                return .success
            case "--help", "-h", "help":
                guard arguments.count > 1, word == "help" else {
                    console.print(overview)
                    return .success
                }
                console.print(try help(on: arguments.dropFirst()))
                return .success
            default:
                if ["--help", "-h"].contains(arguments.dropFirst().first), !members(of: word).isEmpty {
                    console.print(try help(on: arguments.prefix(1)))
                    return .success
                }
                let (verb, rest) = try verb(named: arguments[...])
                let parsed = try Arguments(Array(rest), grammar: verb.grammar)
                if parsed.wantsHelp {
                    console.print(verb.grammar.help)
                    return .success
                }
                if parsed.has("quiet") { (console.progress, console.print) = (.hidden, { _ in }) }
                if !verb.readsDefaultFiles(parsed) { console.defaultFolders = [] }
                do {
                    return try await run(verb, parsed, console)
                } catch {
                    guard let status = verb.answer(to: error, parsed, console) else { throw error }
                    return status
                }
            }
        } catch {
            if isForNagios(arguments) { return NagiosReport(error).print(console) }
            let error = CommandError(cause: error)
            // Names of files, interfaces and components can contain any character.
            console.printError("connectivityctl: \(error.text.printable(limit: 4000))")
            return error.status
        }
    }

    /// Whether the words ask for the format of monitoring systems, which read standard output alone, also of wrong usage.
    private static func isForNagios(_ words: [String]) -> Bool {
        let options = words.prefix { $0 != "--" }
        let isNamed = zip(options, options.dropFirst()).contains { $0 == ("--format", "nagios") }
        return ["check", "gate"].contains(options.first) && (isNamed || options.contains("--format=nagios"))
    }

    /// Runs a command within its time limit.
    private static func run(
        _ verb: any Verb.Type,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ExitStatus {
        let deadline = verb.grammar.has(CommandDeadline.option) ? try CommandDeadline.begin(arguments) : nil
        return try await CommandDeadline.$current.withValue(deadline) {
            defer {
                if let line = deadline?.line, !arguments.has("quiet") { console.printError("connectivityctl: \(line)") }
            }
            guard !verb.managesPrograms else { return try await verb.run(arguments, console) }
            let file = try ConfigurationFile.chosen(arguments, console)
            return try await PluginPrograms.running(file, console) { try await verb.run(arguments, $0) }
        }
    }

    /// The version and, if known, the commit, for `--version`.
    static var versionLine: String {
        let commit = unsafe String(cString: connectivity_revision())
        return "connectivityctl \(version)\(commit.isEmpty ? "" : " (\(commit))")"
    }

    /// All commands, in the order of their subjects: a network, a service, recordings, plugins, and the command itself.
    static var verbs: [any Verb.Type] {
        var verbs: [any Verb.Type] = [
            CheckVerb.self, ExplainVerb.self, WatchVerb.self, StatusVerb.self, WaitVerb.self,
            GateVerb.self, PortalVerb.self, SignInVerb.self,
        ]
        #if os(Linux)
        verbs += [OpenVerb.self]
        #endif
        verbs += [SignInRecord.self, SignInCheck.self]
        verbs += [
            ReportVerb.self, DoctorVerb.self, RespondVerb.self, InterfacesVerb.self, DemoVerb.self,
            EmulateVerb.self, ClassifyVerb.self, FixtureRecordVerb.self, FixtureServeVerb.self,
            FixtureVerifyVerb.self, FixtureExpectVerb.self, FixtureImportVerb.self, PluginsVerb.self,
        ]
        #if os(Linux)
        verbs += [PluginNewVerb.self, PluginCheckVerb.self, PluginTryVerb.self]
        #endif
        return verbs + [SchemaVerb.self, CompletionsVerb.self, ManualVerb.self]
    }

    private static let listing = "connectivityctl --help lists them all"

    /// Returns the two-word commands that begin with a word.
    private static func members(of word: String) -> [any Verb.Type] {
        verbs.filter { $0.grammar.name.hasPrefix("\(word) ") }
    }

    /// Returns the command at the beginning of the words, and the remaining words.
    private static func verb(
        named words: ArraySlice<String>
    ) throws(CommandError) -> (any Verb.Type, rest: ArraySlice<String>) {
        let word = words.first ?? ""
        // An option is not a second word of a name: creating the grammars of all commands takes as long as a check.
        if let second = words.dropFirst().first, !second.hasPrefix("-"),
            let verb = verbs.first(where: { $0.grammar.name == "\(word) \(second)" })
        {
            return (verb, words.dropFirst(2))
        }
        if let verb = verbs.first(where: { $0.grammar.name == word }) { return (verb, words.dropFirst()) }
        let members = members(of: word)
        guard members.isEmpty else {
            guard let second = words.dropFirst().first else {
                let names = members.map { $0.grammar.name }.joined(separator: ", ")
                throw .usage("\(word): missing command; use one of: \(names)")
            }
            throw unknown("\(word) \(second)", among: members)
        }
        throw unknown(word, among: verbs)
    }

    private static func unknown(_ word: String, among verbs: [any Verb.Type]) -> CommandError {
        let isOption = word.hasPrefix("-")
        let names = verbs.map { $0.grammar.name }
        let nearest = (isOption ? ["--help", "--version"] : names + ["help", "version"]).nearest(to: word)
        let what = "unknown \(isOption ? "option" : "command") \"\(word.printable(limit: 40))\""
        return .usage("\(what); \(nearest.map { "did you mean \($0)?" } ?? listing)")
    }

    /// Returns the help for a command, or a list of the commands that begin with the word.
    private static func help(on words: ArraySlice<String>) throws(CommandError) -> String {
        let members = members(of: words.first ?? "")
        guard words.count == 1, !members.isEmpty else { return try verb(named: words).0.grammar.help }
        let own = verbs.first { $0.grammar.name == words.first }.map { "\($0.grammar.help)\n\n" } ?? ""
        return own + list(members) + "\n\n\"connectivityctl <command> --help\" lists the options of a command."
    }

    private static func list(_ verbs: [any Verb.Type]) -> String {
        WrappedText.table(verbs.map { (name: "  \($0.grammar.name)", text: $0.grammar.summary) })
    }

    private static var overview: String {
        """
        \(purpose)

        usage: connectivityctl <command> [options]

        \(list(verbs))

        \(WrappedText.paragraphs(hint))

        \(WrappedText.paragraphs(statuses))
        """
    }

    static let purpose = "Checks whether this computer really has Internet access, and if not, why."
    private static let hint = """
        "connectivityctl <command> --help" lists the options of a command; "--version" prints the version.
        """
    static let statuses = """
        Exit status: 0 online or done, 1 partial, 2 captive, 3 blocked, 4 unreachable, 5 disconnected,
        6 still determining, 7 a saved assessment or recording differs; 64 wrong usage, 65 invalid input,
        66 file not found or unreadable, 69 no running service, 70 internal error or shortage, 73 output not writable,
        75 gate closed, 78 invalid configuration, 124 timed out.
        """
}
