import ConnectivityCore
import ConnectivityKit
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
        case "plugins": try await PluginRoundTrip.printAll()
        case "interfaces": try await NetworkWork.watch(arguments.first ?? "")
        #endif
        case "probes": try await NetworkWork.probes(arguments)
        case "round": try await NetworkWork.round(arguments)
        case "texts": try await printTexts()
        case "rivals": try await printRivals(at: arguments.first ?? "")
        default:
            print(
                "usage: connectivity-bench plugins | interfaces SOURCE | probes URL COUNT WIDTH | round URL COUNT [again]",
                "| texts | rivals URL"
            )
            exit(64)
        }
    }

    private static func printTexts() async throws {
        for row in await TextWork.rows() { print(row.line) }
        print(try await TextWork.expression().line)
        print(await TextWork.slowestVerdict().line)
    }

    /// Prints what has a rival in this process; the server at the URL is another one.
    private static func printRivals(at address: String) async throws {
        guard let url = URL(string: address) else { exit(64) }
        let request = ProbeRequest(try HTTPURL(address))
        print(Row.header)
        try await printTexts()
        print(try await probes(request, url).line)
    }

    private static func probes(_ request: ProbeRequest, _ url: URL) async throws -> Row {
        let prober = CurlProber()
        return try await Row.of("one probe of 100 over loopback", against: "URLSession", count: 100) {
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
