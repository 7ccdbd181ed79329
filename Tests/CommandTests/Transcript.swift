import Foundation
import Synchronization

@testable import ConnectivityCommand

/// The output and the exit status of a command.
struct Transcript: Sendable {
    var status: ExitStatus
    var output: [String]
    var errors: [String]

    /// Runs a command in this process.
    static func of(_ words: String..., environment: [String: String] = [:]) async -> Transcript {
        await of(words: words, environment: environment)
    }

    static func of(
        words: [String],
        environment: [String: String] = [:],
        changing change: (inout Console) -> Void = { _ in }
    ) async -> Transcript {
        let lines = Lines()
        var console = Console(
            print: { line in lines.state.withLock { $0.output.append(line) } },
            printError: { line in lines.state.withLock { $0.errors.append(line) } },
            environment: environment
        )
        change(&console)
        let status = await CommandLineTool.run(words, console: console)
        return lines.state.withLock { Transcript(status: status, output: $0.output, errors: $0.errors) }
    }

    /// Returns the first line, read as a JSON object.
    func object() throws -> [String: Any] {
        let data = Data((output.first ?? "").utf8)
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    private final class Lines: Sendable {
        let state = Mutex((output: [String](), errors: [String]()))
    }
}
