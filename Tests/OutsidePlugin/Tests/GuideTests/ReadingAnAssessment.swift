import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import Testing

// Code of the guide "Reading an assessment", which the tests of the guides compare with this file.

func lines(_ assessment: Assessment) -> [String] {
    assessment.endpoints.map { report in
        let verdict = report.verdict
        let status = report.exchange.response.map { "status \($0.status)" } ?? "no response"
        return "\(report.name) of \(report.owner): \(verdict.finding), \(verdict.reason.sentence) (\(status))"
    }
}

@Suite struct `The reader of the guide` {
    @Test func `Each endpoint has a line with its name, its owner, its verdict and its status`() throws {
        let assessment = try simulate { clock in
            let source = StaticInterfaceSource(InterfaceSnapshot([.wifi]))
            let prober = ClosureProber { request in
                let isApple = request.url?.host.hasSuffix("apple.com") == true
                let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.example/"])
                let failure = ProbeFailure(.timedOut(.connect))
                return ProbeExchange(request: request, outcome: isApple ? .success(portal) : .failure(failure))
            }
            return try await Pipeline(source: source, prober: prober, clock: clock) {
                Endpoint.apple
                Endpoint.google
            }
            .assess()
        }
        #expect(
            lines(assessment) == [
                "apple.hotspot of Apple: captive, redirected (302) to \"http://login.example/\" (status 302)",
                "google.connectivitycheck of Google: failed, the connection attempt timed out (no response)",
            ]
        )
    }
}
