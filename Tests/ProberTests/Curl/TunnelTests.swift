#if canImport(CCurl)
import ConnectivityCore
@testable import ConnectivityCurl
import ConnectivityTestServer
import Testing
import TestSupport

/// The answers of a proxy to CONNECT, which are never the answers of the server.
@Suite struct `A tunnel through a proxy` {
    private let yes = BodyEquals("yes")

    private func asked(_ port: UInt16) async -> ProbeExchange {
        var request = ProbeRequest("https://captive.invalid/x")
        request.path.proxy = HTTPURL(stringLiteral: "http://127.0.0.1:\(port)/")
        return await CurlProber().probe(request)
    }

    @Test(arguments: [
        (407, "substituted", "proxy-authentication-required"), (403, "substituted", "proxy-refuses"),
        (302, "substituted", "proxy-refuses"), (502, "failed", "gateway-error"), (511, "failed", "gateway-error"),
    ])
    func `A status other than success is the proxy's own`(status: Int, finding: String, code: String) async throws {
        let server = try TestServer { _ in
            .message(
                status: status,
                headers: ["Via": "1.1 office", "Location": "http://portal.example/"],
                body: Array("yes".utf8)
            )
        }
        let exchange = await asked(server.port)
        #expect(exchange.response == nil && exchange.authentication == nil)
        let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: yes)
        #expect(verdict.finding.rawValue == finding && verdict.reason.code == code, "\(exchange.outcome)")
    }

    @Test func `A proxy that answers everything with a page gives no answer of a server`() async throws {
        let server = try TestServer { _ in
            .message(status: 200, headers: ["Via": "1.1 office"], body: Array("yes".utf8))
        }
        let exchange = await asked(server.port)
        #expect(exchange.response == nil && exchange.authentication == nil, "\(exchange.outcome)")
        expect(ExchangeJudge(.standard).verdict(on: exchange, expecting: yes).finding, .failed)
    }

    @Test func `A closed port in place of a proxy is a refused connection and a closed proxy`() async {
        let exchange = await asked(1)
        guard case .failure(let failure) = exchange.outcome else { return #expect(Bool(false)) }
        #expect(failure.kind == .connectionRefused && failure.facts["proxy"] == "closed")
        expect(exchange.proxyTrouble, "closed")
    }

    @Test(
        arguments: [
            (ProbeFailure.Kind.timedOut(.connect), true, 0, ["proxy": "silent"]),
            (.nameLookup, true, 0, ["proxy": "silent"]),
            (.timedOut(.tls), true, 0, ["proxy": "waiting"]), (.timedOut(.response), true, 200, [:]),
            (.connectionRefused, false, 0, [:]), (.tls(.expired), true, 200, [:]),
        ] as [(ProbeFailure.Kind, Bool, Int, Facts)]
    )
    func `A failure is attributed to a proxy only before the proxy has connected`(
        kind: ProbeFailure.Kind,
        usesProxy: Bool,
        status: Int,
        facts: Facts
    ) {
        expect(CurlProxy.facts(of: kind, usesProxy: usesProxy, isOverTLS: true, status: status), facts)
    }
}
#endif
