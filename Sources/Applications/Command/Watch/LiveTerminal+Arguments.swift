import ConnectivityCommandTools

extension LiveTerminal {
    /// Returns the terminal if the option was given.
    /// - Throws: A usage error without a terminal, or with an option that prints lines.
    static func of(_ arguments: Arguments, _ console: Console) throws(CommandError) -> LiveTerminal? {
        guard arguments.has("live") else { return nil }
        for other in ["json", "quiet", "verbose"] where arguments.has(other) {
            throw arguments.usage("--live and --\(other) cannot be combined")
        }
        guard try arguments.text("heartbeat") == nil else {
            throw arguments.usage("--live and --heartbeat cannot be combined")
        }
        guard console.isScreen else {
            throw arguments.usage(
                "--live needs a terminal that can be drawn on; leave it out to print one line per change, or use --json"
            )
        }
        return try LiveTerminal(console)
    }
}
