#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

/// Faults of a TLS peer, which a probe must distinguish.
@Suite(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable))) struct TLSTests {
    private typealias Security = TestServer.Security

    /// A server with a certificate, and a file with its authority for a client.
    private final class SecureServer {
        let server: TestServer
        let caFile: String

        init(_ handshake: Security.Handshake, _ reply: TestServer.Reply = .message(status: 200)) throws {
            let authority = try TestAuthority()
            server = try TestServer(security: Security(authority: authority) { _ in handshake }) { _ in reply }
            caFile = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
            try authority.certificatePEM.write(toFile: caFile, atomically: true, encoding: .utf8)
        }

        convenience init(_ certificate: Security.Certificate) throws { try self.init(Security.Handshake(certificate)) }

        deinit { try? FileManager.default.removeItem(atPath: caFile) }

        func prober(trusting: Bool = true) -> CurlProber {
            CurlProber(caFile: trusting ? caFile : nil, connectTo: "127.0.0.1:\(server.port)")
        }
    }

    @Test func `A trusted and matching certificate is accepted`() async throws {
        let server = try SecureServer(.good)
        let exchange = await probe("https://good.example/", with: server.prober())
        expect(exchange.success?.status, 200)
        #expect(exchange.timings.connect != nil)
        #expect(exchange.timings.tls != nil)
        #expect(exchange.timings.response != nil)
    }

    @Test func `An added authority verifies the user's own host, and intercepts a built-in one`()
        async throws
    {
        let server = try SecureServer(.good)
        let own = await probe("https://good.example/", with: server.prober())
        expect(own.authentication, .verified)
        let builtIn = await probe("https://captive.apple.com/hotspot-detect.html", with: server.prober())
        expect(builtIn.authentication, .intercepted)
        let failed = await probe("https://captive.apple.com/", with: server.prober(trusting: false))
        expect(failed.authentication, nil)
    }

    @Test func `A certificate of an unknown authority fails as such`() async throws {
        let server = try SecureServer(.good)
        let exchange = await probe("https://good.example/", with: server.prober(trusting: false))
        expect(exchange.failure?.kind, .tls(.unknownAuthority))
        expect(exchange.response, nil)
        #expect(exchange.timings.connect != nil)
        expect(exchange.timings.tls, nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A pipe in place of the file of authorities fails the probe, so that none waits for its writer`() async throws
    {
        let server = try SecureServer(.good)
        let pipe = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString)").path
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: pipe) }
        let prober = CurlProber(caFile: pipe, connectTo: "127.0.0.1:\(server.server.port)")
        await expect(probe("https://good.example/", with: prober).failure?.kind, .other(.curl, code: 77))
    }

    @Test(arguments: [
        (TestServer.Security.Certificate.expired, ProbeFailure.TLSFault.expired), (.notYetValid, .expired),
        (.selfSigned, .unknownAuthority), (.wrongHost, .wrongHost), (.broken, .protocol),
    ])
    func `Each bad certificate fails as documented, even if its authority is trusted`(
        certificate: TestServer.Security.Certificate,
        fault: ProbeFailure.TLSFault
    ) async throws {
        let server = try SecureServer(certificate)
        let exchange = await probe("https://good.example/", with: server.prober())
        expect(exchange.failure?.kind, .tls(fault))
        expect(server.server.requestCount, 0)
        let facts = try #require(exchange.failure).facts
        let days = facts["certificate"]?.record?["daysLeft"]?.number ?? .nan
        switch certificate {
        case .expired: #expect(facts["cause"] == "certificate-expired" && (-2..<0).contains(days))
        case .notYetValid: #expect(facts["cause"] == "certificate-not-yet-valid" && days > 1)
        default: #expect(facts["cause"] == nil && days.isNaN, "only a time that is known is shown")
        }
    }

    @Test func `A late TLS handshake times out in the TLS phase`() async throws {
        let server = try SecureServer(Security.Handshake(.good, delay: .seconds(300)))
        let limits = ProbeRequest.Limits(total: .milliseconds(300))
        let exchange = await probe("https://good.example/", with: server.prober(), limits: limits)
        expect(exchange.failure?.kind, .timedOut(.tls))
    }

    @Test func `A fault after the TLS handshake is reported as without TLS`() async throws {
        for (ending, kind) in [
            (TestServer.Fault.Cut.Ending.close, ProbeFailure.Kind.truncated), (.reset, .connectionReset),
        ] {
            let fault = TestServer.Fault { $0.cut = .init(after: 4, of: .body, by: ending) }
            let reply = TestServer.Reply.message(status: 200, body: Array("halfhalf".utf8))
            let server = try SecureServer(Security.Handshake(.good), reply.with(fault))
            let failure = await probe("https://good.example/", with: server.prober()).failure
            expect(failure?.kind, kind)
            expect(text(failure?.partialResponse?.body), "half")
        }
    }

    @Test func `A large body arrives complete over TLS, and an IP address can have a certificate`() async throws {
        let body = [UInt8](repeating: 0x78, count: 200_000)
        let server = try SecureServer(Security.Handshake(.good), .message(status: 200, body: body))
        let exchange = await probe(server.server.url(scheme: .https), with: server.prober())
        expect(exchange.success?.body, body)
    }

    @Test func `The TLS test server also answers plain HTTP on the same port`() async throws {
        let server = try SecureServer(.good)
        await expect(probe("http://good.example/", with: server.prober()).success?.status, 200)
    }

    @Test func `Probers with different authorities do not share their trust`() async throws {
        let server = try SecureServer(.good)
        for trusting in [true, false, true] {
            let exchange = await probe("https://good.example/", with: server.prober(trusting: trusting))
            expect((exchange.success != nil), trusting)
        }
    }

    @Test func `A missing authority file is not reported as a fault of the peer`() async throws {
        let server = try SecureServer(.good)
        let prober = CurlProber(caFile: "/nonexistent/ca.pem", connectTo: "127.0.0.1:\(server.server.port)")
        await expect(probe("https://good.example/", with: prober).failure?.kind, .other(.curl, code: 77))
    }

    @Test func `Plain HTTP on a TLS port fails as a TLS protocol fault`() async throws {
        let server = try TestServer(onConnect: { .lines("HTTP/1.1 200 OK", "Content-Length: 0", "", "") }) { _ in
            .message(status: 200)
        }
        let exchange = await probe(server.url(scheme: .https))
        expect(exchange.failure?.kind, .tls(.protocol))
    }

    @Test func `A peer that closes during the TLS handshake fails as a TLS protocol fault`() async throws {
        let server = try TestServer(onConnect: { TestServer.Reply([]) }) { _ in .message(status: 200) }
        let exchange = await probe(server.url(scheme: .https))
        expect(exchange.failure?.kind, .tls(.protocol))
    }
}
#endif
