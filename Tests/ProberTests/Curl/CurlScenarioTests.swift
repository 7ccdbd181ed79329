#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

/// Whole networks, each from one file, observed by a real client.
@Suite(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable))) struct ScenarioRunTests {
    private func scenario(_ name: String) throws -> Scenario {
        let root = URL.package
        return try Scenario(file: root.appending(path: "Fixtures/scenarios/\(name).json").path)
    }

    private static let appleURL: HTTPURL = "http://captive.apple.com/hotspot-detect.html"

    @Test func `The hotel scenario admits a guest after sign-in and signs out after five requests`() async throws {
        let network = try scenario("hotel").run()
        let prober = CurlProber(connectTo: network.connectTo)
        func finding() async -> Verdict.Finding {
            let exchange = await probe(Self.appleURL, with: prober)
            let expectation = Endpoint.apple.expectation
            return ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: expectation).finding
        }
        await expect(finding(), .captive)
        await expect(probe("http://portal.example/sign-in", with: prober).success?.status, 200)
        expect(network.progress.state.name, "signed-out")
        await expect(probe("http://portal.example/accept?terms=yes", with: prober).success?.status, 200)
        expect(network.progress.state.name, "signed-in")
        for _ in 0..<5 { await expect(finding(), .genuine) }
        expect(network.progress.state.name, "signed-out")
        await expect(finding(), .captive)
        #expect(network.change(to: "signed-in"))
        await expect(finding(), .genuine)
        expect(network.requestCount, 10)
        network.stop()
        await expect(probe(Self.appleURL, with: prober).failure?.kind, .connectionRefused)
    }

    @Test func `Each host of the trouble scenario fails as documented`() async throws {
        let network = try scenario("trouble").run()
        let caFile = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        try #require(network.certificatePEM).write(toFile: caFile, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: caFile) }
        let prober = CurlProber(caFile: caFile, connectTo: network.connectTo)
        for (url, kind) in TroubleScenario.expected {
            let exchange = await probe(url, with: prober, limits: TroubleScenario.limits(for: kind))
            expect(exchange.failure?.kind, kind, "\(url)")
        }
    }
}
#endif
