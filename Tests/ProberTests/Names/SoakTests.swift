#if canImport(CCares) && canImport(CCurl) && os(Linux)
import ConnectivityNames
import ConnectivityCore
import ConnectivityCurl
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// The resources used by many concurrent lookups with silent name servers, measured in a separate process.
@Suite(.needs(.namespaces))
struct SoakTests {
    @Test func `Two hundred hanging lookups in c-ares use one thread in total and end in time`() async {
        await #expect(processExitsWith: .success) {
            let peak = try await Peak.of(CurlProber().lookingUpNames(), request(through: "right", limits: Peak.limits))
            #expect(peak.threads <= 3 && peak.descriptors <= 2 * 200 + 10)
            // The sockets are closed when the last lookup has ended; the thread still exists.
            #expect(peak.threadsAfter <= 3 && peak.descriptorsAfter <= 10)
        }
    }

    @Test func `Two hundred hanging lookups of the system use one thread each and end in time`()
        async
    {
        await #expect(processExitsWith: .success) {
            let peak = try await Peak.of(CurlProber(), request(through: "right", asking: [], limits: Peak.limits))
            #expect(peak.threads <= 200 + 10 && peak.descriptors <= 3 * 200 + 10)
        }
    }
}

private final class Ended: Sendable {
    let count = Atomic(0)
}

/// The maximum resources used at one time, in addition to those used before.
private struct Peak {
    static let limits = ProbeRequest.Limits(total: .seconds(2))

    var threads = 0
    var descriptors = 0
    var threadsAfter = 0
    var descriptorsAfter = 0

    /// Sends a request two hundred times concurrently; all must fail in the lookup, and in time.
    static func of(_ prober: some Prober, _ request: ProbeRequest) async throws -> Peak {
        let networks = try await TwoNetworks(
            left: [NameRule(name: "*", result: .silence)],
            right: [NameRule(name: "*", result: .silence)]
        )
        let machine = networks.machine
        return try await machine.run {
            try machine.setNameServers("192.0.2.1")
            var peak = Peak()
            let before = (Self.count("task"), Self.count("fd"))
            let start = ContinuousClock.now
            let ended = Ended()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        let exchange = await prober.probe(request)
                        expect(exchange.failure?.kind, .timedOut(.nameLookup))
                        #expect(exchange.timings.total < .seconds(6))
                        ended.count.add(1, ordering: .relaxed)
                    }
                }
                while ended.count.load(ordering: .relaxed) < 200 {
                    peak.threads = max(peak.threads, Self.count("task") - before.0)
                    peak.descriptors = max(peak.descriptors, Self.count("fd") - before.1)
                    await Task.yield()
                }
            }
            let took = ContinuousClock.now - start
            #expect(took < .seconds(10))
            peak.threadsAfter = Self.count("task") - before.0
            peak.descriptorsAfter = Self.count("fd") - before.1
            print("200 hanging lookups: \(took), \(peak)")
            return peak
        }
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? -1
    }
}
#endif
