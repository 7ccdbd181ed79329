import ConnectivityCommandTools

extension CommandDeadline {
    static let option = Grammar.Option.value(
        "timeout",
        "TIME",
        "end after this time with what is known by then (default: when all is known)"
    )

    /// Starts the time limit of the option; `nil` without it.
    static func begin(_ arguments: Arguments) throws(CommandError) -> CommandDeadline? {
        guard let limit = try arguments.time(option.name, in: CheckTimes.limits) else { return nil }
        guard arguments.all("for").isEmpty else { throw arguments.usage("--timeout and --for cannot be combined") }
        return CommandDeadline(limit)
    }
}
