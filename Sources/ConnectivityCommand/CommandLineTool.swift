import ConnectivityKit

/// The command line as a library, so that tests can run it in their own process.
public enum CommandLineTool: Sendable {
    /// The version that the command prints.
    public static let version = "0.1.0"

    /// Runs one command to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words after the command's own name.
    ///   - console: Where text goes and where the environment comes from.
    /// - Returns: The exit status for the process.
    public static func run(_ arguments: [String], console: Console = .process) async -> ExitStatus {
        do {
            guard let word = arguments.first else { throw CommandError.usage("say what to do: \(verbList)") }
            switch word {
            case "--version", "version":
                console.print("connectivityctl \(version)")
                return .success
            case "--help", "-h", "help":
                guard arguments.count > 1, word == "help" else {
                    console.print(overview)
                    return .success
                }
                console.print(try verb(named: arguments[1]).grammar.help)
                return .success
            default:
                let verb = try verb(named: word)
                let parsed = try Arguments(Array(arguments.dropFirst()), grammar: verb.grammar)
                if parsed.wantsHelp {
                    console.print(verb.grammar.help)
                    return .success
                }
                return try await verb.run(parsed, console)
            }
        } catch {
            let error = CommandError(cause: error)
            console.printError("connectivityctl: \(error.text)")
            return error.status
        }
    }

    private static var verbs: [any Verb.Type] {
        [
            CheckVerb.self, ExplainVerb.self, WatchVerb.self, DemoVerb.self, ClassifyVerb.self, EmulateVerb.self,
            DetectorsVerb.self, InterfacesVerb.self, EndpointsVerb.self, PluginsVerb.self,
        ]
    }

    private static var verbList: String { verbs.map { $0.grammar.name }.joined(separator: ", ") }

    private static func verb(named word: String) throws(CommandError) -> any Verb.Type {
        if let verb = verbs.first(where: { $0.grammar.name == word }) { return verb }
        let nearest = Grammar.nearest(to: word, among: verbs.map { $0.grammar.name }).map { "; did you mean \($0)?" }
        throw CommandError.usage(
            "there is no command \"\(word.printable(limit: 40))\"\(nearest ?? ", but: \(verbList)")"
        )
    }

    private static var overview: String {
        let width = verbs.map { $0.grammar.name.count }.max() ?? 0
        let lines = verbs.map { verb in
            "  \(verb.grammar.name.padded(to: width))  \(verb.grammar.summary)"
        }
        return """
            Is the Internet really there, and if not, what stands in between?

            usage: connectivityctl <command> [options]

            \(lines.joined(separator: "\n"))

            "connectivityctl <command> --help" tells the options of a command; "--version" the version.
            Exit status: 0 online or done, 1 partial, 2 captive, 3 blocked, 4 unreachable, 5 disconnected,
            6 still determining, 7 a saved assessment differs; 64 wrong usage, 65 bad input, 66 no such input, 70 a fault of
            this program, 78 bad configuration.
            """
    }
}

/// One word of the command line.
protocol Verb {
    /// What the word takes, and its help.
    static var grammar: Grammar { get }

    /// Does what the word says.
    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus
}
