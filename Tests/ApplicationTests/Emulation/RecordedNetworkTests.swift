import ConnectivityCore
import ConnectivityEmulation
import ConnectivityTestKit
import TestSupport
import Testing

/// The answers to the questions of clients that follow from the exchanges of an assessment.
@Suite struct `A recorded network` {
    private typealias Report = (url: HTTPURL, outcome: Network.Outcome, finding: Verdict.Finding)

    private func terms(
        _ reports: [Report],
        as access: InternetAccess = .online,
        also exchanges: [ProbeExchange] = [],
        _ detectors: Detector...
    ) -> [String] {
        let interface = NetworkInterface(
            name: "link0",
            index: 2,
            kind: .wifi,
            isUp: true,
            hasCarrier: true,
            addresses: [NetworkInterface.Address("10.0.0.7", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "10.0.0.1", metric: 100)]
        )
        let assessment = Assessment(
            access: access,
            reason: Reason("com.example.test"),
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            endpoints: reports.map { report in
                EndpointReport(
                    name: report.url.host,
                    owner: report.url.host,
                    exchange: ProbeExchange(request: ProbeRequest(report.url), outcome: report.outcome),
                    verdict: Verdict(report.finding, because: "as the test says")
                )
            },
            startedAt: Timestamp(sinceEpoch: .zero),
            duration: .zero
        )
        return RecordedNetwork(assessment, exchanges: exchanges).findings(detectors).map(\.conclusion.term)
    }

    private let leading = Network.Outcome.redirect(to: "http://portal.example/login")

    @Test func `A recorded answer is given as recorded`() {
        let reports: [Report] = [
            ("http://detectportal.firefox.com/canonical.html", .answer(503), .failed),
            ("http://other.example/", .answer(204), .genuine),
        ]
        expect(terms(reports, .firefox, .chromium), ["UNKNOWN", "INTERNET_CONNECTED"])
    }

    @Test func `A question without a recording gets a recorded portal over HTTP rather than a genuine answer`() {
        let reports: [Report] = [
            ("http://a.example/", .answer(204), .genuine), ("http://b.example/", leading, .captive),
            ("https://c.example/", .tls, .failed),
        ]
        expect(terms(reports, as: .partial, .android, .hyperconnectivity), ["PORTAL", "wifiWithoutInternet"])
    }

    @Test func `Silence where no answer is expected is not a genuine answer`() {
        let reports: [Report] = [
            ("http://192.0.2.1/", .silence, .genuine), ("http://a.example/", .silence, .failed),
        ]
        expect(terms(reports, as: .unreachable, .chromium, .windows), ["NO_RESPONSE", "Local"])
    }

    @Test func `Without any exchange over HTTPS the state is unknown`() {
        expect(terms([("http://b.example/", leading, .captive)], .hyperconnectivity), ["unknown"])
    }

    @Test func `Name lookups fail if all names failed`() {
        let failure = Network.Outcome.failure(ProbeFailure(.nameLookup))
        let reports: [Report] = [("http://a.example/", failure, .failed), ("https://b.example/", failure, .failed)]
        expect(terms(reports, .portmaster), ["Offline"])
        expect(terms(reports + [("http://c.example/", .answer(204), .genuine)], .portmaster), ["Online"])
    }

    @Test func `An address family without an address does not contradict the other`() {
        let reports: [Report] = [("http://a.example/", .answer(204), .genuine)]
        expect(terms(reports, .mozillaVPN), ["NoPortal"])
    }

    @Test func `The target of a redirect is taken from all exchanges`() {
        let target: HTTPURL = "http://portal.example/login"
        let page = ProbeExchange(request: ProbeRequest(target), outcome: Network.Outcome.answer(200, [:], "<form>"))
        let reports: [Report] = [("http://b.example/", leading, .captive)]
        expect(terms(reports, .chromium), ["unknown"])
        expect(terms(reports, also: [page], .chromium), ["BEHIND_CAPTIVE_PORTAL"])
    }

    @Test func `Nothing answers on a machine without a network`() {
        let reports: [Report] = [("http://a.example/", .answer(204), .genuine)]
        expect(terms(reports, as: .disconnected, .android, .hyperconnectivity), ["INVALID", "wifiWithoutInternet"])
    }
}
