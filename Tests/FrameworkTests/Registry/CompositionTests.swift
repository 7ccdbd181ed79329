#if canImport(CCurl) && os(Linux)
import ConnectivityKit
import Testing

// Code of the guide "Composing a pipeline" that needs a trait; all other code of guides is in Tests/OutsidePlugin.

private func composed() async throws {
    let updates = AssessmentUpdates()
    let pipeline = try Pipeline(
        source: NetlinkInterfaceSource(),
        prober: CurlProber().decodingBodies(),
        policy: SharePolicy(0.5)
    ) {
        Endpoint.apple
        for text in CommandLine.arguments.dropFirst() { try Endpoint(text, expecting: BodyContains("pong")) }
    } validators: {
        HeaderValue(of: "X-Probe")  // expected of every answer, in addition to what its endpoint expects
    } notifiers: {
        updates  // an AsyncSequence of Assessment, any number of listeners
    }
    try await pipeline.run()
}

@Suite struct `The guide to composing` {
    @Test func `The composed pipeline of the guide ends with its task`() async {
        // Cancelled before it begins: this test asks no network.
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try? await composed() }
        }
    }
}
#endif
