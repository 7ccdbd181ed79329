import ConnectivityConnection
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityNames
import ConnectivityTLS
import ConnectivityTestKit
import TestSupport
import Testing

/// Networks without IPv4, with and without a translator.
extension `A diagnosis` {
    private static let server: IPAddress = "2001:db8::53"

    private static func ipv6Only(_ announced: [String] = []) -> NetworkInterface {
        NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("2001:db8::7", prefixLength: 64)],
            defaultRoutes: [.init(family: .ipv6, gateway: "fe80::1", metric: 1_024)],
            egress: [.ipv6],
            nameServers: [server],
            provisioning: announced.isEmpty
                ? [] : [Provisioning(origin: "router fe80::1", channel: .routerAdvertisement, nat64Prefixes: announced)]
        )
    }

    private static let native = byAddress(
        .success(.http(ProbeResponse(status: 200))),
        "https://[2606:4700:4700::1111]/"
    )

    /// The answer of the name server to a question for the addresses of ipv4only.arpa.
    private static func discovery(_ addresses: [String], _ code: DNSResponseCode = .noError) -> ProbeExchange {
        let records = addresses.map { DNSAnswer.Record("ipv4only.arpa", .aaaa, ttl: 60, data: $0) }
        let answer = DNSAnswer("ipv4only.arpa", code, records: records)
        let question = DNSQuestion("ipv4only.arpa", .aaaa, of: NameServer(server))
        return ProbeExchange(request: ProbeRequest(question), outcome: .success(Answer(answer)))
    }

    private static func translated(_ host: String, _ failure: ProbeFailure.Kind?) -> ProbeExchange {
        let peer = IPAddress(stringLiteral: "64:ff9b::\(host)")
        let outcome: Outcome =
            failure.map { .failure(ProbeFailure($0)) } ?? .success(Answer(ConnectionAnswer(from: peer)))
        return ProbeExchange(
            request: ProbeRequest(ConnectionQuestion(to: peer, port: 443, over: .tcp)),
            outcome: outcome
        )
    }

    private static func confidence(
        _ cause: Cause,
        _ answers: [ProbeExchange],
        _ access: InternetAccess = .online,
        _ reports: [EndpointReport]? = nil,
        on interface: NetworkInterface = ipv6Only()
    ) throws -> Confidence? {
        let reports = try reports ?? [genuine("a"), genuine("b", tls: true)]
        return diagnosis(access, reports, answers, on: interface).findings.first { $0.cause == cause }?.confidence
    }

    @Test func `A network without IPv4 is asked for its translator once, and hosts behind it are asked next`() throws {
        func asked(_ interface: NetworkInterface, _ answers: [ProbeExchange]) throws -> [String] {
            let assessment = Assessment(
                access: .online,
                reason: Reason("nothing-usable"),
                interface: interface,
                snapshot: InterfaceSnapshot([interface]),
                endpoints: [try Self.genuine("a"), try Self.genuine("b", tls: true)],
                startedAt: Self.now
            )
            return DiagnosticEvidence(assessment, answers: answers).nextRequests(within: .seconds(4)).map {
                "\($0.question.kind) \($0.question.subject)"
            }.filter { $0.contains("ipv4only") || $0.contains("64:ff9b") }
        }
        try expect(asked(Self.ipv6Only(), []).count, 1)
        try expect(asked(Self.ipv6Only(), [Self.discovery(["64:ff9b::c000:aa"])]).count, 2)
        #expect(try asked(Self.ipv6Only(), [Self.discovery([])]).isEmpty)
        try expect(asked(Self.ipv6Only(["64:ff9b::/96"]), []).count, 3)
        #expect(try asked(Self.ethernet, []).isEmpty)
    }

    @Test func `A translator is dead if hosts behind it are silent and hosts with IPv6 answer`() throws {
        let found = Self.discovery(["64:ff9b::c000:aa"])
        let silent = [Self.translated("1.1.1.1", .timedOut(.connect)), Self.translated("8.8.8.8", .unreachable)]
        try expect(Self.confidence("nat64-dead", [found, Self.native] + silent), .likely)
        // One silent host may be at fault itself, and without a host that answers the network may be.
        try expect(Self.confidence("nat64-dead", [found, Self.native, silent[0]]), .possible)
        try expect(Self.confidence("nat64-dead", [found] + silent), .undecided)
        try expect(Self.confidence("nat64-dead", [found, Self.native]), .undecided)
        // A name of the round that is silent, too, leaves nothing else.
        var report = try Self.failed("c", .timedOut(.connect))
        report.exchange.remoteAddress = "64:ff9b::203.0.113.80"
        let reports = [try Self.genuine("a"), try Self.genuine("b", tls: true), report]
        let certain = try Self.confidence("nat64-dead", [found, Self.native] + silent, .partial, reports)
        expect(certain, .certain)
        // Whoever answers behind it shows that it works.
        let works = [silent[0], Self.translated("8.8.8.8", nil)]
        try expect(Self.confidence("nat64-dead", [found, Self.native] + works), .ruledOut)
        try expect(Self.confidence("nat64-dead", [Self.native] + silent, on: Self.ethernet), .ruledOut)
    }

    @Test func `DNS64 is missing if the name servers give ipv4only.arpa no address under a prefix`() throws {
        let denied = Self.discovery([])
        try expect(Self.confidence("dns64-missing", [denied, Self.native]), .likely)
        try expect(Self.confidence("dns64-missing", [denied]), .possible)
        let lost = try Self.failed("c", .nameLookup, ["cause": "no-address", "rcode": "NOERROR"])
        let reports = [try Self.genuine("a"), try Self.genuine("b", tls: true), lost]
        try expect(Self.confidence("dns64-missing", [denied, Self.native], .partial, reports), .certain)
        // The servers give an address, or no answer, or one that is no translator's.
        try expect(Self.confidence("dns64-missing", [Self.discovery(["64:ff9b::c000:aa"]), Self.native]), .ruledOut)
        try expect(Self.confidence("dns64-missing", [Self.native]), .undecided)
        for hostile in [["2001:db8::1"], ["::1"], ["64:ff9b::a00:1"]] {
            try expect(Self.confidence("dns64-missing", [Self.discovery(hostile), Self.native]), .undecided)
        }
        try expect(Self.confidence("dns64-missing", [Self.discovery([], .refused), Self.native]), .undecided)
        // A prefix from a router leads there without names.
        let announced = Self.ipv6Only(["64:ff9b::/96"])
        try expect(Self.confidence("dns64-missing", [denied, Self.native], on: announced), .possible)
        try expect(Self.confidence("dns64-missing", [denied, Self.native], on: Self.ethernet), .ruledOut)
        // Servers that deny every name say nothing of this one.
        let withheld = try ["a", "b"].map {
            try Self.failed($0, .nameLookup, ["cause": "no-such-name", "rcode": "NXDOMAIN"])
        }
        let nothing = Self.discovery([], .noSuchName)
        try expect(Self.confidence("dns64-missing", [nothing, Self.native], .unreachable, withheld), .undecided)
    }
}
