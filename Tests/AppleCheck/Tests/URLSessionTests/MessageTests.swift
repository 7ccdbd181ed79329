import ConnectivityCore
import ConnectivityURLSession
import Synchronization
import Testing

@testable import ConnectivityTestServer

/// The contents of requests and responses.
@Suite struct MessageTests {
    @Test func `A response has its header fields and body`() async throws {
        let server = try TestServer { _ in
            .lines("HTTP/1.1 511 Sign in", "Content-Length: 4", "X-Twice: 1", "X-Twice:  2\t ", "", "body")
        }
        let exchange = await probe(server.url("/a/b?c=d"))
        let response = try #require(exchange.success)
        #expect(response.status == 511)
        #expect(response.headers == ["Content-Length": "4", "X-Twice": "1, 2"])
        #expect(text(response.body) == "body")
        #expect(response.completeness == .complete)
    }

    @Test func `Interim responses are ignored`() async throws {
        let server = try TestServer { _ in
            .lines("HTTP/1.1 103 Early Hints", "Link: </x>", "", "HTTP/1.1 204 No Content", "X-Final: 1", "", "")
        }
        let response = try #require(await probe(server.url()).success)
        #expect(response.status == 204)
        #expect(response.headers["X-Final"] == "1")
    }

    @Test(arguments: [300, 301, 302, 303, 304, 305, 307, 308])
    func `A redirect is returned with its body and not followed`(status: Int) async throws {
        let server = try TestServer { _ in
            .message(status: status, headers: ["Location": "/again"], body: Array("moved".utf8))
        }
        let response = try #require(await probe(server.url()).success)
        #expect(response.status == status)
        #expect(response.headers["Location"] == "/again")
        if status != 304 { #expect(text(response.body) == "moved") }
        #expect(server.requestCount == 1)
    }

    @Test func `The body of a redirect is cut at the limit`() async throws {
        let server = try TestServer { _ in
            .message(status: 302, headers: ["Location": "/again"], body: [UInt8](repeating: 0x78, count: 100_000))
        }
        let response = try #require(
            await probe(server.url(), limits: ProbeRequest.Limits(maximumBodySize: 1000)).success
        )
        #expect(response.body.count == 1000)
        #expect(response.completeness == .cutAtLimit)
    }

    @Test func `A request for credentials is returned as the response`() async throws {
        for (status, name) in [(401, "WWW-Authenticate"), (407, "Proxy-Authenticate")] {
            let headers = HeaderFields([.init(name: name, value: "Basic realm=\"x\"")])
            let server = try TestServer { _ in .message(status: status, headers: headers, body: Array("no".utf8)) }
            let exchange = await probe(server.url())
            #expect(exchange.success?.status == status)
            #expect(text(exchange.success?.body) == "no")
            #expect(server.requestCount == 1)
        }
    }

    @Test func `A request carries its method, target, header fields and user agent`() async throws {
        let server = try TestServer { request in
            let names = ["Host", "User-Agent", "X-Probe", "Accept-Encoding", "Cookie"]
            let values = names.map { request.headers[$0].map { "<\($0)>" } ?? "-" }
            let line = "\(request.method) \(request.target) \(values.joined(separator: " "))"
            return .message(status: 200, headers: ["X-Saw": line])
        }
        let host = "127.0.0.1:\(server.port)"
        let head = await probe(server.url("/x?y=%20#z"), method: .head, headers: ["X-Probe": "a: b"]).success
        #expect(head?.headers["X-Saw"] == "HEAD /x?y=%20 <\(host)> <swift-connectivity> <a: b> <identity> -")
        #expect(head?.body == [])

        let named = URLSessionProber(userAgent: "Other/1")
        let get = await probe(server.url(), with: named).success
        #expect(get?.headers["X-Saw"] == "GET / <\(host)> <Other/1> - <identity> -")
        let own = await probe(server.url(), with: named, headers: ["user-agent": "Mine", "Host": "portal.example"])
        #expect(own.success?.headers["X-Saw"] == "GET / <portal.example> <Mine> - <identity> -")
    }

    @Test func `Nothing is sent for an interface or family that URLSession cannot guarantee`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        #expect(await probe(server.url(), interface: "lo").failure?.kind == .unsupported)
        #expect(await probe(server.url(), family: .ipv6).failure?.kind == .unreachable)
        #expect(await probe("http://localhost/", family: .ipv4).failure?.kind == .unsupported)
        let elsewhere = ProbeRequest("http://localhost/", addresses: ["127.0.0.1"])
        #expect(await URLSessionProber().probe(elsewhere).failure?.kind == .unsupported)
        #expect(server.requestCount == 0)
        #expect(await probe(server.url(), family: .ipv4).success?.status == 200)
    }

    @Test func `Cookies, responses and connections are not kept between probes`() async throws {
        let connections = Mutex(0)
        let server = try TestServer(onConnect: {
            connections.withLock { $0 += 1 }
            return nil
        }) { request in
            let headers: HeaderFields = [
                "Set-Cookie": "a=b; Path=/", "Cache-Control": "max-age=1000", "Connection": "keep-alive",
            ]
            return .message(status: request.headers["Cookie"] == nil ? 200 : 500, headers: headers)
        }
        let prober = URLSessionProber()
        for _ in 0..<3 { #expect(await probe(server.url(), with: prober).success?.status == 200) }
        #expect(server.requestCount == 3)
        #expect(connections.withLock { $0 } == 3)
    }

    @Test func `An unrequested content coding is decoded, and the header stays unchanged`() async throws {
        // "genuine", compressed by gzip(1) without name and time.
        let zipped: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x4F, 0xCD, 0x2B, 0xCD, 0xCC, 0x4B, 5, 0, 0x2F, 0x89, 7, 0x70,
            7, 0, 0, 0,
        ]
        let server = try TestServer { _ in
            .message(status: 200, headers: ["Content-Encoding": "gzip"], body: zipped)
        }
        let response = try #require(await probe(server.url()).success)
        #expect(text(response.body) == "genuine")
        #expect(response.headers["Content-Encoding"] == "gzip")
        #expect(response.headers["Content-Length"] == "\(zipped.count)")
        #expect(response.completeness == .complete)
    }
}
