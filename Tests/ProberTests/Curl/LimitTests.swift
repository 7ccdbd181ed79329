#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityRecords
import ConnectivityTestServer
import Testing
import TestSupport

/// Servers that stall or flood: the request's limits on time and size end the probe.
@Suite struct LimitTests {
    private typealias Reply = TestServer.Reply
    private let short = ProbeRequest.Limits(total: .milliseconds(300))

    @Test func `A stall before the header times out in the response phase`() async throws {
        let server = try TestServer { _ in Reply([.wait(.seconds(300))]) }
        let exchange = await probe(server.url(), limits: short)
        expect(exchange.failure?.kind, .timedOut(.response))
        // libcurl counts whole milliseconds and may be early by a fraction of one.
        #expect(exchange.timings.total >= .milliseconds(299))
        #expect(exchange.timings.connect != nil)
        expect(exchange.timings.response, nil)
    }

    @Test func `A stall within the header times out in the response phase`() async throws {
        let server = try TestServer { _ in
            Reply([.send(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)), .wait(.seconds(300))])
        }
        let failure = await probe(server.url(), limits: short).failure
        expect(failure?.kind, .timedOut(.response))
        expect(failure?.partialResponse, nil)
    }

    @Test func `An extension of a chunk without end is cut, with the body before it`() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n5;"
        let piece = [UInt8](repeating: 0x78, count: 65_536)
        let server = try TestServer { _ in Reply([.send(Array(head.utf8)), .repeat(piece, count: 1 << 24)]) }
        // The time would end it too, but with a failure.
        let response = await probe(server.url(), limits: ProbeRequest.Limits(total: .seconds(60))).success
        expect(response?.completeness, .cutAtLimit)
        expect(text(response?.body), "half")
    }

    @Test func `A stall in the body times out in the body phase and keeps the received part`() async throws {
        let server = try TestServer { _ in
            Reply([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".utf8)), .wait(.seconds(300))])
        }
        let failure = await probe(server.url(), limits: short).failure
        expect(failure?.kind, .timedOut(.body))
        expect(failure?.partialResponse?.status, 200)
        expect(text(failure?.partialResponse?.body), "half")
    }

    @Test func `The body of a redirect that has no end is cut half a second after its header`() async throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: /sign-in\r\nContent-Type: text/html\r\n\r\n<html>"
        let server = try TestServer { _ in Reply([.send(Array(head.utf8)), .wait(.seconds(300))]) }
        let exchange = await probe(server.url(), limits: ProbeRequest.Limits(total: .seconds(60)))
        #expect(exchange.success?.status == 302 && exchange.success?.completeness == .cutAtLimit)
        expect(text(exchange.success?.body), "<html>")
        #expect(exchange.timings.total >= .milliseconds(499))
    }

    @Test func `A stall in the TLS handshake times out in the TLS phase`() async throws {
        let server = try TestServer(onConnect: { Reply([.wait(.seconds(300))]) }) { _ in .message(status: 200) }
        let exchange = await probe(try HTTPURL("https://127.0.0.1:\(server.port)/"), limits: short)
        expect(exchange.failure?.kind, .timedOut(.tls))
        #expect(exchange.timings.connect != nil)
        expect(exchange.timings.tls, nil)
    }

    @Test func `An unanswered connection attempt times out in the connect phase`() async throws {
        let listener = try FullListener()
        await expect(probe(listener.url, limits: short).failure?.kind, .timedOut(.connect))
    }

    @Test func `A body of ten megabytes is cut exactly at the limit`() async throws {
        let server = try TestServer { _ in
            Reply([
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n".utf8)),
                .repeat([UInt8](repeating: 0x78, count: 65536), count: 160),
            ])
        }
        let limits = ProbeRequest.Limits(maximumBodySize: 100_001)
        let response = await probe(server.url(), limits: limits).success
        expect(response?.completeness, .cutAtLimit)
        expect(response?.body.count, 100_001)
    }

    @Test(arguments: [true, false])
    func `A header of one megabyte is too large, in one line or in many`(isOneLine: Bool) async throws {
        let line = Array((isOneLine ? "xxxxxxxxxxxxxxxx" : "X-Field: abcde\r\n").utf8)
        let server = try TestServer { _ in
            Reply([.send(Array("HTTP/1.1 200 OK\r\nX-Long: ".utf8)), .repeat(line, count: 65536)])
        }
        let failure = await probe(server.url(), limits: ProbeRequest.Limits(total: .seconds(60))).failure
        expect(failure?.kind, .headerTooLarge)
        expect(failure?.partialResponse, nil)
    }

    @Test func `A header beyond libcurl's own limit is reported as too large`() async throws {
        let server = try TestServer { _ in
            Reply([.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .repeat(Array("X-Field: abcde\r\n".utf8), count: 65536)])
        }
        let limits = ProbeRequest.Limits(total: .seconds(60), maximumHeaderSize: .max)
        await expect(probe(server.url(), limits: limits).failure?.kind, .headerTooLarge)
    }

    @Test func `Endless interim responses are reported as a header too large`() async throws {
        let server = try TestServer { _ in
            Reply([.repeat(Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8), count: 100_000)])
        }
        await expect(probe(server.url()).failure?.kind, .headerTooLarge)
    }
}
#endif
