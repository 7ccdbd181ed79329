import ConnectivityCore
import TestSupport
import Testing

@Suite struct `A shared value` {
    @Test func `A change of a copy does not change the original`() {
        let request = ProbeRequest("http://a.example/")
        var copy = request
        copy.limits.total = .seconds(7)
        copy.path.interface = "eth1"
        #expect(request == ProbeRequest("http://a.example/") && copy != request)
        #expect(copy.limits.total == .seconds(7) && copy.path.interface == "eth1" && copy.question == request.question)

        let report = EndpointReport("g", "a", "http://a.example/")
        var other = report
        other.exchange.request.limits.total = .seconds(7)
        #expect(report == EndpointReport("g", "a", "http://a.example/") && other != report)
        #expect(other.exchange.request.limits.total == .seconds(7) && other.verdict == report.verdict)
    }

    @Test func `A description of a request or report has the names of its parts`() {
        let request = ProbeRequest("http://a.example/")
        #expect("\(request)".hasPrefix("ProbeRequest(question: GET http://a.example/, path: "))
        let report = EndpointReport("g", "a", "http://a.example/")
        expect(Mirror(reflecting: report).children.map(\.label), ["name", "owner", "exchange", "verdict"])
    }

    @Test func `Copies that change in several tasks at the same time stay separate`() async {
        let report = EndpointReport("g", "a", "http://a.example/")
        let totals = await withTaskGroup(of: Duration.self) { group in
            for seconds in 0..<64 {
                group.addTask {
                    var copy = report
                    for _ in 0..<100 { copy.exchange.request.limits.total += .seconds(seconds) }
                    return copy.exchange.request.limits.total
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let total = report.exchange.request.limits.total
        expect(totals.sorted(), (0..<64).map { total + .seconds(100 * $0) })
        expect(report, EndpointReport("g", "a", "http://a.example/"))
    }
}
