#if canImport(CCurl)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Foundation
import Testing

@Suite struct ExitTests {
    @Test func `A process can exit while TLS probes are running or have just ended`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let server = try TestServer { _ in .message(status: 204) }
            let url = try HTTPURL("https://127.0.0.1:\(server.port)/")
            let limits = ProbeRequest.Limits(total: .milliseconds(300))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = await CurlProber().probe(ProbeRequest(url, limits: limits)) } }
                // The first probe has ended, the others are in any phase.
                await group.next()
                exit(7)
            }
        }
    }
}
#endif
