#if canImport(CCurl) && canImport(CPCRE2)
import ConnectivityTestServer
import ConnectivityKit
import ConnectivityCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Compares the operations of a check with their Foundation equivalents, which the predecessors used.
@main
struct Main {
    static func main() async throws {
        #if os(Linux)
        if CommandLine.arguments.contains(PluginRoundTrip.word) { return PluginRoundTrip.runPlugin() }
        #endif
        for comparison in [try await expression(), try await text(), try await probes()] { print(comparison.line) }
        printSlowestVerdict()
        MachineGrowth.printAll()
        #if os(Linux)
        try await PluginRoundTrip.printAll()
        #endif
        print("Each time is the shortest of several runs. The ratio is the time of the rival divided by ours.")
    }

    /// A page of the size that a probe keeps, with the expected word at its end.
    private static let page = String(repeating: "<p>Some text of a page.</p>\r\n", count: 9000) + "Success"

    private static func exchange(_ body: [UInt8]) -> ProbeExchange {
        ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, body: body))
        )
    }

    private static func expression() async throws -> Comparison {
        let pattern = "succes{2}$"
        let validator = try BodyMatches(pattern, options: .caseInsensitive)
        let rival = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        let exchange = exchange(Array(page.utf8))
        return await Comparison.of("regular expression, page of 256 KB", against: "NSRegularExpression") {
            for _ in 0..<20 { precondition(validator.validate(exchange).finding == .genuine) }
        } theirs: {
            for _ in 0..<20 {
                let range = NSRange(location: 0, length: page.utf16.count)
                precondition(rival.firstMatch(in: page, range: range) != nil)
            }
        }
    }

    private static func text() async throws -> Comparison {
        let validator = BodyContains("Success")
        let exchange = exchange(Array(page.utf8))
        let data = Data(page.utf8)
        return await Comparison.of("text in the body, page of 256 KB", against: "String(data:).contains") {
            for _ in 0..<20 { precondition(validator.validate(exchange).finding == .genuine) }
        } theirs: {
            for _ in 0..<20 { precondition(String(decoding: data, as: UTF8.self).contains("Success")) }
        }
    }

    /// Prints the longest time of a verdict on any of the hostile bodies.
    private static func printSlowestVerdict() {
        let judge = ExchangeJudge([PortalSignals()])
        var slowest = (name: "", duration: Duration.zero)
        for (name, body) in HostileBodies.all {
            let exchange = exchange(body)
            let duration = (0..<3).map { _ in
                ContinuousClock().measure { _ = judge.verdict(on: exchange, expecting: Endpoint.apple.expectation) }
            }.min()
            if let duration, duration > slowest.duration { slowest = (name, duration) }
        }
        let count = HostileBodies.all.count
        print(
            "slowest verdict on \(count) hostile bodies of 256 KiB: \(slowest.duration), \(slowest.name.debugDescription)"
        )
    }

    private static func probes() async throws -> Comparison {
        let server = try TestServer { _ in .message(status: 204) }
        defer { server.stop() }
        let prober = CurlProber()
        let asked = server.url("/generate_204")
        let request = ProbeRequest(asked)
        guard let url = URL(string: asked.description) else { preconditionFailure("a server has a URL") }
        return try await Comparison.of("100 probes of loopback, one after the other", against: "URLSession", runs: 3) {
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
