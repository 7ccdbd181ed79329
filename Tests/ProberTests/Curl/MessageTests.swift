#if canImport(CCurl)
import ConnectivityCore
@testable import ConnectivityCurl
import ConnectivityTestServer
import Glibc
import Testing
import TestSupport

/// The contents of requests and responses.
@Suite struct MessageTests {
    @Test func `A response has its header fields, body, peer address and timings`() async throws {
        let server = try TestServer { _ in
            .lines("HTTP/1.1 511 Sign in", "Content-Length: 4", "X-Twice: 1", "x-twice:  2\t ", "", "body")
        }
        let exchange = await probe(server.url("/a/b?c=d"))
        let response = try #require(exchange.success)
        expect(response.status, 511)
        expect(response.headers.values(of: "X-Twice"), ["1", "2"])
        expect(response.headers.fields.map(\.name), ["Content-Length", "X-Twice", "x-twice"])
        expect(text(response.body), "body")
        expect(response.completeness, .complete)
        expect(exchange.remoteAddress, IPAddress("127.0.0.1"))
        #expect(exchange.timings.nameLookup != nil)
        #expect(exchange.timings.connect != nil)
        expect(exchange.timings.tls, nil)
        #expect(exchange.timings.response != nil)
    }

    @Test func `Interim responses are ignored`() async throws {
        let server = try TestServer { _ in
            .lines(
                "HTTP/1.1 100 Continue",
                "X-Interim: 1",
                "",
                "HTTP/1.1 103 Early Hints",
                "Link: </x>",
                "",
                "HTTP/1.1 204 No Content",
                "X-Final: 1",
                "",
                ""
            )
        }
        let response = try #require(await probe(server.url()).success)
        expect(response.status, 204)
        expect(response.headers, ["X-Final": "1"])
    }

