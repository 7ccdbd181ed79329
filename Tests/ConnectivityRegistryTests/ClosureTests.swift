import ConnectivityCore
import ConnectivityKit
import Testing

@Test func `A closure validator appears in the trace under its name`() {
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
