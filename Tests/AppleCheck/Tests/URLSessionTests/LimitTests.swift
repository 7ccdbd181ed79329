import ConnectivityCore
import ConnectivityTestKit
import Dispatch
import Testing

@testable import ConnectivityTestServer
@testable import ConnectivityURLSession

/// The request's limits on time and size end a probe, and concurrent probes do not affect each other.
@Suite struct LimitTests {
    private typealias Reply = TestServer.Reply

    @Test func `The URLSession prober obeys the laws of probers`() async throws {
        let server = try TestServer { request in
            request.target == "/silent"
                ? Reply([.wait(.seconds(300))]) : .message(status: 200, body: Array("a body of more bytes".utf8))
        }
        try await ProberLaws.check(
            URLSessionProber(),
            answering: server.url(),
            silent: server.url("/silent"),
            clock: .continuous
        )
    }

    @Test func `A body of ten megabytes is cut exactly at the limit while it arrives`() async throws {
        let server = try TestServer { _ in
            Reply([
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n".utf8)),
                .repeat([UInt8](repeating: 0x78, count: 65536), count: 2), .wait(.seconds(300)),
            ])
        }
        let response = await probe(server.url(), limits: ProbeRequest.Limits(maximumBodySize: 100_001)).success
        #expect(response?.completeness == .cutAtLimit)
        #expect(response?.body.count == 100_001)
    }

    @Test(arguments: [16, 1024])
    func `A header of one megabyte is too large, in one line or in many`(byteCount: Int) async throws {
        // The header has few lines, because thousands of lines block every session of the process.
        let bytes = byteCount == 16 ? "xxxxxxxxxxxxxxxx" : "X-Field: \(String(repeating: "x", count: 1013))\r\n"
        let server = try TestServer { _ in
            Reply([
                .send(Array("HTTP/1.1 200 OK\r\nX-Long: ".utf8)),
                .repeat(Array(bytes.utf8), count: 1_048_576 / byteCount),
            ])
        }
        let failure = await probe(server.url()).failure
        #expect(failure?.kind == .headerTooLarge, "\(failure?.detail ?? "no failure")")
        #expect(failure?.partialResponse == nil)
    }

    @Test func `A header above the request's limit is too large`() async throws {
        let field = HeaderFields(["X-Long": String(repeating: "x", count: 2000)].map { .init(name: $0, value: $1) })
        let server = try TestServer { _ in .message(status: 200, headers: field) }
        let limits = ProbeRequest.Limits(maximumHeaderSize: 1000)
        #expect(await probe(server.url(), limits: limits).failure?.kind == .headerTooLarge)
        #expect(await probe(server.url()).success?.status == 200)
    }

    @Test func `A hanging session delays its probes only up to their limits and later probes not at all`()
        async throws
    {
        let server = try TestServer { _ in .message(status: 200) }
        let prober = URLSessionProber()
        // It hangs like an unanswered name lookup.
        let hanging = prober.sessions.start(URLSessionTransfer(ProbeRequest(server.url())), with: prober)
        let end = DispatchSemaphore(value: 0)
        hanging.queue.async { end.wait() }
        defer { end.signal() }
        let request = ProbeRequest(server.url(), limits: ProbeRequest.Limits(total: .milliseconds(300)))
        let exchange = await prober.probe(request)
        #expect(exchange.failure?.kind == .timedOut(.response))
        #expect(exchange.timings.total < .seconds(2))
        #expect(await probe(server.url(), with: prober).success?.status == 200)
    }

    @Test func `A hundred probes run concurrently on one prober`() async throws {
        let server = try TestServer { request in
            Reply([.wait(.milliseconds(500))] + Reply.message(status: 200, body: Array(request.target.utf8)).actions)
        }
        let prober = URLSessionProber()
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let exchange = await probe(
                        server.url("/\(number)"),
                        with: prober,
                        limits: ProbeRequest.Limits(total: .seconds(40))
                    )
                    #expect(text(exchange.success?.body) == "/\(number)")
                }
            }
        }
        #expect(server.requestCount == 100)
    }
}
