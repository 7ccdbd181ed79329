import ConnectivityCore
import TestSupport
import Testing

@Suite struct `An endpoint at an unassigned address` {
    private func verdict(_ outcome: Result<ProbeResponse, ProbeFailure>) -> Verdict {
        let exchange = ProbeExchange(request: Endpoint.testnet.request(), outcome: outcome)
        return ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: Endpoint.testnet.expectation)
    }

    @Test func `Silence of an unassigned address is inconclusive`() {
        for kind in [ProbeFailure.Kind.timedOut(.connect), .unreachable, .connectionRefused, .timedOut(.response)] {
            expect(verdict(.failure(ProbeFailure(kind))), Verdict(.inconclusive, because: .silence, basis: .silence))
        }
    }

    @Test func `Any answer from an unassigned address is substituted, even an error status`() {
        for status in [200, 204, 404, 503] {
            let expected = Verdict(.substituted, because: .intercepted(status: status), basis: .silence)
            expect(verdict(.success(ProbeResponse(status: status))), expected)
        }
        for kind in [ProbeFailure.Kind.malformed, .emptyReply, .headerTooLarge, .tls(.protocol)] {
            let expected = Verdict(.substituted, because: .intercepted(status: nil), basis: .silence)
            expect(verdict(.failure(ProbeFailure(kind))), expected)
        }
        let partial = ProbeFailure(.connectionReset, partialResponse: ProbeResponse(status: 200))
        expect(verdict(.failure(partial)).finding, .substituted)
    }

    @Test func `A portal that answers for an unassigned address is a portal`() {
        let response = ProbeResponse(status: 302, headers: ["Location": "http://login.example/"])
        expect(verdict(.success(response)).portal?.signInURL, "http://login.example/")
    }

    @Test func `The time limit for an unassigned address is one second`() {
        expect(Endpoint.testnet.request().limits.total, .seconds(1))
        expect(
            Endpoint.testnet.request(limits: ProbeRequest.Limits(total: .milliseconds(50))).limits.total,
            .milliseconds(50)
        )
        expect(Endpoint.apple.request().limits, ProbeRequest.Limits())
    }
}
