import ConnectivityCommandTools

extension ConfigurationFile {
    /// Returns the configuration in an option, or the default one; `nil` if there is no such file.
    static func chosen(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ConfigurationFile? {
        guard let path = try arguments.text("config") else { return try usual(console) }
        guard !arguments.has("no-config") else {
            throw arguments.usage("--config and --no-config cannot be combined")
        }
        return try ConfigurationFile(path)
    }
}
