#if Curl
import ConnectivityCore
import ConnectivityCurl
import ConnectivityFixtures
import Testing

/// What is wrong with a peer that should speak TLS, each told apart from the others.
@Suite(.enabled(if: TLSServer.isAvailable, "the openssl command is not here"))
struct TLSTests {
    private func prober(_ server: TLSServer, trusting: Bool) -> CurlProber {
        CurlProber(caFile: trusting ? server.certificateFile : nil, connectTo: "127.0.0.1:\(server.port)")
    }

    @Test func `A certificate that is trusted and fits is accepted`() async throws {
        let server = try TLSServer()
        let exchange = await probe("https://good.example/", with: prober(server, trusting: true))
        #expect(exchange.success?.status == 200)
        #expect(exchange.timings.connect != nil)
        #expect(exchange.timings.tls != nil)
        #expect(exchange.timings.response != nil)
    }

    @Test func `A certificate that signs itself has an unknown authority`() async throws {
        let server = try TLSServer()
        let exchange = await probe("https://good.example/", with: prober(server, trusting: false))
        #expect(exchange.failure?.kind == .tls(.unknownAuthority))
        #expect(exchange.response == nil)
        #expect(exchange.timings.connect != nil)
        #expect(exchange.timings.tls == nil)
    }

    @Test func `A certificate for another host is told as such`() async throws {
        let server = try TLSServer()
        let exchange = await probe("https://other.example/", with: prober(server, trusting: true))
        #expect(exchange.failure?.kind == .tls(.wrongHost))
    }

    @Test func `A certificate past its end is expired`() async throws {
        let server = try TLSServer(validFrom: "20200101000000Z", to: "20200102000000Z")
        let exchange = await probe("https://good.example/", with: prober(server, trusting: true))
        #expect(exchange.failure?.kind == .tls(.expired))
    }

    @Test func `A certificate before its beginning is expired too`() async throws {
        let server = try TLSServer(validFrom: "20980101000000Z", to: "20990101000000Z")
        let exchange = await probe("https://good.example/", with: prober(server, trusting: true))
        #expect(exchange.failure?.kind == .tls(.expired))
    }

    @Test func `Probers with different authorities do not share their trust`() async throws {
        let server = try TLSServer()
        for trusting in [true, false, true] {
            let exchange = await probe("https://good.example/", with: prober(server, trusting: trusting))
            #expect((exchange.success != nil) == trusting)
        }
    }

    @Test func `An authority file that is missing is no fault of the peer`() async throws {
        let server = try TLSServer()
        let prober = CurlProber(caFile: "/nonexistent/ca.pem", connectTo: "127.0.0.1:\(server.port)")
        #expect(await probe("https://good.example/", with: prober).failure?.kind == .other(code: 77))
    }

    @Test func `HTTP on a TLS port is a fault of the protocol`() async throws {
        let server = try FixtureServer(onConnect: { .lines("HTTP/1.1 200 OK", "Content-Length: 0", "", "") }) { _ in
            .message(status: 200)
        }
        let exchange = await probe(try HTTPURL("https://127.0.0.1:\(server.port)/"))
        #expect(exchange.failure?.kind == .tls(.protocol))
    }

    @Test func `A peer that closes during the handshake is a fault of the protocol`() async throws {
        let server = try FixtureServer(onConnect: { FixtureServer.Reply([]) }) { _ in .message(status: 200) }
        let exchange = await probe(try HTTPURL("https://127.0.0.1:\(server.port)/"))
        #expect(exchange.failure?.kind == .tls(.protocol))
    }
}
#endif
