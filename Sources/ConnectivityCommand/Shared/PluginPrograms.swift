import ConnectivityCore
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityRegistry

/// A program that the configuration names as a plugin, as `plugins` lists it.
struct PluginProgramRow: Encodable {
    var name, version, digest, limits: String
    var command, components: [String]
}

/// The programs that the configuration of a command names as plugins, while the command runs.
struct PluginPrograms: Sendable {
    /// A console that knows the components of the programs, and the configuration.
    let console: Console
    let end: @Sendable () async -> Void

    /// Starts the programs that the configuration names.
    init(_ arguments: Arguments, _ console: Console) async throws {
        var console = console
        #if os(Linux)
        if let file = try ConfigurationFile.chosen(arguments, console) {
            console.configuration = file
            let host: PluginHost
            do throws(PluginError) {
                let printError = console.printError
                host = try await PluginHost(configuration: file.written, registry: &console.registry) { line in
                    printError("connectivityctl: \(line)")
                }
            } catch {
                throw file.error(error)
            }
            console.programs = host.plugins.map(PluginProgramRow.init)
            (self.console, end) = (console, { await host.end() })
            return
        }
        #endif
        (self.console, end) = (console, {})
    }

    /// Calls a body with a console that knows the components of the programs, then ends the programs.
    static func running<Value>(
        _ arguments: Arguments,
        _ console: Console,
        _ body: (Console) async throws -> Value
    ) async throws -> Value {
        let programs = try await PluginPrograms(arguments, console)
        let result: Result<Value, any Error>
        do { result = .success(try await body(programs.console)) } catch { result = .failure(error) }
        await programs.end()
        return try result.get()
    }
}

#if os(Linux)
extension PluginProgramRow {
    init(_ plugin: PluginHost.Plugin) {
        self.init(
            name: plugin.name,
            version: plugin.version,
            digest: plugin.digest,
            limits: plugin.limits,
            command: plugin.command,
            components: plugin.components.map(\.description)
        )
    }
}
#endif
