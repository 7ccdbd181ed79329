import ConnectivityCommandTools

extension Log {
    static let grammar: [Grammar.Option] = [
        .flag("quiet", "print nothing but errors, for a configuration with notifiers", letter: "q"),
        .flag("verbose", "also report each round and each look, on standard error", letter: "v"),
    ]

    init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
        guard !arguments.has("quiet") || !arguments.has("verbose") else {
            throw arguments.usage("--quiet and --verbose cannot be combined")
        }
        self.init(arguments.has("quiet") ? .error : arguments.has("verbose") ? .info : .notice, console)
    }
}
