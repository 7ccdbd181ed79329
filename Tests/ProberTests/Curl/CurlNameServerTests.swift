#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityCurl
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// The system's resolver, and therefore a prober, observes a name server's answers as documented.
@Suite(.needs(.namespaces))
struct NameServerTests {
    @Test func `Names resolve by the name server's rules, and failing names fail in the lookup`() async {
        await #expect(processExitsWith: .success) {
            let network = try NamedNetwork(
                NameRule(name: "missing.example", result: .nxdomain),
                NameRule(name: "failing.example", result: .servfail),
                NameRule(name: "refused.example", result: .refused),
                NameRule(name: "silent.example", result: .silence),
                NameRule(name: "empty.example"),
                NameRule(name: "long.example", addresses: ["127.0.0.1"], isTruncated: true),
                NameRule(name: "slow.example", addresses: ["127.0.0.1"], delay: .milliseconds(50)),
                NameRule(name: "*.hijacked.example", addresses: ["127.0.0.1"])
            )
            let server = try TestServer(port: 80) { .message(status: 200, headers: ["X-Host": $0.host ?? "-"]) }
            let prober = CurlProber()
            for host in ["a.b.hijacked.example", "LONG.example", "slow.example"] {
                let response = await probe(try HTTPURL("http://\(host)/"), with: prober).success
                expect(response?.headers["X-Host"]?.lowercased(), host.lowercased())
            }
            // These fail permanently; the system's resolver repeats a question if a server fails temporarily.
            for host in ["missing", "empty", "unknown", "hijacked"] {
                let exchange = await probe(try HTTPURL("http://\(host).example/"), with: prober)
                expect(exchange.failure?.kind, .nameLookup)
            }
            for host in ["failing", "refused"] {
                let exchange = await probe(try HTTPURL("http://\(host).example/"), with: prober)
                expect(exchange.failure?.kind, .nameLookup)
            }
            let limits = ProbeRequest.Limits(total: .milliseconds(300))
            let silent = await probe("http://silent.example/", with: prober, limits: limits)
            expect(silent.failure?.kind, .timedOut(.nameLookup))
            expect(server.requestCount, 3)
            withExtendedLifetime(network) {}
        }
    }
}
#endif
