import ConnectivityCore
import ConnectivityDecoding
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct DecodingProberTests {
    private static let marked = ProbeResponse(bytes("efbbbf6869"))

    @Test func `Decodes the response and keeps the rest of the exchange`() async {
        let request = ProbeRequest("http://a.example/")
        let timings = ProbeExchange.Timings(connect: .seconds(1), total: .seconds(2))
        let received = ProbeExchange(
            request: request,
            outcome: .success(Self.marked),
            remoteAddress: "192.0.2.1",
            timings: timings
        )
        var expected = received
        expected.outcome = .success(.http(ProbeResponse(Array("hi".utf8))))
        await expect(DecodingProber(ClosureProber { _ in received }).probe(request), expected)
    }

    @Test func `Decodes the partial response of a failure`() async {
        let prober = ClosureProber { request in
            let failure = ProbeFailure(.truncated, detail: "short", partialResponse: Self.marked)
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
        let exchange = await DecodingProber(prober).probe(ProbeRequest("http://a.example/"))
        let partial = ProbeResponse(Array("hi".utf8))
        expect(exchange.outcome, .failure(ProbeFailure(.truncated, detail: "short", partialResponse: partial)))
    }

    @Test func `A failure without a response stays unchanged`() async {
        let failure = ProbeFailure(.connectionRefused, detail: "refused")
        let prober = ClosureProber { ProbeExchange(request: $0, outcome: .failure(failure)) }
        let exchange = await DecodingProber(prober).probe(ProbeRequest("http://a.example/"))
        expect(exchange.outcome, .failure(failure))
    }

    #if canImport(CZlib)
    @Test func `The request's body limit applies to the decoded body`() async {
        let prober = ClosureProber { request in
            ProbeExchange(request: request, outcome: .success(ProbeResponse(Compressed.gzip, coding: "gzip")))
        }
        let request = ProbeRequest("http://a.example/", limits: ProbeRequest.Limits(maximumBodySize: 5))
        let response = await DecodingProber(prober).probe(request).response
        expect(response?.text, "<form")
        expect(response?.completeness, .cutAtLimit)
    }
    #endif
}
