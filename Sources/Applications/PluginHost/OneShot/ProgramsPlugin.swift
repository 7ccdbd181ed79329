package import ConnectivityRegistry

/// Registers the question kind `program` with its validator, and the prober on Linux.
package enum ProgramsPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(question: ProgramQuestion.self)
        try registry.register(validator: ProgramState.self)
        try registry.register(sentences: ["program.state": "the check reports {state}[: {text}]"])
        #if os(Linux)
        try registry.register(
            .prober,
            "prober.program",
            options: ProgramOptions.self,
            summary: "runs checks of monitoring systems, such as those of monitoring-plugins"
        ) { (options, _) throws(PluginError) in
            ProgramProber(options)
        }
        #endif
    }
}
