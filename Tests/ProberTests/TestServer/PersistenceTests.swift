import ConnectivityCore
import ConnectivityTestServer
import TestSupport
import Testing

/// Connections that serve more than one request (RFC 9112, section 9.3).
@Suite struct PersistenceTests {
    private func server(_ fault: TestServer.Fault = .init()) throws -> TestServer {
        try TestServer { request in
            .message(status: 200, body: Array("\(request.target)\(request.body.count)".utf8)).with(fault)
        }
    }

    private func exchange(
        _ requests: String,
        _ fault: TestServer.Fault = .init()
    ) throws -> (text: String, ending: LoopbackClient.Ending) {
        let server = try server(fault)
        return try LoopbackClient.exchange(port: server.port, requests)
    }

    private func bodies(_ text: String) -> [String] {
        text.components("HTTP/1.1 ").compactMap { $0.components("\r\n\r\n").last }
    }

    @Test func `Pipelined requests are answered in order, and their bodies are not read as requests`() throws {
        let answer = try exchange(
            "GET /a HTTP/1.1\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 4\r\n\r\nbodyHEAD /c HTTP/1.1\r\n\r\n"
                + "GET /d HTTP/1.1\r\nConnection: close\r\n\r\nGET /e HTTP/1.1\r\n\r\n"
        )
        expect(bodies(answer.text), ["/a0", "/b4", "", "/d0"])
        expect(answer.ending, .orderly)
    }

    @Test func `A HEAD response states the length and has no body`() throws {
        let text = try exchange(
            "HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n"
        ).text
        expect(text, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n")
    }

    @Test(arguments: [
        ("GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n", 1),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\nGET / HTTP/1.0\r\n\r\n", 2),
        ("GET / HTTP/1.1\r\nConnection: te, Close\r\n\r\nGET / HTTP/1.1\r\n\r\n", 1),
    ])
    func `A request's version and options decide if its connection persists`(requests: String, count: Int) throws {
        expect(bodies(try exchange(requests).text).count, count)
    }

    @Test func `An HTTP 1.0 client receives the keep-alive option if the connection persists`() throws {
        let request = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n"
        let text = try exchange(request).text
        expect(text.components("\r\nConnection: keep-alive\r\n").count, 2)
        expect(text.components("\r\nConnection: close\r\n").count, 2)
    }

    @Test func `A connection closes without announcement after the stated number of responses`() throws {
        let requests = String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 3)
        let answer = try exchange(requests, .init { $0.closeAfter = 2 })
        expect(bodies(answer.text), ["/0", "/0"])
        #expect(!answer.text.contains("Connection"))
    }

    @Test func `A client that expects status 100 receives it before it sends its body`() throws {
        let server = try server()
        let client = try LoopbackClient(port: server.port)
        client.send("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(String(decoding: client.readSome(), as: UTF8.self).hasPrefix("HTTP/1.1 100 "))
        client.send("abc")
        expect(bodies(String(decoding: client.readAll().start, as: UTF8.self)), ["/3"])
    }

    @Test func `A request body that is too long is refused before it is sent`() throws {
        let request = "POST / HTTP/1.1\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n"
        #expect(try exchange(request).text.hasPrefix("HTTP/1.1 413 "))
    }

    @Test(arguments: [
        TestServer.Fault { $0.contentLength = 1 }, TestServer.Fault { $0.chunking = .noEnd },
        TestServer.Fault { $0.instead = .garbage },
    ])
    func `A response without a recognizable end closes the connection`(fault: TestServer.Fault) throws {
        let server = try server(fault)
        let answer = try LoopbackClient.exchange(
            port: server.port,
            String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 2)
        )
        expect(answer.ending, .orderly)
        expect(server.requestCount, 1)
    }
}

extension String {
    /// Returns the parts between separators, without empty parts at the beginning.
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = []
        var part = Substring()
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(separator) {
                parts.append(String(part))
                part = ""
                rest = rest.dropFirst(separator.count)
            } else {
                part.append(rest.removeFirst())
            }
        }
        parts.append(String(part))
        return parts.first == "" ? Array(parts.dropFirst()) : parts
    }
}
