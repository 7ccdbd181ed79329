import ConnectivityKit
import Testing

/// The examples of the README, compiled; what they say is what they do.
@Suite struct `Composing in code` {
    #if Curl && os(Linux)
    @Test func `takes twelve lines`() async throws {
        let strict = true
        let updates = AssessmentUpdates()
        let pipeline = Pipeline(source: NetlinkInterfaceSource(), prober: CurlProber(), policy: SharePolicy(0.5), clock: .continuous) {
            Endpoint.apple
            Endpoint("https://status.example.com/ping", expecting: BodyContains("pong"))
        } validators: {
            PortalSignals()
            if strict { Header("X-Probe") }
        } notifiers: {
            updates
        }
        // Cancelled at once: this test asks no network.
        let task = Task { try await pipeline.run() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
    #endif

    @Test func `reads closures as validators and notifiers`() throws {
        let quick = ClosureValidator("short") { exchange in
            guard let response = exchange.response else { return .inconclusive }
            return response.body.count < 100
                ? Verdict(.genuine, because: "a short body")
                : Verdict(.substituted, because: "\(response.body.count) bytes are too many")
        }
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, body: Array(repeating: 0, count: 100)))
        )
        #expect(quick.validate(exchange).reason == .stated("100 bytes are too many"))
        #expect(ValidatorChain { quick }.trace(exchange).map(\.name) == ["short"])
    }
}
