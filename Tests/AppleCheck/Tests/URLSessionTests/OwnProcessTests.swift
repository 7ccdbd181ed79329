#if os(Linux)
import ConnectivityCore
@testable import ConnectivityTestServer
import ConnectivityURLSession
import Foundation
import Testing

/// Tests of crashes and of leaked resources, in separate processes.
///
/// They run one after the other, because a thread of the tests waits for each process.
@Suite(.serialized) struct OwnProcessTests {
    @Test func `Odd headers end the probe and never the process`() async {
        await #expect(processExitsWith: .success) {
            let headers = [
                "HTTP/1.1 xyz", "HTTP/1.1 200", "HTTP/1.1 99 x", "HTTP/1.1 999 x\r\nA\r\n: b", "HTTP/2 200 ",
                "HTTP/1.1 200 OK\r\n folded: a\r\n b", "HTTP/1.1 200 OK\r\nX: a\r\n\tb", "ICY 200 OK",
                "HTTP/1.1 101 Switching\r\n\r\nrest", "HTTP/1.0 200 OK\n\nbody",
                "HTTP/1.1 200 OK\r\n\u{E9}: 1\r\nContent-Type: \u{FF}", "HTTP/1.1 302 F\r\nLocation: \u{7F}",
                "HTTP/1.1 401 U\r\nWWW-Authenticate: Basic realm=\"", "HTTP/1.1 401 U\r\nWWW-Authenticate: NTLM",
                "HTTP/1.1 401 U\r\nWWW-Authenticate: ,,=", "HTTP/1.1 401 U\r\nWWW-Authenticate: ",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999",
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"",
                "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"",
            ]
            await withTaskGroup { group in
                for header in headers {
                    // Each is also sent with an additional Latin-1 field.
                    for last in [[], Array("\r\nX: ".utf8) + [0xE9, 0xFF]] {
                        group.addTask {
                            let bytes = Array(header.utf8) + last + Array("\r\n\r\n".utf8)
                            guard let server = try? TestServer(handler: { _ in .raw(bytes) }) else {
                                Issue.record("there is no server")
                                return
                            }
                            let exchange = await probe(server.url(), limits: ProbeRequest.Limits(total: .seconds(1)))
                            #expect(exchange.timings.total > .zero)
                        }
                    }
                }
            }
        }
    }

    @Test func `An unusable location is kept unchanged`() async {
        await #expect(processExitsWith: .success) {
            let locations = ["", ":", "//", "http://", "http://[", "?%", "#%zz", "\\\\x", "a b", "http://u:p@h:99999/"]
            for location in locations {
                let server = try TestServer { _ in .message(status: 302, headers: ["Location": location]) }
                let response = try #require(await probe(server.url()).success)
                #expect(response.status == 302)
                #expect(response.headers["Location"] ?? "" == location)
                #expect(server.requestCount == 1)
            }
        }
    }

    @Test func `Foundation still ends the process at certain locations`() async {
        await #expect(processExitsWith: .failure) {
            let server = try TestServer { _ in .message(status: 302, headers: ["Location": "//%00/"]) }
            _ = await probe(server.url())
        }
    }

    @Test func `A redirect during a cancellation does not end the process`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { _ in .message(status: 302, headers: ["Location": "/again"]) }
            let prober = URLSessionProber()
            _ = await prober.probe(ProbeRequest(server.url()))
            for round in 0..<200 {
                let limits = ProbeRequest.Limits(total: .microseconds(500 + 20 * round))
                let exchange = await prober.probe(ProbeRequest(server.url(), limits: limits))
                if let failure = exchange.failure?.kind {
                    #expect([.timedOut(.response), .timedOut(.body)].contains(failure))
                }
            }
        }
    }

    @Test func `Two hundred probes leak no descriptors, threads or sessions`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { request in
                .message(status: request.target == "/302" ? 302 : 200, headers: ["Location": "/"])
            }
            let silent = try TestServer { _ in TestServer.Reply([.wait(.seconds(300))]) }
            let prober = URLSessionProber()
            for _ in 0..<20 { try #require(await prober.probe(ProbeRequest(server.url())).success != nil) }
            try await settle()
            let (descriptors, threads) = (count("/proc/self/fd"), count("/proc/self/task"))
            for number in 0..<200 {
                let isSlow = number % 20 == 0
                let url = isSlow ? silent.url() : server.url(number % 2 == 0 ? "/" : "/302")
                let limits = ProbeRequest.Limits(total: isSlow ? .milliseconds(50) : .seconds(30))
                let asked = number % 2 == 0 ? prober : URLSessionProber()
                let exchange = await asked.probe(ProbeRequest(url, limits: limits))
                try #require((exchange.success == nil) == isSlow)
            }
            try await settle()
            let (descriptorsLeft, threadsLeft) = (count("/proc/self/fd"), count("/proc/self/task"))
            #expect(descriptorsLeft <= descriptors + 20, "\(descriptors) before")
            #expect(threadsLeft <= threads + 40, "\(threads) before")
        }
    }
}

private func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
}

/// Waits up to four seconds until the number of descriptors stays the same for a fifth of a second.
private func settle() async throws {
    var last = -1
    for _ in 0..<20 {
        let current = count("/proc/self/fd")
        if current == last { return }
        last = current
        try await Task.sleep(for: .milliseconds(200))
    }
}
#endif
