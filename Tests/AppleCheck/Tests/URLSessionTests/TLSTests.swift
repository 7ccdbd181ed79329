import ConnectivityCore
import ConnectivityURLSession
import Testing

@testable import ConnectivityTestServer

/// Bad certificates are rejected, with a failure as precise as libcurl's messages allow.
///
/// On Linux a session trusts only the system's authorities, so no certificate of a test is trusted.
@Suite struct TLSTests {
    private typealias Security = TestServer.Security

    @Test(arguments: [
        (TestServer.Security.Certificate.good, ProbeFailure.TLSFault.unknownAuthority),
        (.expired, .unknownAuthority), (.wrongHost, .unknownAuthority), (.selfSigned, .unknownAuthority),
        (.broken, .protocol),
    ])
    func `A certificate that the system does not trust is rejected`(
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

    @Test func `A late TLS handshake ends at the limit`() async throws {
        let server = try TestServer(onConnect: { TestServer.Reply([.wait(.seconds(300))]) }) { _ in
            .message(status: 200)
        }
        let limits = ProbeRequest.Limits(total: .milliseconds(300))
        #expect(await probe(server.url(scheme: .https), limits: limits).failure?.kind == .timedOut(.response))
    }

    @Test func `Plain HTTP on a TLS port and a closed handshake are TLS protocol faults`() async throws {
        let plain = TestServer.Reply.lines("HTTP/1.1 200 OK", "Content-Length: 0", "", "")
        for reply in [plain, TestServer.Reply([])] {
            let server = try TestServer(onConnect: { reply }) { _ in .message(status: 200) }
            let failure = await probe(server.url(scheme: .https)).failure
            #expect(failure?.kind == .tls(.protocol), "\(failure?.detail ?? "no failure")")
        }
    }
}
