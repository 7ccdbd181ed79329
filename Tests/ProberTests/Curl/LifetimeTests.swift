#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Foundation
import Testing
import TestSupport

/// The threads and descriptors of a prober, counted in a separate process because other tests open some too.
@Suite struct LifetimeTests {
    @Test func `A prober uses one thread and its descriptors only while it is used`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { _ in .message(status: 200) }
            // The first probe of a process also sets up permanent resources of libcurl and the system.
            await expect(CurlProber().probe(ProbeRequest(server.url())).success?.status, 200)
            try await settle { count("/proc/self/fd") }
            let descriptors = count("/proc/self/fd")

            do {
                let unused = (0..<100).map { CurlProber(userAgent: "\($0)") }
                expect(count("/proc/self/fd"), descriptors)
                let used = unused[0]
                let copy = used
                for prober in [used, copy] {
                    await expect(prober.probe(ProbeRequest(server.url())).success?.status, 200)
                }
                #expect(count("/proc/self/fd") > descriptors)
                withExtendedLifetime(unused) {}
            }
            try await settle { count("/proc/self/fd") <= descriptors ? 0 : 1 }
            #expect(count("/proc/self/fd") <= descriptors)

            server.stop()
            let threads = count("/proc/self/task")
            for _ in 0..<50 { _ = await CurlProber().probe(ProbeRequest(server.url())) }
            try await settle { max(0, count("/proc/self/task") - threads - 2) }
            // The runtime may have started a thread or two for its own tasks, but not fifty.
            #expect(count("/proc/self/task") <= threads + 2)
        }
    }
}

private func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
}

/// Waits up to five seconds until a number is zero or stays the same for a tenth of a second.
private func settle(_ number: () -> Int) async throws {
    let deadline = ContinuousClock.now + .seconds(5)
    var last = -1
    while ContinuousClock.now < deadline {
        let current = number()
        if current == 0 || current == last { return }
        last = current
        try await Task.sleep(for: .milliseconds(100))
    }
}
#endif
