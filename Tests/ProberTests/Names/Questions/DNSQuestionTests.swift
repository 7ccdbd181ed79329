import ConnectivityCore
import ConnectivityNames
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct `A question to a name server` {
    private static let written: [(question: DNSQuestion, facts: Facts)] = [
        (DNSQuestion("a.example"), ["name": "a.example", "type": "A"]),
        (DNSQuestion(.root, .ns), ["name": ".", "type": "NS"]),
        (
            DNSQuestion(#"a\.b.example"#, DNSRecordType(rawValue: 65280), of: "[2001:db8::1]:5353"),
            ["name": #"a\.b.example"#, "type": "TYPE65280", "server": "[2001:db8::1]:5353"]
        ),
        (
            DNSQuestion(randomNameUnder: "invalid", .aaaa, of: "192.0.2.1"),
            ["name": "invalid", "type": "AAAA", "server": "192.0.2.1", "random": true]
        ),
    ]

    @Test(arguments: written)
    func `A DNS question survives conversion to facts and encoding`(question: DNSQuestion, facts: Facts) throws {
        expect(question.facts, facts)
        expect(DNSQuestion(facts: facts), question)
        let written = try JSONEncoder().encode(ProbeRequest(question))
        let read = try JSONDecoder().decode(ProbeRequest.self, from: written).question
        #expect(read == Question(question) && read.decoded() == question)
    }

    @Test(
        arguments: [
            ["name": "a.example"], ["name": "a.example.", "type": "a"], ["name": "A.example", "type": 1],
            ["name": "a.example", "type": "TYPE1", "server": .null, "random": false],
        ] as [Facts]
    )
    func `The facts of a DNS question can omit default values`(facts: Facts) {
        expect(DNSQuestion(facts: facts), DNSQuestion("a.example"))
    }

    @Test(
        arguments: [
            [:], ["name": 1], ["name": ""], ["name": "a..b"], ["name": "a", "type": "NOPE"],
            ["name": "a", "type": 65536],
            ["name": "a", "type": -1], ["name": "a", "type": "TYPE+1"], ["name": "a", "type": ["A"]],
            ["name": "a", "server": "a.example"], ["name": "a", "server": "192.0.2.1:0"], ["name": "a", "server": 1],
            ["name": "a", "random": "yes"], ["name": "a", "nmae": "b"],
            [
                "name": .text(Array(repeating: String(repeating: "a", count: 60), count: 4).joined(separator: ".")),
                "random": true,
            ],
        ] as [Facts]
    )
    func `Rejects invalid facts of a DNS question`(facts: Facts) {
        expect(DNSQuestion(facts: facts), nil)
    }

    @Test func `Decoding a DNS question or answer never traps on random facts`() {
        var random = SplitMix64(seed: 7)
        let values: [Fact] = [
            .null, true, "", "a.example", "..", #"\"#, 1, -1, 1.5, .bytes([1]), .secret("x"), ["a"], .record([:]),
            .text(String(repeating: "a.", count: 127) + "a"), "192.0.2.1", "[::1]:99999", "NXDOMAIN", "udp", "AAAA",
            .list([.record(["name": "a", "type": "A", "ttl": 1, "data": "x"])]), .list([.record(["code": 70_000])]),
        ]
        let names = [
            "name", "type", "server", "random", "rcode", "flags", "records", "extendedErrors", "transport", "x",
        ]
        for _ in 0..<20_000 {
            let members = names.filter { _ in random.next(below: 2) == 0 }
            let facts = Facts(
                Dictionary(uniqueKeysWithValues: members.map { ($0, values[random.next(below: values.count)]) })
            )
            if let question = DNSQuestion(facts: facts) { expect(DNSQuestion(facts: question.facts), question) }
            if let answer = DNSAnswer(facts: facts) { expect(DNSAnswer(facts: answer.facts), answer) }
        }
    }
}

@Suite struct `The text of a name server` {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:53", "192.0.2.1"), ("192.0.2.1:5353", "192.0.2.1:5353"),
        ("2001:DB8::1", "2001:db8::1"), ("[2001:db8::1]:53", "2001:db8::1"), ("[::1]:1", "[::1]:1"),
    ])
    func `A name server is written as an address, with a port if it is not 53`(text: String, written: String) {
        expect(NameServer(text)?.description, written)
        expect(NameServer(written), NameServer(text))
    }

    @Test(arguments: ["", "a", "192.0.2.1:", "192.0.2.1:+5", "192.0.2.1:65536", "[192.0.2.1]:53", "[::1]", "[::1:53"])
    func `Rejects texts that are not a name server's address`(text: String) {
        expect(NameServer(text), nil)
    }
}
