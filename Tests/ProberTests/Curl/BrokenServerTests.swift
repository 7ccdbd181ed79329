#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Testing
import TestSupport

/// Servers that fail in different ways, which a probe must distinguish.
@Suite struct BrokenServerTests {
    private let halfResponse = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"

    @Test func `A refused connection fails as connection refused`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        server.stop()
        let exchange = await probe(server.url())
        expect(exchange.failure?.kind, .connectionRefused)
        expect(exchange.failure?.detail.isEmpty, false)
        expect(exchange.remoteAddress, IPAddress("127.0.0.1"))
        expect(exchange.timings.connect, nil)
        expect(exchange.timings.response, nil)
    }

    @Test func `An address without a route is unreachable`() async {
        // TCP to a multicast address fails in the kernel regardless of the routes.
        for url: HTTPURL in ["http://224.0.0.1/", "http://[ff02::1]/"] {
            let failure = await probe(url).failure
            expect(failure?.kind, .unreachable)
            expect(failure?.facts["cause"], "no-route")
        }
    }

    @Test func `A literal address of the other family is unreachable`() async {
        await expect(probe("http://127.0.0.1/", family: .ipv6).failure?.kind, .unreachable)
        await expect(probe("http://[::1]/", family: .ipv4).failure?.kind, .unreachable)
    }

    @Test func `An invalid host name fails in the name lookup`() async throws {
        // The resolver rejects the name without asking a server: a label has at most 63 characters.
        let label = String(repeating: "a", count: 64)
        let exchange = await probe(try HTTPURL("http://\(label).invalid/"))
        expect(exchange.failure?.kind, .nameLookup)
        expect(exchange.timings.nameLookup, nil)
        expect(exchange.remoteAddress, nil)
    }

    @Test func `A missing interface fails as interface unavailable`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        await expect(probe(server.url(), interface: "nope0").failure?.kind, .interfaceUnavailable)
        await expect(probe(server.url(), interface: "").failure?.kind, .interfaceUnavailable)
        await expect(probe(server.url(), interface: "lo").success?.status, 200)
    }

    @Test func `A reset before the header fails as connection reset`() async throws {
        let server = try TestServer { _ in TestServer.Reply([.reset]) }
        let exchange = await probe(server.url())
        expect(exchange.failure?.kind, .connectionReset)
        expect(exchange.failure?.partialResponse, nil)
        #expect(exchange.timings.connect != nil)
    }

    @Test func `A reset in the body keeps the received part`() async throws {
        let reply = TestServer.Reply([.send(Array(halfResponse.utf8)), .wait(.milliseconds(100)), .reset])
        let server = try TestServer { _ in reply }
        let failure = await probe(server.url()).failure
        expect(failure?.kind, .connectionReset)
        expect(failure?.partialResponse?.status, 200)
        expect(text(failure?.partialResponse?.body), "half")
    }

    @Test func `A reset during the TLS handshake fails as connection reset`() async throws {
        let server = try TestServer(onConnect: { TestServer.Reply([.wait(.milliseconds(100)), .reset]) }) { _ in
            .message(status: 200)
        }
        let exchange = await probe(try HTTPURL("https://127.0.0.1:\(server.port)/"))
        expect(exchange.failure?.kind, .connectionReset)
        #expect(exchange.timings.connect != nil)
        expect(exchange.timings.tls, nil)
    }

    @Test func `A connection that closes at once fails as an empty reply`() async throws {
        let server = try TestServer { _ in TestServer.Reply([]) }
        await expect(probe(server.url()).failure?.kind, .emptyReply)
    }

    @Test func `A body shorter than its announced length is truncated`() async throws {
        let server = try TestServer { [halfResponse] _ in .lines(halfResponse) }
        let failure = await probe(server.url()).failure
        expect(failure?.kind, .truncated)
        expect(text(failure?.partialResponse?.body), "half")
        expect(failure?.partialResponse?.headers["content-length"], "10")
    }

    @Test func `A chunked body without the last chunk is truncated`() async throws {
        let server = try TestServer { _ in
            .lines("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "4", "half", "")
        }
        let failure = await probe(server.url()).failure
        expect(failure?.kind, .truncated)
        expect(text(failure?.partialResponse?.body), "half")
    }

    @Test func `A header without its end is truncated`() async throws {
        let server = try TestServer { _ in .lines("HTTP/1.1 200 OK", "Content-Type: text/plain", "") }
        let failure = await probe(server.url()).failure
        expect(failure?.kind, .truncated)
        expect(failure?.partialResponse, nil)
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "<html>no header at all</html>", "\u{0}\u{1}\u{2}\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 xyz\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a number\r\n",
        "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
    ])
    func `Bytes that are not an HTTP response are malformed`(bytes: String) async throws {
        let server = try TestServer { _ in .lines(bytes) }
        await expect(probe(server.url()).failure?.kind, .malformed)
    }
}
#endif
