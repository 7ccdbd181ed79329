import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite struct TestServerTests {
    private let request = "GET /asked?by=test HTTP/1.1\r\nHost: captive.example\r\nConnection: close\r\n\r\n"

    @Test func `A request reaches the handler unchanged`() throws {
        let server = try TestServer { request in
            let echo = "\(request.method) \(request.target) \(request.host ?? "-") \(request.headers["X-Odd"] ?? "-")"
            return .message(status: 200, body: Array(echo.utf8))
        }
        let answer = try LoopbackClient.exchange(
            port: server.port,
            "GET /asked?by=test HTTP/1.1\r\nHost: captive.example\r\nConnection: close\r\nx-odd:  a\r\n b \r\n\r\n"
        )
        expect(
            answer.text,
            "HTTP/1.1 200 OK\r\nContent-Length: 38\r\nConnection: close\r\n\r\n"
                + "GET /asked?by=test captive.example a b"
        )
        expect(answer.ending, .orderly)
        expect(server.requestCount, 1)
    }

    @Test func `A request body is read up to its Content-Length`() throws {
        let server = try TestServer { .raw($0.body) }
        let client = try LoopbackClient(port: server.port)
        client.send("POST /sign-in HTTP/1.1\r\nContent-Length: 12\r\n\r\nroom")
        client.send("=101&pin=ignored")
        expect(String(decoding: client.readAll().start, as: UTF8.self), "room=101&pin")
    }

    struct Refusal: CustomTestStringConvertible {
        var testDescription: String
        var request: String
        var status: Int

        init(_ name: String, _ request: String, _ status: Int) {
            testDescription = name
            self.request = request
            self.status = status
        }
    }

    @Test(arguments: [
        Refusal("no HTTP", "nonsense\r\n\r\n", 400),
        Refusal("another version", "GET / HTTP/2\r\n\r\n", 400),
        Refusal("a field without a colon", "GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        Refusal("a continuation of nothing", "GET / HTTP/1.1\r\n folded: first\r\n\r\n", 400),
        Refusal("two lengths", "POST / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\n", 400),
        Refusal("a length with a sign", "POST / HTTP/1.1\r\nContent-Length: +0\r\n\r\n", 400),
        Refusal("a negative length", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        Refusal("a chunked body", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        Refusal("a long body", "POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n", 413),
        Refusal("a long header", "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 65536) + "\r\n\r\n", 431),
        Refusal("a header without end", "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 200_000), 431),
    ])
    func `A request beyond the limits is refused and does not reach the handler`(refusal: Refusal) throws {
        let server = try TestServer { _ in .message(status: 200) }
        let answer = try LoopbackClient.exchange(port: server.port, refusal.request)
        #expect(answer.text.hasPrefix("HTTP/1.1 \(refusal.status) "))
        expect(answer.ending, .orderly)
        expect(server.requestCount, 0)
    }

    @Test(arguments: [204, 304])
    func `A response whose status allows no body has no Content-Length`(status: Int) throws {
        let server = try TestServer { _ in .message(status: status) }
        let answer = try LoopbackClient.exchange(port: server.port, request)
        #expect(!answer.text.contains("Content-Length"))
    }

    @Test func `Raw bytes are sent unchanged, and actions are performed in order`() throws {
        let server = try TestServer { _ in
            let start: [TestServer.Action] = [.send([0, 1]), .wait(.milliseconds(1)), .send([255])]
            return .init(start + [.repeat([7, 8], count: 2), .close, .send([9])])
        }
        let client = try LoopbackClient(port: server.port)
        client.send(request)
        expect(client.readAll().start, [0, 1, 255, 7, 8, 7, 8])
    }

    @Test func `A repeat action sends 32 MiB of output and closes the connection normally`() throws {
        let server = try TestServer { _ in .init([.repeat([UInt8](repeating: 65, count: 65536), count: 512)]) }
        let client = try LoopbackClient(port: server.port)
        client.send(request)
        let answer = client.readAll()
        expect(answer.byteCount, 32 << 20)
        expect(answer.ending, .orderly)
    }

    @Test func `A client sees a reset action as a reset connection`() throws {
        let server = try TestServer { _ in .init([.reset]) }
        let answer = try LoopbackClient.exchange(port: server.port, request)
        #expect(answer.text.isEmpty)
        expect(answer.ending, .reset)
    }

    @Test func `A server can close before any request`() throws {
        let server = try TestServer(onConnect: { .init([]) }) { _ in .raw([]) }
        let answer = try LoopbackClient.exchange(port: server.port, request)
        #expect(answer.text.isEmpty)
        expect(answer.ending, .orderly)
        expect(server.requestCount, 0)
    }

    @Test func `A server can reset before any request`() throws {
        let server = try TestServer(onConnect: { .init([.reset]) }) { _ in .raw([]) }
        try expect(LoopbackClient(port: server.port).readAll().ending, .reset)
    }

    @Test func `Stopping ends a stalled connection at once`() throws {
        let server = try TestServer(onConnect: { .init([.send([33]), .wait(.seconds(86400))]) }) { _ in .raw([]) }
        let client = try LoopbackClient(port: server.port)
        expect(client.readSome(), [33])
        server.stop()
        #expect(client.readAll().ending != .timedOut)
    }

    @Test func `Stopping ends a connection whose client does not read`() throws {
        let server = try TestServer { _ in .init([.repeat([UInt8](repeating: 0, count: 65536), count: .max)]) }
        let client = try LoopbackClient(port: server.port)
        client.send(request)
        #expect(!client.readSome().isEmpty)
        server.stop()
        #expect(client.readAll().ending != .timedOut)
    }

    @Test func `Stopping ends a connection whose client sends no request`() throws {
        let server = try TestServer { _ in .raw([]) }
        let client = try LoopbackClient(port: server.port)
        server.stop()
        #expect(client.readAll().ending != .timedOut)
    }

    @Test func `A stopped server refuses connections and can be stopped again`() throws {
        let server = try TestServer { _ in .raw([]) }
        server.stop()
        server.stop()
        #expect(throws: LoopbackClient.Failure.self) { try LoopbackClient(port: server.port) }
    }

    @Test func `A server stops when its last reference is released`() throws {
        let port = try TestServer { _ in .raw([]) }.port
        #expect(throws: LoopbackClient.Failure.self) { try LoopbackClient(port: port) }
    }

    @Test func `Starting a server on a port in use throws the system's error`() throws {
        let server = try TestServer { _ in .raw([]) }
        let error = #expect(throws: TestServerError.self) { try TestServer(port: server.port) { _ in .raw([]) } }
        #expect(error?.step == .bind || error?.step == .listen)
        expect(error?.port, server.port)
        #expect(error?.code != 0)
    }

    #if !canImport(COpenSSL)
    @Test func `Without the trait OpenSSL, authorities and scenarios with certificates throw`() {
        #expect(!TestAuthority.isAvailable)
        #expect(throws: TestAuthorityError(.withoutTrait)) { try TestAuthority() }
        let scenario = Scenario(hosts: ["a.example": .init(tls: .good)])
        #expect(throws: TestAuthorityError(.withoutTrait)) { try scenario.run() }
    }
    #endif

    @Test func `Connections are served concurrently`() throws {
        let server = try TestServer { request in
            request.target == "/slow" ? .init([.wait(.seconds(86400))]) : .message(status: 204)
        }
        let slow = try LoopbackClient(port: server.port)
        slow.send("GET /slow HTTP/1.1\r\n\r\n")
        let answer = try LoopbackClient.exchange(port: server.port, request)
        #expect(answer.text.hasPrefix("HTTP/1.1 204 "))
        server.stop()
        #expect(slow.readAll().ending != .timedOut)
    }

    @Test func `A connection beyond the server's limit is reset if every other has a request`() throws {
        let server = try TestServer { _ in .init([.wait(.seconds(86400))]) }
        let clients = try (0..<256).map { _ throws(LoopbackClient.Failure) in try LoopbackClient(port: server.port) }
        for client in clients { client.send("GET / HTTP/1.1\r\n\r\n") }
        let deadline = ContinuousClock.now + .seconds(60)
        while server.requestCount < 256, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.001) }
        try expect(LoopbackClient(port: server.port).readAll().ending, .reset)
        server.stop()
        #expect(clients.allSatisfy { $0.readAll().ending != .timedOut })
    }

    @Test func `A client with a request is served although 300 others send none`() throws {
        let server = try TestServer { _ in .message(status: 204) }
        let clients = try (0..<300).map { _ throws(LoopbackClient.Failure) in try LoopbackClient(port: server.port) }
        let answer = try LoopbackClient.exchange(port: server.port, request)
        #expect(answer.text.hasPrefix("HTTP/1.1 204 "), "\(answer)")
        #expect(clients[0].readAll().ending != .timedOut)
        server.stop()
    }

    @Test func `A URL of the server has its address and port`() throws {
        let server = try TestServer { _ in .raw([]) }
        expect(server.url("/a?b").description, "http://127.0.0.1:\(server.port)/a?b")
    }

    @Test func `A recorded response is sent with new framing fields`() throws {
        let recorded = ProbeResponse(
            status: 302,
            headers: ["Location": "/in", "Transfer-Encoding": "chunked", "content-length": "999"],
            body: [104, 105]
        )
        let server = try TestServer { _ in .message(recorded) }
        let answer = try LoopbackClient.exchange(port: server.port, request)
        expect(
            answer.text,
            "HTTP/1.1 302 Found\r\nLocation: /in\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
        )
    }
}
