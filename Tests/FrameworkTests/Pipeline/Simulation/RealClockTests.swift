import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `The clock of a pipeline in a simulation` {
    @Test func `A pipeline on the real clock is refused, because nothing waits for it`() throws {
        try simulate { _ in
            let pipeline = Pipeline(
                source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
                prober: ClosureProber { ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204))) }
            ) {
                Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))
            }
            await #expect(throws: PipelineSetupError.realClock) { try await pipeline.run() }
            await #expect(throws: PipelineSetupError.realClock) { _ = try await pipeline.assess() }
        }
    }
}
