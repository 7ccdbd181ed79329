#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Testing
import TestSupport

/// A real client observes every fault of the test server as documented.
@Suite struct FaultTests {
    typealias Fault = TestServer.Fault
    typealias Kind = ProbeFailure.Kind

    private let reply = TestServer.Reply.message(status: 200, body: Array("genuine".utf8))

    @Test(
        arguments: FaultExpectation.common + [
            FaultExpectation("cut in the header", .truncated) { $0.cut = .init(after: 20) }
        ]
    )
    func `Each fault of the test server causes the documented failure`(expectation: FaultExpectation) async throws {
        let server = try TestServer { [reply] _ in reply.with(expectation.fault) }
        let limits = ProbeRequest.Limits(total: .milliseconds(expectation.isSlow ? 300 : 5000))
        let failure = await probe(server.url(), limits: limits).failure
        expect(failure?.kind, expectation.kind)
        if let body = expectation.partialBody { expect(text(failure?.partialResponse?.body), body) }
    }

    @Test func `The test server can delay, drip and cut raw bytes`() async throws {
        let fault = Fault {
            $0.drip = .init(bytes: 10, every: .milliseconds(1))
            $0.cut = .init(after: 42)
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
        let server = try TestServer { _ in .lines("\(head)012345678").with(fault) }
        let failure = await probe(server.url()).failure
        expect(failure?.kind, .truncated)
        expect(text(failure?.partialResponse?.body), "0123")
    }

    @Test func `A redirect loop points to its own URL, and a 511 response is captive`() async throws {
        let loop = try TestServer { [reply] _ in reply.with(Fault { $0.instead = .redirectLoop }) }
        let url = loop.url("/a?b=c")
        await expect(probe(url).success?.headers["Location"], url.description)

        let portal = try TestServer { [reply] _ in reply.with(Fault { $0.instead = .signInRequired }) }
        let exchange = await probe(portal.url())
        expect(exchange.success?.status, 511)
        let expectation = Endpoint(portal.url()).expectation
        let verdict = ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: expectation)
        expect(verdict.finding, .captive)
    }
}
#endif
