import ConnectivityCore
import ConnectivityEmulation
import Synchronization
import TestSupport
import Testing

/// The requests to a network that a prober asks.
@Suite struct `A live network` {
    /// A prober that gives genuine answers to the questions of some kinds, and remembers what it was asked.
    private final class Genuine: Prober {
        let kinds: Set<Question.Kind>
        private let asked = Mutex<[ProbeRequest]>([])
        var requests: [ProbeRequest] { asked.withLock { $0 } }

        init(_ kinds: Set<Question.Kind>) { self.kinds = kinds }

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            guard kinds.contains(request.question.kind) else { return .unsupported(request) }
            asked.withLock { $0.append(request) }
            let question = Detector.all.flatMap(\.questions).first { $0.request.question == request.question }
            return ProbeExchange(request: request, outcome: question?.genuine ?? .failure(ProbeFailure(.unreachable)))
        }
    }

    @Test func `Requests and name lookups are sent once each, over the interface, and all clients are online`() async {
        let prober = Genuine([.http, "dns"])
        let network = LiveNetwork(prober: prober, interface: "eth0")
        let findings = await network.findings(Detector.all)
        #expect(findings.allSatisfy { $0.conclusion.access == .online })
        #expect(prober.requests.allSatisfy { $0.path.interface == "eth0" })
        expect(Set(prober.requests).count, prober.requests.count)
        #expect(prober.requests.contains { $0.question.kind == "dns" })
    }

    @Test func `Without a prober for name servers, what needs a lookup is not known`() async {
        let network = LiveNetwork(prober: Genuine([.http]))
        let findings = await network.findings([.windows, .windows10, .portmaster, .android])
        expect(findings.map(\.conclusion.term), ["Internet", "unknown", "unknown", "VALID"])
    }

    @Test func `With a substitute, only requests over HTTP to port 80 are sent, and to the substitute alone`() async {
        let prober = Genuine([.http, "dns"])
        let gateway: HTTPURL = "http://gateway.example/"
        let network = LiveNetwork(prober: prober, substitute: (gateway, .genuine))
        let findings = await network.findings(Detector.all)
        expect(Set(prober.requests.map(\.url)), [gateway])
        let terms = Dictionary(findings.map { ($0.detector.name, $0.conclusion.term) }) { _, last in last }
        expect(terms["networkmanager"], "LIMITED")
    }

    @Test func `The announced API is asked as such, although another URL is a substitute`() async {
        let prober = Genuine([.http])
        let link = Detector.Link(portalAPI: "https://portal.example/api")
        let network = LiveNetwork(prober: prober, substitute: ("http://gateway.example/", .fail), link: link)
        _ = await network.findings([.chromeOS])
        let asked = prober.requests.compactMap(\.http)
        #expect(asked.contains { $0.url == link.portalAPI && $0.headers["Accept"] == "application/captive+json" })
    }
}
