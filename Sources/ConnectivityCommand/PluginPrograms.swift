import ConnectivityCore
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityRegistry

/// A program that the configuration names as a plugin, as `plugins` lists it.
struct PluginProgramRow: Encodable {
    var name, version, carrier, digest, limits: String
    var command, components: [String]
}

/// Runs the programs that the configuration of a command names as plugins, while the command runs.
enum PluginPrograms {
    /// Calls a body with a console that knows the components of the programs, then ends the programs.
    static func running(
        _ arguments: Arguments,
        _ console: Console,
        _ body: (Console) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        #if os(Linux)
        guard let file = try arguments.text("config") else { return try await body(console) }
        var console = console
        let text = try InputFile.read(file)
        console.configuration = text
        let host: PluginHost
        do throws(PluginError) {
            let printError = console.printError
            host = try await PluginHost(configuration: text, registry: &console.registry) { line in
                printError("connectivityctl: \(line)")
            }
        } catch {
            throw CommandError(error, in: file)
        }
        console.programs = host.programs.map(PluginProgramRow.init)
        let result: Result<ExitStatus, any Error>
        do { result = .success(try await body(console)) } catch { result = .failure(error) }
        await host.end()
        return try result.get()
        #else
        return try await body(console)
        #endif
    }
}

#if os(Linux)
extension PluginProgramRow {
    init(_ program: PluginHost.Program) {
        self.init(
            name: program.name,
            version: program.version,
            carrier: "program",
            digest: program.digest,
            limits: program.limits,
            command: program.command,
            components: program.components.map(\.description)
        )
    }
}
#endif
