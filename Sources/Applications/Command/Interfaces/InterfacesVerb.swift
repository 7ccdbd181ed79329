import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

/// `connectivityctl interfaces`: lists the interfaces of the source.
enum InterfacesVerb: Verb {
    static let grammar = Grammar(
        name: "interfaces",
        summary: "List the network interfaces and which one the system prefers.",
        options: [
            PipelineOptions.sourceOption, .flag("json", "print JSON"),
            .flag("watch", "list again after each change, until interrupted"),
            .value("to", "ADDRESS", "only print which way the kernel would send packets to an address"),
        ],
        notes: """
            * marks the interface that the system prefers; if it is a tunnel, + marks the interface that carries the tunnel.
            Egress lists the address families whose packets to the Internet leave through the interface. A route shows its
            routing table unless that is the main one. --watch --json prints one JSON object per line; SIGINT and SIGTERM end
            it with exit status 0. --to sends nothing to the address; exit status 4 means that the kernel has no route to it.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        if let text = try arguments.text("to") { return try await RouteReport.print(to: text, arguments, console) }
        let (isJSON, isWatch) = (arguments.has("json"), arguments.has("watch"))
        var configuration = PipelineConfiguration(registry: console.registry)
        configuration.source = try PipelineOptions.source(arguments, console.registry)
        let source = try configuration.wholeSource()
        let interruption = isWatch ? try Interruption() : nil
        // A slow reader misses states, but never the last one.
        let (snapshots, continuation) = AsyncStream.makeStream(
            of: InterfaceSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        try await CommandError.observing {
            try await withThrowingTaskGroup { group in
                group.addTask { try await source.observe { continuation.yield($0) } }
                group.addTask {
                    var separator = ""
                    for await snapshot in snapshots {
                        if isJSON {
                            try console.printJSON(snapshot)
                        } else {
                            console.print(separator + InterfaceTable(snapshot, within: console.columns).text)
                        }
                        if !isWatch { return }
                        separator = "\n"
                    }
                }
                if let interruption { group.addTask { await interruption.wait() } }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        return .success
    }
}
