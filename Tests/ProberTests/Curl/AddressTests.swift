#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Testing
import TestSupport

/// Requests that state the addresses of their host.
@Suite struct AddressTests {
    private let limits = ProbeRequest.Limits(total: .seconds(5))

    private func exchange(_ request: ProbeRequest, _ prober: CurlProber = CurlProber()) async -> ProbeExchange {
        let exchange = await prober.probe(request)
        expect(exchange.request, request)
        return exchange
    }

    private func url(_ port: UInt16) -> HTTPURL { HTTPURL(stringLiteral: "http://name.invalid:\(port)/") }

    @Test func `Connects to the request's addresses and keeps the host of the URL`() async throws {
        let server = try TestServer { .message(status: 200, headers: ["X-Host": $0.host ?? "-"]) }
        let request = ProbeRequest(url(server.port), addresses: ["127.0.0.1"], limits: limits)
        let exchange = await exchange(request)
        expect(exchange.success?.headers["X-Host"], "name.invalid:\(server.port)")
        expect(exchange.remoteAddress, "127.0.0.1")
        expect(exchange.caveats, [])
    }

    @Test func `Tries the addresses one after the other`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        for addresses: [IPAddress] in [["ff02::1", "127.0.0.1"], ["127.0.0.1", "ff02::1"], ["::1", "127.0.0.1"]] {
            let exchange = await exchange(ProbeRequest(url(server.port), addresses: addresses, limits: limits))
            expect(exchange.success?.status, 200)
            expect(exchange.remoteAddress, "127.0.0.1")
        }
    }

    @Test func `Concurrent probes of one host do not mix their addresses or keep them for later`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let prober = CurlProber()
        let there = ProbeRequest(url(server.port), addresses: ["127.0.0.1"], limits: limits)
        var nowhere = there
        nowhere.path.addresses = ["224.0.0.1"]
        await withTaskGroup(of: ProbeExchange.self) { group in
            for request in Array(repeating: [there, nowhere], count: 30).joined() {
                group.addTask { await prober.probe(request) }
            }
            for await exchange in group {
                #expect(
                    exchange.request == there ? exchange.success?.status == 200 : exchange.failure?.kind == .unreachable
                )
            }
        }
        var byName = there
        byName.path.addresses = []
        await expect(exchange(byName, prober).failure?.kind, .nameLookup)
    }

    @Test func `Addresses of another family than the requested one are unreachable`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        var request = ProbeRequest(url(server.port), family: .ipv6, addresses: ["127.0.0.1"], limits: limits)
        await expect(exchange(request).failure?.kind, .unreachable)
        request.path.addresses = ["::1", "127.0.0.1"]
        await expect(exchange(request).failure?.kind, .connectionRefused)
        request.path.family = .ipv4
        await expect(exchange(request).success?.status, 200)
        expect(server.requestCount, 1)
    }

    @Test func `Connects to the address in the URL and ignores the request's addresses`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let request = ProbeRequest(server.url(), addresses: ["224.0.0.1"], limits: limits)
        await expect(exchange(request).success?.status, 200)
    }

    /// TCP to a multicast address fails in the kernel, as if there were no route of that family.
    @Test(
        arguments: [
            ["127.0.0.1", "ff02::1"], ["ff02::1", "127.0.0.1"], ["::1", "224.0.0.1"], ["224.0.0.1", "::1"],
            ["224.0.0.1", "127.0.0.1"], ["127.0.0.1", "224.0.0.1"], ["127.0.0.1", "224.0.0.1", "ff02::1"],
        ] as [[IPAddress]]
    )
    func `A refused connection takes precedence over a missing route`(addresses: [IPAddress]) async throws {
        let server = try TestServer { _ in .message(status: 200) }
        server.stop()
        for _ in 0..<5 {
            let request = ProbeRequest(url(server.port), addresses: addresses, limits: limits)
            await expect(exchange(request).failure?.kind, .connectionRefused)
        }
    }

    @Test func `A bound probe whose host the system looks up carries a caveat`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        var bound = ProbeRequest(
            HTTPURL(stringLiteral: "http://localhost:\(server.port)/"),
            interface: "lo",
            limits: limits
        )
        await expect(exchange(bound).caveats, [.nameLookupBySystem])
        bound.path.interface = nil
        await expect(exchange(bound).caveats, [])
        let literal = ProbeRequest(server.url(), interface: "lo", limits: limits)
        await expect(exchange(literal).caveats, [])
        let named = ProbeRequest("http://name.invalid/", interface: "lo", limits: limits)
        for (prober, caveats) in [
            (CurlProber(connectTo: "127.0.0.1:\(server.port)"), []),
            (CurlProber(connectTo: "localhost:\(server.port)"), [.nameLookupBySystem]),
            (CurlProber(proxy: "http://127.0.0.1:\(server.port)"), []),
            (CurlProber(proxy: "localhost:\(server.port)"), [.nameLookupBySystem]),
        ] as [(CurlProber, [ProbeExchange.Caveat])] {
            let exchange = await exchange(named, prober)
            expect(exchange.success?.status, 200)
            expect(exchange.caveats, caveats)
        }
    }
}
#endif
