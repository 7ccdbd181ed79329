#if os(Linux)
import ConnectivityKit
import ConnectivityPluginHost

/// `connectivityctl plugin serve`: runs a library as a program.
enum PluginServeVerb: Verb {
    static let grammar = Grammar(
        name: "plugin serve",
        summary: "Run a library as a program: answer for it on standard input and output.",
        operands: "LIBRARY",
        notes: """
            In this way a library cannot harm the command that uses it. In a configuration:

              "plugins": [{
                "program": ["connectivityctl", "plugin", "serve", "/usr/lib/pong.so"]
              }]
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("needs one LIBRARY")
        }
        try await LibraryProgram.run(OutputFile.absolute(path))
        return .success
    }
}
#endif