    @Test func `Trailer fields are not part of the header`() async throws {
        let server = try TestServer { _ in
            .lines("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "3", "abc", "0", "X-Trailer: 1", "", "")
        }
        let response = try #require(await probe(server.url()).success)
        expect(response.headers["X-Trailer"], nil)
        expect(text(response.body), "abc")
    }

    @Test func `Decodes folded and non-UTF-8 header values`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nX-Folded: a\r\n  b\r\n\tc\r\nX-Latin: caf".utf8)
        let server = try TestServer { _ in
            .raw(head + [0xE9] + Array("\r\nX-UTF8: café\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        let response = try #require(await probe(server.url()).success)
        expect(response.headers["X-Folded"], "a b c")
        expect(response.headers["X-Latin"], "café")
        expect(response.headers["X-UTF8"], "café")
    }

    @Test func `Content codings are neither requested nor decoded`() async throws {
        let server = try TestServer { request in
            .message(
                status: request.headers["Accept-Encoding"] == nil ? 200 : 500,
                headers: ["Content-Encoding": "gzip"],
                body: Array("not gzip".utf8)
            )
        }
        let response = try #require(await probe(server.url()).success)
        expect(response.status, 200)
        expect(text(response.body), "not gzip")
    }

    @Test func `A redirect is returned as the response and not followed`() async throws {
        let server = try TestServer { _ in .message(status: 302, headers: ["Location": "/again"]) }
        let response = try #require(await probe(server.url()).success)
        expect(response.status, 302)
        expect(response.headers["Location"], "/again")
        expect(server.requestCount, 1)
    }

    @Test func `A request carries its method, target, header fields and user agent`() async throws {
        let server = try TestServer { request in
            let names = ["Host", "User-Agent", "X-Probe", "X-Empty"]
            let values = names.map { request.headers[$0].map { "<\($0)>" } ?? "-" }
            let line = "\(request.method) \(request.target) \(values.joined(separator: " "))"
            return .message(status: 200, headers: ["X-Saw": line])
        }
        let headers: HeaderFields = ["X-Probe": "a: b", "X-Empty": ""]
        let head = await probe(server.url("/x?y=%20#z"), method: .head, headers: headers).success
        let host = "127.0.0.1:\(server.port)"
        expect(head?.headers["X-Saw"], "HEAD /x?y=%20 <\(host)> <swift-connectivity> <a: b> <>")
        expect(head?.body, [])

        let named = CurlProber(userAgent: "Other/1")
        let get = await probe(server.url(), with: named).success
        expect(get?.headers["X-Saw"], "GET / <\(host)> <Other/1> - -")
        let own = await probe(server.url(), with: named, headers: ["User-Agent": "Mine"]).success
        expect(own?.headers["X-Saw"], "GET / <\(host)> <Mine> - -")
    }

    @Test func `Cookies are not kept between probes`() async throws {
        let server = try TestServer { request in
            .message(status: request.headers["Cookie"] == nil ? 200 : 500, headers: ["Set-Cookie": "a=b; Path=/"])
        }
        let prober = CurlProber()
        for _ in 0..<3 { await expect(probe(server.url(), with: prober).success?.status, 200) }
    }

    @Test func `A connection is not reused even if the server keeps it open`() async throws {
        let connections = Counter()
        let server = try TestServer(onConnect: {
            connections.increment()
            return nil
        }) { _ in
            .message(status: 200, headers: ["Connection": "keep-alive"])
        }
        let prober = CurlProber()
        for _ in 0..<3 { await expect(probe(server.url(), with: prober).success?.status, 200) }
        expect(connections.value, 3)
    }

    @Test func `The option connectTo keeps the host of the URL`() async throws {
        let server = try TestServer { .message(status: 200, headers: ["X-Host": $0.host ?? "-"]) }
        let prober = CurlProber(connectTo: "127.0.0.1:\(server.port)")
        let plain = await probe("http://captive.example/", with: prober)
        expect(plain.success?.headers["X-Host"], "captive.example")
        expect(plain.remoteAddress, nil, "the name did not lead there")
        let withPort = await probe("http://captive.example:81/", with: prober)
        expect(withPort.success?.headers["X-Host"], "captive.example:81")
        let unreadable = CurlProber(connectTo: "nonsense:port")
        await expect(probe("http://captive.example/", with: unreadable).failure?.kind, .other(.curl, code: 49))
    }

    @Test func `The configured proxy is used`() async throws {
        let server = try TestServer { .message(status: 200, headers: ["X-Target": $0.target]) }
        let prober = CurlProber(proxy: "http://127.0.0.1:\(server.port)")
        let response = await probe("http://captive.example/x", with: prober).success
        expect(response?.headers["X-Target"], "http://captive.example/x")
        let refused = await probe("https://captive.example/", with: prober)
        #expect(refused.failure != nil)
        expect(refused.response, nil)
    }

    @Test func `The proxy of a request is used instead of the prober's`() async throws {
        let server = try TestServer { .message(status: 200, headers: ["X-Target": $0.target]) }
        var request = ProbeRequest("http://captive.invalid/x")
        request.path.proxy = HTTPURL(stringLiteral: "http://127.0.0.1:\(server.port)/")
        for prober in [CurlProber(), CurlProber(proxy: "http://127.0.0.1:1")] {
            let exchange = await prober.probe(request)
            expect(exchange.response?.headers["X-Target"], "http://captive.invalid/x")
            #expect(exchange.request == request && exchange.remoteAddress == nil)
        }
    }

    @Test(arguments: [
        ("http://proxy.example", "http://proxy.example:80"),
        ("https://proxy.example:443/", "https://proxy.example:443"),
        ("http://[::1]:3128/x", "http://[::1]:3128"),
    ])
    func `A proxy is passed to libcurl with its port`(url: HTTPURL, option: String) {
        expect(CurlProber.option(url), option)
    }

    @Test func `The proxy of the environment is used only if the prober is configured so`() async throws {
        let server = try TestServer { .message(status: 200, headers: ["X-Target": $0.target]) }
        unsafe setenv("http_proxy", "http://127.0.0.1:\(server.port)", 1)
        defer { unsafe unsetenv("http_proxy") }
        let url: HTTPURL = "http://captive.invalid/x"
        let reported = await probe(url, with: CurlProber(proxy: CurlProber.proxyOfEnvironment)).success
        expect(reported?.headers["X-Target"], "http://captive.invalid/x")
        await expect(probe(url, with: CurlProber()).failure?.kind, .nameLookup)
    }

    @Test func `A local name is looked up in the requested family only`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let url = HTTPURL(stringLiteral: "http://localhost:\(server.port)/")
        await expect(probe(url, family: .ipv4).success?.status, 200)
        // The server listens only on the IPv4 address.
        let other = await probe(url, family: .ipv6)
        #expect([.connectionRefused, .unreachable, .nameLookup].contains(other.failure?.kind))
    }
}
#endif
