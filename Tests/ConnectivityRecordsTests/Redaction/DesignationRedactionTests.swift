import ConnectivityCore
import ConnectivityRecords
import Testing

/// What a name server designates (RFC 9462) is hexadecimal digits in a recording, which look like a token.
@Suite struct `A redaction of designations` {
    /// Priority 1, a host name of these labels, the protocol h2 and an address, with a path.
    private static func facts(of labels: [String], path: String = "/dns-query{?dns}") -> Facts {
        let host: [UInt8] = labels.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
        func parameter(_ key: UInt8, _ value: [UInt8]) -> [UInt8] { [0, key, 0, UInt8(value.count)] + value }
        let parameters = parameter(1, [2] + Array("h2".utf8)) + parameter(4, [192, 0, 2, 53])
        let bytes: [UInt8] = [0, 1] + host + parameters + parameter(7, Array(path.utf8))
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return [
            "name": "_dns.resolver.arpa", "rcode": "NOERROR", "server": "192.0.2.1", "transport": "udp",
            "records": [
                .record([
                    "name": "_dns.resolver.arpa", "type": "SVCB", "ttl": 60,
                    "data": .text(##"\# \##(bytes.count) \##(digits)"##),
                ])
            ],
        ]
    }

    private static func redacted(_ facts: Facts, hiding texts: [String] = []) -> Facts? {
        var rules = Redaction.standard
        rules.texts = texts
        let request = ProbeRequest(.other("dns", ["name": "_dns.resolver.arpa", "type": "SVCB"]))
        let exchange = ProbeExchange(request: request, outcome: .success(.other("dns", facts)))
        let session = SessionRecording(
            provenance: .init(source: "a test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "a test"),
            events: [.init(at: .zero, .round([.init(exchange)]))]
        )
        guard case .success(.other("dns", let redacted))? = rules.redacted(session).exchanges.first?.exchange.outcome
        else { return nil }
        return redacted
    }

    @Test func `What a name server designates is kept`() {
        let facts = Self.facts(of: ["dns", "example"])
        #expect(Self.redacted(facts) == facts)
    }

    @Test func `A designation that contains a secret is replaced`() {
        let named = Self.facts(of: ["9f86d081884c7d659a2feaa0c55ad015", "dns", "example"])
        let (stated, placed) = (Self.facts(of: ["dns", "example"]), Self.facts(of: ["a"], path: "/c4711{?dns}"))
        #expect(Self.redacted(named)?["records"] != named["records"])
        #expect(Self.redacted(stated, hiding: ["dns.example"])?["records"] != stated["records"])
        #expect(Self.redacted(placed)?["records"] != placed["records"])
    }
}
