#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityKit
import ConnectivityTLS
import ConnectivityTestServer
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable)))
struct `Redirects that a pipeline's prober follows` {
    @Test func `A redirect from HTTP to HTTPS leads to a verified answer, and takes no field along`() async throws {
        let authority = try TestAuthority()
        let received = Mutex<[String]>([])
        let security = TestServer.Security(authority: authority) { _ in .init(.good) }
        let server = try TestServer(security: security) { head in
            received.withLock { $0.append("\(head.target) \(head.headers["X-Key"] ?? "-")") }
            return switch head.target {
            case "/": .message(status: 301, headers: ["Location": "https://good.example/home"])
            case "/home": .message(status: 200, body: Array("pong".utf8))
            default: .message(status: 302, headers: ["Location": "\(head.target)x"])
            }
        }
        defer { server.stop() }
        let caFile = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        try authority.certificatePEM.write(toFile: caFile, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: caFile) }
        let prober = CurlProber(caFile: caFile, connectTo: "127.0.0.1:\(server.port)").withStandardOperators()

        func ask(_ url: HTTPURL, follow: Int) async -> ProbeExchange {
            var question = HTTPQuestion(url, headers: ["X-Key": "s3cret"])
            (question.redirectCountMax, question.readsTLS) = (follow, true)
            return await prober.probe(ProbeRequest(.http(question), limits: ProbeRequest.Limits(total: .seconds(60))))
        }
        let exchange = await ask("http://good.example/", follow: 2)
        #expect(exchange.response?.body == Array("pong".utf8) && exchange.authentication == .verified, "\(exchange)")
        expect(exchange.httpConnection.redirects.map(\.status), [301])
        expect(exchange.httpConnection.answeredURL, "https://good.example/home")
        expect(exchange.httpConnection.tls?.chain.first?.names, ["good.example"])
        expect(received.withLock { $0 }, ["/ s3cret", "/home -"])

        let endless = await ask("https://good.example/a", follow: 5)
        #expect(endless.response?.status == 302 && endless.httpConnection.redirectRefusal == .limit)
        #expect(endless.httpConnection.redirects.count == 5 && received.withLock { $0.count } == 2 + 6)
        let unfollowed = await ask("http://good.example/", follow: 0)
        #expect(unfollowed.response?.status == 301 && unfollowed.httpConnection.redirects.isEmpty)
    }
}
#endif
