import ConnectivityCore
import ConnectivityTestServer
import ConnectivityURLSession
import Testing

/// Bad certificates are refused, as exactly as the words of libcurl allow.
///
/// On Linux a session trusts the system's authorities and nobody else, so that no certificate of a test is a good one.
@Suite struct TLSTests {
    private typealias Security = TestServer.Security

    @Test(arguments: [
        (TestServer.Security.Certificate.good, ProbeFailure.TLSFault.unknownAuthority),
        (.expired, .unknownAuthority), (.wrongHost, .unknownAuthority), (.selfSigned, .unknownAuthority),
        (.broken, .protocol),
    ])
    func `No certificate that the system does not trust is accepted`(
        certificate: TestServer.Security.Certificate,
        fault: ProbeFailure.TLSFault
    ) async throws {
        let authority = try TestAuthority()
        let security = Security(authority: authority) { _ in Security.Handshake(certificate) }
        let server = try TestServer(security: security) { _ in .message(status: 200) }
        let failure = await probe(server.url(scheme: .https)).failure
        #expect(failure?.kind == .tls(fault), "\(failure?.detail ?? "no failure")")
        #expect(failure?.partialResponse == nil)
        #expect(server.requestCount == 0)
    }

    @Test func `A handshake that is answered late ends at the limit`() async throws {
        let server = try TestServer(onConnect: { TestServer.Reply([.wait(.seconds(300))]) }) { _ in
            .message(status: 200)
        }
        let limits = ProbeLimits(total: .milliseconds(300))
        #expect(await probe(server.url(scheme: .https), limits: limits).failure?.kind == .timedOut(.response))
    }

    @Test func `HTTP on a TLS port, and a peer that hangs up, are faults of the protocol`() async throws {
        let plain = TestServer.Reply.lines("HTTP/1.1 200 OK", "Content-Length: 0", "", "")
        for reply in [plain, TestServer.Reply([])] {
            let server = try TestServer(onConnect: { reply }) { _ in .message(status: 200) }
            let failure = await probe(server.url(scheme: .https)).failure
            #expect(failure?.kind == .tls(.protocol), "\(failure?.detail ?? "no failure")")
        }
    }
}
