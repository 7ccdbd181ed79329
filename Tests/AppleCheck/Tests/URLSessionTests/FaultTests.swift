import ConnectivityCore
import ConnectivityURLSession
import Testing

@testable import ConnectivityTestServer

/// The failures that URLSession based on libcurl observes for the faults of the test server.
@Suite struct FaultTests {
    typealias Fault = TestServer.Fault
    typealias Kind = ProbeFailure.Kind

    private let reply = TestServer.Reply.message(status: 200, body: Array("genuine".utf8))

    @Test(arguments: FaultExpectation.common)
    func `Each fault of the test server causes the documented failure`(expectation: FaultExpectation) async throws {
        let server = try TestServer { [reply] _ in reply.with(expectation.fault) }
        let failure = await probe(
            server.url(),
            limits: ProbeRequest.Limits(total: .milliseconds(expectation.isSlow ? 1500 : 5000))
        ).failure
        #expect(failure?.kind == expectation.kind, "\(failure?.detail ?? "no failure")")
        if let body = expectation.partialBody { #expect(text(failure?.partialResponse?.body) == body) }
    }

    @Test func `A refused connection, an invalid name and an unreachable address fail differently`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        server.stop()
        #expect(await probe(server.url()).failure?.kind == .connectionRefused)
        // The resolver rejects the name without asking a server: a label has at most 63 characters.
        let label = String(repeating: "a", count: 64)
        #expect(await probe(try HTTPURL("http://\(label).invalid/")).failure?.kind == .nameLookup)
        // TCP to a multicast address fails in the kernel regardless of the routes.
        let unreachable = await probe("http://224.0.0.1/").failure
        #expect(unreachable?.kind == .unreachable, "\(unreachable?.detail ?? "no failure")")
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "<html>no header at all</html>", "\u{0}\u{1}\u{2}\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a number\r\n",
        "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
    ])
    func `Bytes that are not an HTTP response are malformed`(bytes: String) async throws {
        let server = try TestServer { _ in .lines(bytes) }
        let failure = await probe(server.url()).failure
        #expect(failure?.kind == .malformed, "\(failure?.detail ?? "no failure")")
    }
}
