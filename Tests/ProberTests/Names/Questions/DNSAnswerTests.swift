import ConnectivityCore
import ConnectivityNames
import Foundation
import TestSupport
import Testing

@Suite struct `An answer of a name server` {
    static let full = DNSAnswer(
        "web.example",
        DNSResponseCode(rawValue: 0xABC),
        flags: [.isAuthoritative, .isTruncated, .isAuthenticated, .checkingDisabled],
        records: [
            .init("web.example", .cname, ttl: 60, data: "four.example"),
            .init("four.example", .a, ttl: .max, data: "192.0.2.80"),
        ],
        extendedErrors: [ExtendedDNSError(code: 15, text: "no\u{0}!"), ExtendedDNSError(code: 65000)],
        server: NameServer("192.0.2.1", port: 5300),
        isOverTCP: true
    )

    @Test(arguments: [full, DNSAnswer("a.example", .noSuchName), DNSAnswer(.root)])
    func `A DNS answer survives conversion to facts and encoding`(answer: DNSAnswer) throws {
        expect(DNSAnswer(facts: answer.facts), answer)
        let exchange = ProbeExchange(request: ProbeRequest(DNSQuestion(answer.name)), outcome: .success(answer))
        let read = try JSONDecoder().decode(ProbeExchange.self, from: JSONEncoder().encode(exchange))
        #expect(read == exchange && read.answer() == answer)
    }

    @Test func `A DNS answer has the documented facts`() {
        expect(
            DNSAnswer("a.example", .noSuchName, extendedErrors: [ExtendedDNSError(code: 18)], server: "192.0.2.1")
                .facts,
            [
                "name": "a.example", "rcode": "NXDOMAIN", "flags": ["rd", "ra"], "records": [],
                "server": "192.0.2.1",
                "extendedErrors": [.record(["code": 18, "purpose": "Prohibited"])], "transport": "udp",
            ]
        )
        #expect(Self.full.facts["rcode"] == "RCODE2748" && Self.full.facts["transport"] == "tcp")
        let first: Fact = .record(["name": "web.example", "type": "CNAME", "ttl": 60, "data": "four.example"])
        expect(Self.full.facts["records"]?.list?.first, first)
    }

    @Test(arguments: ["name", "rcode", "flags", "records", "extendedErrors", "transport"])
    func `Rejects a DNS answer with a missing fact or one of another type`(name: String) {
        var facts = Self.full.facts
        for wrong in [nil, .null, 1, "x", ["x"], .record([:])] as [Fact?] {
            facts[name] = wrong
            if wrong == "x", name == "name" { continue }
            expect(DNSAnswer(facts: facts), nil, "\(String(describing: wrong))")
        }
    }

    @Test(arguments: [
        ("an address", "192.0.2.80"), ("an address of IPv6", "2001:db8::80"), ("an alias", "four.zone.example"),
        ("text", #""one" "two words""#), ("a service", "1 2 8080 four.zone.example"),
        ("a web service", ##"\# 21 0001000001000602683202683300040004c0000250"##),
        ("a mail server", "10 mail.zone.example"),
        ("a zone", "ns.zone.example admin.zone.example 1 3600 600 86400 60"),
    ])
    func `The records of a DNS answer have data in presentation form`(what: String, text: String) throws {
        let data = try RecordedReply.named(what).answers.map { "\($0.data)" }
        expect(data.map { $0.replacing(" ", with: "") }, [text.replacing(" ", with: "")])
        expect(data.first?.hasPrefix(text.prefix(5)), true)
    }

    @Test func `Strings and unknown data in DNS records are safe to print`() {
        expect("\(DNSRecord.Data.text([Array("a\"b\\c\u{1B} é".utf8), []]))", #""a\"b\\c\027 \195\169" """#)
        expect("\(DNSRecord.Data.raw([]))", ##"\# 0"##)
        expect("\(DNSRecord.Data.raw([0, 255]))", ##"\# 2 00ff"##)
    }
}
