import ConnectivityCommandTools

/// One command of the tool.
protocol Verb {
    /// The arguments that the command accepts, and its help.
    static var grammar: Grammar { get }

    /// Runs the command.
    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus

    /// Whether the command itself starts and ends the plugin programs of its configuration.
    static var managesPrograms: Bool { get }

    /// Whether the command reads the configuration of this device with these arguments; by default, if it has the option
    /// `no-config` and no option selects a configuration.
    static func readsDefaultFiles(_ arguments: Arguments) -> Bool

    /// Prints an error in a separate form, and returns the exit status; `nil` for the usual form.
    static func answer(to error: any Error, _ arguments: Arguments, _ console: Console) -> ExitStatus?
}

extension Verb {
    static var managesPrograms: Bool { false }

    static func answer(to error: any Error, _ arguments: Arguments, _ console: Console) -> ExitStatus? { nil }

    static func readsDefaultFiles(_ arguments: Arguments) -> Bool { namesNoConfiguration(arguments) }

    /// Whether the command can read a configuration, and no option selects one.
    static func namesNoConfiguration(_ arguments: Arguments) -> Bool {
        let isReader = grammar.options.contains { $0.name == "no-config" }
        return isReader && !arguments.has("no-config") && arguments.all("config").isEmpty
    }
}
