#if os(Linux) && canImport(CCurl)
import ConnectivityCore
import ConnectivityKit
import ConnectivityNames
import ConnectivityRegistry
import ConnectivityTestKit
import Testing
import TestSupport

/// Rounds whose questions go to name servers.
@Suite struct `Rounds with questions to name servers` {
    private static func network(_ configured: Bool = false) -> NetworkInterface {
        var stated = Provisioning(origin: "settings", nameServers: ["192.0.2.53"])
        if configured { stated.encryptedResolvers = [EncryptedResolver(.configured, .tls)] }
        return NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 100)],
            egress: [.ipv4],
            nameServers: ["192.0.2.53"],
            provisioning: [stated]
        )
    }

    /// Asks once, with genuine answers to all questions to name servers and nothing else.
    private static func assess(
        _ endpoints: String,
        policy: String = "policy.evidence",
        on interface: NetworkInterface = network()
    ) async throws -> Assessment {
        let text = #"{"endpoints": \#(endpoints), "policy": "\#(policy)"}"#
        var configuration = try PipelineConfiguration(json: text.utf8, registry: .standard())
        configuration.source = StaticInterfaceSource(InterfaceSnapshot([interface], nameServers: ["127.0.0.53"]))
        configuration.probers = [
            ClosureProber(kinds: [.http, "dns", "dot", "doh"]) { request in
                guard let asked = request.question.dnsRecords else {
                    return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.connect))))
                }
                let data = ["one.one.one.one": "1.1.1.1", "dns.google": "8.8.8.8"][asked.name.description] ?? "9.9.9.9"
                let record = DNSAnswer.Record(asked.name, asked.type, ttl: 60, data: data)
                let facts = DNSAnswer(asked.name, records: [record]).facts
                var exchange = ProbeExchange(
                    request: request,
                    outcome: .success(Answer.other(request.question.kind, facts))
                )
                exchange.authentication = request.question.kind == "dns" ? nil : .verified
                return exchange
            }
        ]
        return try await Pipeline(configuration) {}.assess()
    }

    @Test(arguments: ["policy.evidence", "policy.quorum"])
    func `Name lookups over TLS and HTTPS prove the server, and plain ones prove nothing`(policy: String) async throws {
        let facts = [
            "dns": #"{"name": "dns.google", "server": "192.0.2.53"}"#,
            "dot": #"{"name": "dns.google", "to": "192.0.2.53"}"#,
            "doh": #"{"name": "dns.google", "url": "https://192.0.2.53/dns-query"}"#,
        ]
        var results: [String: [String]] = [:]
        for (kind, facts) in facts {
            let known = #""\#(kind).cloudflare", "\#(kind).google", "\#(kind).quad9""#
            let own =
                #"{"question": {"kind": "\#(kind)", "facts": \#(facts)}, "owner": "me", "expect": "validator.dns-records"}"#
            var accesses: [String] = []
            for endpoints in [known, own, "\(known), \(own)", "\(known), \"default\""] {
                let assessment = try await Self.assess("[\(endpoints)]", policy: policy)
                expect(
                    assessment.endpoints.contains { $0.verdict.finding == .genuine },
                    (kind != "dns"),
                    "\(assessment)"
                )
                accesses.append(assessment.access.name)
            }
            // If nothing over HTTP answers, names alone are not the Internet.
            #expect(accesses.last != "online")
            results[kind] = accesses
        }
        expect(results["dot"], results["doh"], "\(results)")
        expect(results["dns"]?.contains("online"), false, "\(results)")
    }

    @Test func `A question to the network's own name servers goes to them and not to a stub of this device`()
        async throws
    {
        let asked = try await Self.assess(#"["dns.resolver", "dns.google", "dot.google"]"#)
        let servers = Dictionary(
            asked.endpoints.map { ($0.name, $0.exchange.request.path.nameServers) },
            uniquingKeysWith: { $1 }
        )
        expect(servers["dns.resolver"], ["192.0.2.53"])
        #expect(servers["dns.google"] == [] && servers["dot.google"] == [])
    }

    @Test func `A caveat says that names come over TLS alone`() async throws {
        let own = #"[{"url": "https://www.example.net/", "expect": "validator.empty"}]"#
        try await expect(Self.assess(own, on: Self.network(true)).caveats, [.encryptedNames])
        #expect(try await Self.assess(own).caveats.isEmpty)
        // A question to an address, or to a name server itself, does not depend on it.
        let addressed = #"[{"url": "https://192.0.2.80/", "expect": "validator.empty"}, "dns.resolver"]"#
        #expect(try await Self.assess(addressed, on: Self.network(true)).caveats.isEmpty)
    }
}
#endif
