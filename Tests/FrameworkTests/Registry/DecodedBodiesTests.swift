import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import TestSupport
import Testing

@Suite struct `A pipeline from a configuration` {
    /// Answers every probe with Apple's page, converted to UTF-16 as if by a proxy.
    private struct RewritingProxy: Prober {
        let kinds: Set<Question.Kind> = [.http]

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            let page = "\u{FEFF}<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
            let body = page.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200, body: body)))
        }
    }

    @Test func `A configured pipeline decodes bodies before judging, with any prober`() async throws {
        let interface = NetworkInterface(
            name: "test0",
            index: 1,
            kind: .wifi,
            addresses: [NetworkInterface.Address("192.0.2.10", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 600)]
        )
        var configuration = PipelineConfiguration()
        configuration.source = StaticInterfaceSource(InterfaceSnapshot([interface]))
        configuration.prober = RewritingProxy()
        configuration.endpoints = [.apple]
        configuration.schedule.settling = .zero
        let assessment = try await Pipeline(configuration) {}.assess()
        expect(assessment.access, .online, "\(assessment.reason)")
    }
}
