#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Testing
import TestSupport

/// Many concurrent probes, and their cancellation.
@Suite struct ConcurrencyTests {
    @Test func `Two hundred probes run at once on one prober`() async throws {
        let server = try TestServer { request in
            TestServer.Reply(
                [.wait(.seconds(1))]
                    + TestServer.Reply.message(status: 200, body: Array(request.target.utf8)).actions
            )
        }
        let prober = CurlProber()
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let exchange = await probe(
                        server.url("/\(number)"),
                        with: prober,
                        limits: ProbeRequest.Limits(total: .seconds(100))
                    )
                    expect(text(exchange.success?.body), "/\(number)")
                }
            }
        }
        // Sequentially they would take two hundred seconds.
        #expect(ContinuousClock.now - start < .seconds(100))
        expect(server.requestCount, 200)
    }

    @Test func `Cancelling a hundred probes ends them all at once`() async throws {
        let connections = Counter()
        let server = try TestServer { _ in
            connections.increment()
            return TestServer.Reply([.wait(.seconds(1200))])
        }
        let prober = CurlProber()
        await withTaskGroup(of: ProbeExchange.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await prober.probe(ProbeRequest(server.url(), limits: ProbeRequest.Limits(total: .seconds(1200))))
                }
            }
            // By then some wait for the response, some are connecting, and some have not started.
            while connections.value < 50 { await Task.yield() }
            let start = ContinuousClock.now
            group.cancelAll()
            for await exchange in group { expect(exchange.failure?.kind, .cancelled) }
            // Without the cancellation it would take 20 minutes; other tests may occupy the processors for some
            // seconds.
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test func `A probe cancelled before its start sends nothing`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let prober = CurlProber()
        await withTaskGroup(of: ProbeExchange.self) { group in
            group.cancelAll()
            group.addTask { await prober.probe(ProbeRequest(server.url())) }
            for await exchange in group { expect(exchange.failure?.kind, .cancelled) }
        }
        expect(server.requestCount, 0)
    }

    @Test func `A probe cancelled in the body keeps the received part`() async throws {
        let server = try TestServer { _ in
            TestServer.Reply([
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".utf8)), .wait(.seconds(600)),
            ])
        }
        let request = ProbeRequest(server.url(), limits: ProbeRequest.Limits(total: .seconds(600)))
        // The test cannot observe when the body has arrived, so it waits longer each time until it has.
        for attempt in 1...200 {
            let exchange = await withTaskGroup(of: ProbeExchange.self) { group in
                group.addTask { await CurlProber().probe(request) }
                while server.requestCount < attempt { await Task.yield() }
                try? await Task.sleep(for: .milliseconds(attempt))
                group.cancelAll()
                return await group.next()
            }
            expect(exchange?.failure?.kind, .cancelled)
            guard let body = exchange?.response?.body, !body.isEmpty else { continue }
            return expect(text(body), "half")
        }
        Issue.record("no cancellation came after the body")
    }

    @Test func `A probe completes even if only the probe itself holds the prober`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        for _ in 0..<20 {
            await expect(CurlProber().probe(ProbeRequest(server.url())).success?.status, 200)
        }
    }
}
#endif
