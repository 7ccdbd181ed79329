#if os(Linux)
import ConnectivityCore
import ConnectivityFixtures
import ConnectivityURLSession
import Foundation
import Testing

/// What probes leave behind, counted in a process of its own because other tests open things as well.
@Suite struct LifetimeTests {
    @Test func `Five hundred probes leave no descriptors, threads or sessions behind`() async {
        await #expect(processExitsWith: .success) {
            let server = try FixtureServer { request in
                .message(status: request.target == "/302" ? 302 : 200, headers: ["Location": "/"])
            }
            let silent = try FixtureServer { _ in FixtureServer.Reply([.wait(.seconds(300))]) }
            let prober = URLSessionProber()
            for _ in 0..<20 { _ = await prober.probe(ProbeRequest(server.url())) }
            try await settle()
            let (descriptors, threads) = (count("/proc/self/fd"), count("/proc/self/task"))
            for number in 0..<500 {
                let isSlow = number % 25 == 0
                let url = isSlow ? silent.url() : server.url(number % 2 == 0 ? "/" : "/302")
                let limits = ProbeLimits(total: isSlow ? .milliseconds(50) : .seconds(30))
                let asked = number % 2 == 0 ? prober : URLSessionProber()
                let exchange = await asked.probe(ProbeRequest(url, limits: limits))
                #expect((exchange.success == nil) == isSlow)
            }
            try await settle()
            let (descriptorsLeft, threadsLeft) = (count("/proc/self/fd"), count("/proc/self/task"))
            #expect(descriptorsLeft <= descriptors + 25, "\(descriptors) before")
            #expect(threadsLeft <= threads + 40, "\(threads) before")
        }
    }
}

private func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
}

/// Waits up to ten seconds until the number of descriptors stays the same for half a second.
private func settle() async throws {
    var last = -1
    for _ in 0..<20 {
        let current = count("/proc/self/fd")
        if current == last { return }
        last = current
        try await Task.sleep(for: .milliseconds(500))
    }
}
#endif
