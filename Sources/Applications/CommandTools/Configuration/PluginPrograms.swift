import ConnectivityKit
import ConnectivityPluginHost

/// A plugin program of the configuration, as a row of `plugins`.
package struct PluginProgramRow: Encodable, Sendable {
    package var name, version, digest, limits: String
    package var command, components: [String]
}

/// The plugin programs of a command's configuration, while the command runs.
package struct PluginPrograms: Sendable {
    /// A console with the components of the programs, and with the configuration.
    package let console: Console
    package let end: @Sendable () async -> Void

    /// Starts the programs that a configuration names.
    package init(_ file: ConfigurationFile?, _ console: Console) async throws {
        var console = console
        console.configuration = file
        #if os(Linux)
        if let file {
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

    /// Calls a body with the console of the programs, then ends the programs.
    package static func running<Value>(
        _ file: ConfigurationFile?,
        _ console: Console,
        _ body: (Console) async throws -> Value
    ) async throws -> Value {
        let programs = try await PluginPrograms(file, console)
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
