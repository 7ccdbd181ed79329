#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityCurl
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// A name server that never answers must not delay a probe beyond its limit, and must not delay other probes.
@Suite(.needs(.namespaces))
struct DeadNameServerTests {
    @Test func `A dead name server delays no other probe`() async {
        await #expect(processExitsWith: .success) {
            let network = try NamedNetwork(NameRule(name: "*", result: .silence))
            let server = try TestServer { _ in .message(status: 200) }
            let prober = CurlProber()
            // This probe starts the driver's thread from this thread, and therefore inside the namespaces. It
            // reaches a server that listens only there.
            await expect(probe(server.url(), with: prober).success?.status, 200)

            let byName = ProbeRequest("http://captive.example/", limits: ProbeRequest.Limits(total: .milliseconds(300)))
            let start = ContinuousClock.now
            async let lookups = withTaskGroup { group in
                for _ in 0..<8 { group.addTask { await prober.probe(byName) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            var slowest = Duration.zero
            for _ in 0..<100 {
                let exchange = await probe(server.url(), with: prober)
                expect(exchange.success?.status, 200)
                slowest = max(slowest, exchange.timings.total)
            }
            // A prober that waits for an abandoned lookup is blocked for two minutes.
            #expect(slowest < .seconds(3))
            for exchange in await lookups {
                expect(exchange.failure?.kind, .timedOut(.nameLookup))
                expect(exchange.timings.nameLookup, nil)
                #expect(exchange.timings.total >= .milliseconds(299))
                expect(exchange.remoteAddress, nil)
            }
            #expect(ContinuousClock.now - start < .seconds(5))
            withExtendedLifetime(network) {}
        }
    }

    @Test func `The limit and a cancellation end a hanging lookup`() async {
        await #expect(processExitsWith: .success) {
            let network = try NamedNetwork(NameRule(name: "*", result: .silence))
            let server = try TestServer { _ in .message(status: 200) }
            let prober = CurlProber()
            await expect(probe(server.url(), with: prober).success?.status, 200)

            let limits = ProbeRequest.Limits(total: .milliseconds(400))
            let start = ContinuousClock.now
            let exchange = await prober.probe(ProbeRequest("http://captive.example/", limits: limits))
            expect(exchange.failure?.kind, .timedOut(.nameLookup))
            #expect(ContinuousClock.now - start < .seconds(5))

            let cancelling = ContinuousClock.now
            await withTaskGroup { group in
                let patient = ProbeRequest.Limits(total: .seconds(100))
                group.addTask { await prober.probe(ProbeRequest("https://captive.example/", limits: patient)) }
                for _ in 0..<100 { _ = await probe(server.url(), with: prober) }
                group.cancelAll()
                for await exchange in group { expect(exchange.failure?.kind, .cancelled) }
            }
            #expect(ContinuousClock.now - cancelling < .seconds(5))
            withExtendedLifetime(network) {}
        }
    }
}
#endif
