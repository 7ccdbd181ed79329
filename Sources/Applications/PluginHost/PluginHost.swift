#if os(Linux)
package import ConnectivityCore
public import ConnectivityRegistry
import ConnectivityToolkit
import ConnectivitySignIn
import Glibc

/// Starts the programs that a configuration names under `plugins`, and registers their components.
///
/// ```swift
/// var registry = try PluginRegistry.standard()
/// let host = try await PluginHost(configuration: text, registry: &registry) { line in log(line) }
/// let pipeline = try Pipeline(PipelineConfiguration(json: text, registry: registry))
/// try await pipeline.run()
/// await host.end()
/// ```
///
/// `Pipeline(json:)` of this module does all of this in one call.
///
/// Each program runs once, whatever the number of components, and has a separate thread. After a failure it is started
/// again when it is needed: at once, then after delays that double up to a minute, and no longer after 20 failures in a
/// row. The article "Plugins as programs" documents the contract between this module and a plugin.
public final class PluginHost: Sendable {
    /// A plugin in use, for lists.
    package struct Plugin: Sendable {
        package let command: [String]
        /// The plugin's name for itself.
        package let name: String
        /// The plugin's version of itself.
        package let version: String
        /// The SHA-256 digests of the regular files that the command names by absolute paths, in order, joined by commas.
        package let digest: String
        package let components: [PluginID]
        /// The permissions and limits of the plugin, in words.
        package let limits: String
    }

    /// The plugins, in the order of the configuration.
    package let plugins: [Plugin]
    private let running: [RunningPlugin]

    /// Starts the plugins that a configuration names, one after the other, and registers their components.
    ///
    /// - Parameters:
    ///   - configuration: The JSON text of the configuration, in UTF-8; everything but `plugins` may be wrong.
    ///   - registry: Receives the components. After an error it is unchanged.
    ///   - log: Receives lines for people: the standard error of the programs, at most ten lines per second and program, and
    ///     their faults. It is called on the threads of the programs and must return at once.
    /// - Throws: A ``ConnectivityRegistry/PluginError`` with the position in the configuration, if a program cannot be started,
    ///   does not introduce itself in time and in the right form, or registers a name in use. `PluginError.shortage` if the
    ///   system refuses a resource to this process.
    public convenience init(
        configuration: some Collection<UInt8>,
        registry: inout PluginRegistry,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(PluginError) {
        let text = try JSONText(parsing: configuration, of: PipelineConfiguration.pluginID)
        try await self.init(configuration: PipelineConfiguration.Written(text), registry: &registry, log: log)
    }

    /// Starts the plugins of a decoded configuration, in the same manner.
    package init(
        configuration: PipelineConfiguration.Written,
        registry: inout PluginRegistry,
        log: @escaping @Sendable (String) -> Void
    ) async throws(PluginError) {
        var filled = registry
        var (running, listed): ([RunningPlugin], [Plugin]) = ([], [])
        for (index, program) in configuration.plugins.enumerated() {
            let plugin: RunningPlugin
            do throws(PluginFault) {
                plugin = try await RunningPlugin(program, log: log)
            } catch {
                if let resource = error.shortage { throw .shortage("plugins", resource) }
                throw configuration.error(ofPlugin: index, error.detail)
            }
            running.append(plugin)
            listed.append(Plugin(program, plugin))
            do throws(PluginError) {
                try plugin.register(in: &filled)
                // The number distinguishes two entries with the same plugin, whose component names conflict in any case.
                try filled.register(StartedPlugin(program), as: PluginID("plugin.\(index)"))
            } catch {
                throw configuration.error(ofPlugin: index, "\(error)")
            }
        }
        registry = filled
        (self.running, plugins) = (running, listed)
    }

    /// Ends every program, all at once, and returns after their ends.
    ///
    /// Each receives a last message and the end of its input, after 0.3 s SIGTERM, and after another 0.3 s SIGKILL, both for
    /// its whole process group.
    ///
    /// Without this call they end in the same manner after the last reference to the host and its components. If this process
    /// ends in any other manner, the kernel kills them.
    public func end() async {
        await withTaskGroup { group in
            for plugin in running { group.addTask { await plugin.end() } }
        }
    }
}

extension PluginHost.Plugin {
    fileprivate init(_ program: PluginProgram, _ plugin: RunningPlugin) {
        (command, limits) = (program.command, program.limitsInWords)
        (name, version, digest) = (plugin.manifest.name, plugin.manifest.version, plugin.digest)
        components = plugin.manifest.registers.map { PluginID($0.id) }
    }
}

extension PluginProgram {
    var limitsInWords: String {
        let mebibytes = limits.memory / 1_048_576
        let confinement: String =
            switch writes {
            case nil: "may write files"
            case _ where ChildProcess.landlockVersion == 0: "may write files, because this kernel has no Landlock"
            case let folders?:
                folders.isEmpty
                    ? "writes no files (Landlock)" : "writes in \(folders.joined(separator: ", ")) (Landlock)"
            }
        let processes =
            user == nil && geteuid() == 0
            ? "any number of processes, because root has no limit" : "\(limits.processes) processes of its user"
        return
            "memory \(mebibytes) MiB, processor \(limits.cpu) s, \(PluginProgram.Limits.files) files, \(processes), "
            + "line \(PluginProgram.Limits.line / 1024) KiB, \(confinement)"
    }
}

extension RunningPlugin {
    func register(in registry: inout PluginRegistry) throws(PluginError) {
        for component in manifest.registers {
            let id = PluginID(component.id)
            let (schema, summary, options) = (component.options, component.summary, component.options.described)
            let check: @Sendable (JSON) throws(PluginError) -> Void = { json throws(PluginError) in
                try schema.check(json, of: id)
            }
            func add<Component>(
                _ kind: ComponentKind<Component>,
                _ make: @escaping @Sendable (JSON) -> Component
            ) throws(PluginError) {
                try registry[kind].register(id, described: options, summary: summary, check: check, make)
            }
            switch component.stage {
            case .validator: try add(.validator) { PluginWitness(plugin: self, component: component, options: $0) }
            case .prober: try add(.prober) { PluginProber(plugin: self, component: component, options: $0) }
            case .notifier: try add(.notifier) { PluginNotifier(plugin: self, component: component, options: $0) }
            case .source: try add(.source) { PluginSource(plugin: self, component: component, options: $0) }
            case .signIn: try add(.signInAgent) { PluginSignInAgent(plugin: self, component: component, options: $0) }
            case nil:
                preconditionFailure("a manifest has no component of another stage")
            }
        }
        try registry.register(sentences: manifest.sentences)
    }
}
#endif
