#if os(Linux)
import ConnectivityCore
import ConnectivityTestKit
import Testing
import TestSupport

@testable import ConnectivityNetlink

@Suite struct RouteQuestionTests {
    @Test func `Questions and answers about routes keep the laws of facts`() throws {
        try FactLaws.check(RouteQuestion(to: "192.0.2.1"))
        let answer = RouteAnswer(
            interface: "eth0",
            gateway: "192.0.2.1",
            source: "192.0.2.7",
            neighbour: .reachable,
            confirmed: .seconds(2)
        )
        try FactLaws.check(answer)
        try FactLaws.check(RouteAnswer(isOwn: true))
    }

    @Test func `A question of another kind is not asked`() async {
        let exchange = await RouteProber().probe(ProbeRequest("http://a.example/"))
        guard case .failure(let failure) = exchange.outcome else { Issue.record("an answer"); return }
        expect(failure.kind, .unsupported)
    }
}
#endif
