// Shared by the tests of probers through symbolic links.

import ConnectivityCore
import Testing

@testable import ConnectivityTestServer

#if URLSession
import ConnectivityURLSession
#elseif canImport(CCurl)
import ConnectivityCurl
#endif

#if canImport(CCurl) || URLSession
/// Behaviour that all probers have in common.
@Suite struct EveryProberTests {
    typealias Fault = TestServer.Fault

    @Test func `Only a POST sends a body, byte for byte`() async throws {
        let server = try TestServer { request in
            .message(status: 200, headers: ["X-Saw": request.method], body: request.body)
        }
        let body = (0...255).map(UInt8.init)
        for sent in [body, []] {
            let post = await probe(server.url(), method: .post, body: sent).success
            #expect(post?.headers["X-Saw"] == "POST")
            #expect(post?.body == sent)
        }
        let get = await probe(server.url(), body: body).success
        #expect(get?.headers["X-Saw"] == "GET")
        #expect(get?.body == [])
    }

    @Test(arguments: [
        ("X-Bad", "a\r\nX-Injected: 1"), ("X-Bad", "a\nb"), ("X-Bad", "a\u{0}b"), ("X-Bad\r\nX-Injected", "1"),
        ("", "1"), ("X Bad", "1"), ("X-Bad:", "1"), ("@file", "1"),
    ])
    func `A field or user agent that would break the request is not sent`(name: String, value: String) async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let refusal = Tested.refusal
        let headers = HeaderFields([.init(name: name, value: value)])
        #expect(await probe(server.url(), headers: headers).failure?.kind == refusal)
        let prober = Tested.Prober(userAgent: value)
        if value != "1" { #expect(await probe(server.url(), with: prober).failure?.kind == refusal) }
        #expect(server.requestCount == 0)
    }

    @Test(arguments: [(3, true), (4, false), (5, false), (0, true)])
    func `A body is cut only if it exceeds the limit`(limit: Int, isCut: Bool) async throws {
        let server = try TestServer { _ in .message(status: 200, body: Array("four".utf8)) }
        let response = await probe(server.url(), limits: ProbeRequest.Limits(maximumBodySize: limit)).success
        #expect(response?.completeness == (isCut ? .cutAtLimit : .complete))
        #expect(text(response?.body) == String("four".prefix(limit)))
    }

    @Test func `A short length, valid chunks and a slow drip lose no announced byte`() async throws {
        let reply = TestServer.Reply.message(status: 200, body: Array("genuine".utf8))
        for (fault, body) in [
            (Fault { $0.contentLength = 3 }, "gen"),
            (Fault { $0.chunking = .sound }, "genuine"),
            (Fault { $0.drip = .init(bytes: 40, every: .milliseconds(5)) }, "genuine"),
        ] {
            let server = try TestServer { _ in reply.with(fault) }
            #expect(text(await probe(server.url()).success?.body) == body)
        }
    }

    @Test func `A cancellation at any time ends a probe exactly once`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let prober = Tested.Prober()
        var ends: [String: Int] = [:]
        for round in 0..<300 {
            await withTaskGroup(of: ProbeExchange.self) { group in
                group.addTask { await prober.probe(ProbeRequest(server.url())) }
                for _ in 0..<(round % 60) { await Task.yield() }
                group.cancelAll()
                for await exchange in group {
                    ends[exchange.failure?.kind.name ?? "success", default: 0] += 1
                }
            }
        }
        #expect(ends.values.reduce(0, +) == 300)
        #expect(Set(ends.keys).isSubset(of: ["success", "cancelled"]))
    }
}
#endif
