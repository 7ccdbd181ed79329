import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityNames
import ConnectivityTestKit
import TestSupport
import Testing

/// Networks and devices with encrypted resolvers, that can be used and that cannot.
extension `A diagnosis` {
    private static let configured = EncryptedResolver(
        .configured,
        .tls,
        name: "dns.example",
        addresses: ["203.0.113.53"]
    )

    private static func network(_ resolvers: [EncryptedResolver]) -> NetworkInterface {
        var stated = Provisioning(origin: "/etc/systemd/resolved.conf")
        stated.encryptedResolvers = resolvers
        return NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 100)],
            egress: [.ipv4],
            nameServers: ["192.0.2.1"],
            provisioning: stated.isEmpty ? [] : [stated]
        )
    }

    private static func overTLS(_ host: String, _ failure: ProbeFailure.Kind?, name: String? = nil) -> ProbeExchange {
        guard let question = DoTQuestion(to: host, asking: DNSQuestion("example.com"), serverName: name) else {
            preconditionFailure("not a host: \(host)")
        }
        let answer = DNSAnswer("example.com", records: [.init("example.com", .a, ttl: 60, data: "203.0.113.80")])
        let outcome: Outcome =
            failure.map { .failure(ProbeFailure($0)) } ?? .success(.other(DoTQuestion.kind, answer.facts))
        var exchange = ProbeExchange(request: ProbeRequest(question), outcome: outcome)
        if failure == nil { exchange.authentication = .verified }
        return exchange
    }

    private static func own(_ failure: ProbeFailure.Kind?) -> ProbeExchange {
        overTLS("203.0.113.53", failure, name: "dns.example")
    }

    private static let plain = ProbeExchange(
        request: ProbeRequest(DNSQuestion("example.com", of: "192.0.2.1")),
        outcome: .success(
            Answer(DNSAnswer("example.com", records: [.init("example.com", .a, ttl: 60, data: "203.0.113.80")]))
        )
    )

    private static func confidence(
        _ cause: Cause,
        _ answers: [ProbeExchange],
        _ resolvers: [EncryptedResolver] = [configured]
    ) throws -> Confidence? {
        let reports = [
            try failed("a", .nameLookup, ["cause": "server-failure"]),
            try failed("b", .nameLookup, ["cause": "server-failure"], tls: true),
        ]
        return diagnosis(.unreachable, reports, answers, on: network(resolvers)).findings
            .first { $0.cause == cause }?.confidence
    }

    @Test func `Only who is set to use encrypted names, or is designated some, is asked for them`() throws {
        func asked(_ resolvers: [EncryptedResolver], _ answers: [ProbeExchange] = []) throws -> [String] {
            let interface = Self.network(resolvers)
            let assessment = Assessment(
                access: .online,
                reason: Reason("nothing-usable"),
                interface: interface,
                snapshot: InterfaceSnapshot([interface]),
                endpoints: [try Self.genuine("a"), try Self.genuine("b", tls: true)],
                startedAt: Self.now
            )
            return DiagnosticEvidence(assessment, answers: answers).nextRequests(within: .seconds(4))
                .filter { $0.question.dnsRecords != nil }.map { $0.question.subject }
        }
        #expect(try asked([]).isEmpty)
        try expect(asked([Self.configured]).count, 1)
        // Without its own servers, the device asks those of the network.
        let own = try asked([EncryptedResolver(.configured, .tls)])
        #expect(own.count == 1 && own[0].contains("192.0.2.1:853"), "\(own)")
        let doh = EncryptedResolver(.designated, .https, name: "dns.example", addresses: ["203.0.113.53"], path: "/q")
        try expect(asked([doh]).first?.contains("https://dns.example/q"), true)
        #expect(
            try asked([EncryptedResolver(.designated, .quic, name: "dns.example", addresses: ["203.0.113.53"])]).isEmpty
        )
        // A working resolver needs no control; a failing one has two others and one name in plain text as controls.
        #expect(try asked([Self.configured], [Self.own(nil)]).isEmpty)
        try expect(asked([Self.configured], [Self.own(.timedOut(.connect))]).count, 3)
    }

    @Test func `Encrypted names are blocked if their port is silent and everything else answers`() throws {
        let shut = [Self.overTLS("1.1.1.1", .timedOut(.connect)), Self.overTLS("8.8.8.8", .connectionRefused)]
        let works = Self.bothAnswered + [Self.plain]
        for failure: ProbeFailure.Kind in [.timedOut(.connect), .connectionRefused, .connectionReset, .timedOut(.tls)] {
            try expect(Self.confidence("encrypted-names-blocked", works + [Self.own(failure)] + shut), .certain)
            try expect(Self.confidence("encrypted-names-untrusted", works + [Self.own(failure)] + shut), .undecided)
        }
        let lost = Self.own(.timedOut(.connect))
        // Without a control question there is no certainty, and neither if the control answers.
        try expect(Self.confidence("encrypted-names-blocked", works + [lost]), .likely)
        try expect(Self.confidence("encrypted-names-blocked", works + [lost, Self.overTLS("1.1.1.1", nil)]), .possible)
        // If nothing else answers either, it is not the port.
        try expect(Self.confidence("encrypted-names-blocked", [Self.plain, lost] + shut), .undecided)
        try expect(Self.confidence("encrypted-names-blocked", Self.bothAnswered + [lost] + shut), .undecided)
        try expect(Self.confidence("encrypted-names-blocked", works + [Self.own(nil)]), .ruledOut)
        try expect(Self.confidence("encrypted-names-blocked", works), .undecided)
        try expect(Self.confidence("encrypted-names-blocked", works + [lost] + shut, []), .ruledOut)
    }

    @Test func `Encrypted names are untrusted if the certificate is not the resolver's and others are accepted`() throws
    {
        for fault: ProbeFailure.TLSFault in [.unknownAuthority, .wrongHost, .certificate] {
            let refused = Self.own(.tls(fault))
            try expect(
                Self.confidence("encrypted-names-untrusted", Self.bothAnswered + [Self.plain, refused]),
                .certain
            )
            try expect(Self.confidence("encrypted-names-untrusted", [Self.plain, refused]), .possible)
            let witness = Self.overTLS("1.1.1.1", nil)
            try expect(Self.confidence("encrypted-names-untrusted", [Self.plain, refused, witness]), .certain)
            try expect(
                Self.confidence("encrypted-names-blocked", Self.bothAnswered + [Self.plain, refused]),
                .ruledOut
            )
        }
        // An answer that is not a name server's says nothing about its certificate.
        try expect(Self.confidence("encrypted-names-untrusted", Self.bothAnswered + [Self.own(.malformed)]), .undecided)
    }
}
