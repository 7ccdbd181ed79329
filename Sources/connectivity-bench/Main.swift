#if canImport(CCurl) && canImport(CPCRE2)
import ConnectivityCore
import ConnectivityKit
import ConnectivityTestServer
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Measures the work of a check next to that of others, and prints one table.
///
/// The first argument names the part of the work; see `Tests/Bench/run`, which also builds the rivals in C.
@main
struct Main {
    static func main() async {
        do {
            try await measure()
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    private static func measure() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        switch arguments.popFirst() {
        #if os(Linux)
        case PluginRoundTrip.word: return PluginRoundTrip.runPlugin()
        case "plugins":
            try await PluginRoundTrip.printAll()
            try await LibraryRoundTrip.printAll()
        case "libraries": try await LibraryRoundTrip.printAll()
        case "interfaces": try await NetworkWork.watch(arguments.first ?? "")
        #endif
        case "probes": try await NetworkWork.probes(arguments)
        case "round": try await NetworkWork.round(arguments)
        case "texts": try await printTexts()
        case "decisions": await printDecisions()
        case "rivals": try await printRivals()
        case nil:
            try await printRivals()
            await printDecisions()
        case let other?:
            print(
                "connectivity-bench has no part \(other): plugins, libraries, interfaces, probes, round, texts, decisions,",
                "rivals, or none"
            )
            exit(64)
        }
    }

    private static func printTexts() async throws {
        for row in await TextWork.rows() { print(row.line) }
        print(try await TextWork.expression().line)
        print(await TextWork.slowestVerdict().line)
    }

    /// Prints what has a rival in this process.
    private static func printRivals() async throws {
        print(Row.header)
        try await printTexts()
        print(try await probes().line)
    }

    private static func printDecisions() async {
        for row in await MachineGrowth.rows() { print(row.line) }
    }

    private static func probes() async throws -> Row {
        let server = try TestServer { _ in .message(status: 204) }
        defer { server.stop() }
        let prober = CurlProber()
        let asked = server.url("/generate_204")
        let request = ProbeRequest(asked)
        guard let url = URL(string: asked.description) else { preconditionFailure("a server has a URL") }
        return try await Row.of("one probe of 100 over loopback, with the server", against: "URLSession", count: 100) {
            for _ in 0..<100 { _ = try await prober.probe(request).outcome.get() }
        } theirs: {
            for _ in 0..<100 {
                // One session per check, as in the predecessors, so that no connection is used twice.
                let session = URLSession(configuration: .ephemeral)
                _ = try await session.data(from: url)
                session.finishTasksAndInvalidate()
            }
        }
    }
}
#else
@main
struct Main {
    static func main() { print("The benchmarks need the traits Curl and PCRE2.") }
}
#endif
