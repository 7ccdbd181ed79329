import ConnectivityCore
import ConnectivityTLS
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivityConnection

@Suite struct `Questions for connections and their answers` {
    static let certificate = PeerCertificate(
        subject: "CN=a.example",
        issuer: "CN=Somebody",
        names: ["a.example", "192.0.2.1"],
        notBefore: Timestamp(sinceEpoch: .seconds(1_700_000_000)),
        notAfter: Timestamp(sinceEpoch: .seconds(1_800_000_000)),
        daysLeft: 12.5
    )

    static func answer(_ version: String = "TLSv1.3", alpn: String? = nil, daysLeft: Double = 12.5) -> ConnectionAnswer
    {
        var certificate = certificate
        certificate.daysLeft = daysLeft
        let tls = TLSFindings(
            version: version,
            cipher: "X",
            protocolName: alpn,
            chain: [Self.certificate, certificate]
        )
        return ConnectionAnswer(from: "192.0.2.1", tls: tls)
    }

    @Test func `Questions and answers keep the laws of facts`() throws {
        let dialogue: [ConnectionQuestion.Step] = [.receive(Array("220 ".utf8)), .send([0, 255]), .receive([7])]
        for question in [
            ConnectionQuestion(to: "a.example"), ConnectionQuestion(to: "[2001:db8::1]:853", over: .quic),
            ConnectionQuestion(to: "192.0.2.1:25", over: .tcp, isVerified: false, dialogue: dialogue),
            ConnectionQuestion(to: "a.example:8443", serverName: "b.example", protocols: ["h2", "http/1.1"]),
            ConnectionQuestion(to: "a.example", segmentSize: 1_220),
        ] {
            try FactLaws.check(try #require(question))
        }
        try FactLaws.check(Self.answer(alpn: "h2"))
        try FactLaws.check(ConnectionAnswer(from: "::1", quicVersions: [1, 0x6b33_43cf], stepCount: 2, received: [1]))
        for fault in ProbeFailure.TLSFault.allCases {
            let tls = TLSFindings(version: "TLSv1.2", cipher: "X", fault: fault, chain: [])
            try FactLaws.check(ConnectionAnswer(from: "::1", tls: tls))
        }
    }

    @Test(
        arguments: [
            [:], ["to": "a b"], ["to": "a.example/path"], ["to": "a.example?query"], ["to": "user@a.example"],
            ["to": "a.example:0"], ["to": "a.example", "transport": "sctp"], ["to": "a.example", "verify": 1],
            ["to": "a.example", "serverName": "a/b"], ["to": "a.example", "alpn": [""]],
            ["to": "a.example", "dialogue": [.record(["send": ""])]],
            ["to": "a.example", "dialogue": [.record(["say": "hello"])]],
            ["to": "a.example", "dialogue": ["hello"]], ["to": "a.example", "typo": 1],
            ["to": "a.example", "transport": "quic", "alpn": ["h3"]], ["to": "a.example", "segment": 40],
            ["to": "a.example", "segment": "1220"], ["to": "a.example", "transport": "quic", "segment": 1_220],
        ] as [Facts]
    )
    func `Facts that state no question are refused`(facts: Facts) {
        expect(ConnectionQuestion(facts: facts), nil)
    }

    @Test(
        arguments: [
            [:], ["from": "192.0.2.1"], ["from": "192.0.2.1", "steps": 17], ["from": "192.0.2.1", "steps": -1],
            ["from": "192.0.2.1", "steps": 0, "tls": 1], ["from": "192.0.2.1", "steps": 0, "quicVersions": [-1]],
            [
                "from": "192.0.2.1", "steps": 0,
                "tls": .record(["version": "TLSv1.3", "cipher": "X", "chain": [.record([:])]]),
            ],
            [
                "from": "192.0.2.1", "steps": 0,
                "tls": .record(["version": "TLSv1.3", "cipher": "X", "chain": [], "fault": "unknown"]),
            ],
        ] as [Facts]
    )
    func `Facts that state no answer are refused`(facts: Facts) {
        expect(ConnectionAnswer(facts: facts), nil)
    }

    @Test func `The host of a question is looked up, with or without a port`() {
        func host(_ to: String) -> String? { ConnectionQuestion(to: to).map { Question($0).host } ?? nil }
        #expect(host("a.example:25") == "a.example" && host("B\u{fc}cher.example") == "xn--bcher-kva.example")
        #expect(host("192.0.2.1") == "192.0.2.1" && host("[2001:db8::1]:853") == "2001:db8::1")
        expect(Question.other("echo", ["to": "192.0.2.1"]).host, "192.0.2.1")
        expect(Question.other("echo", [:]).host, nil)
    }

    private func verdict(
        _ answer: ConnectionAnswer,
        _ validator: ConnectionRequirement,
        dialogue: [ConnectionQuestion.Step] = []
    ) throws -> Verdict {
        let question = try #require(ConnectionQuestion(to: "192.0.2.1", dialogue: dialogue))
        return validator.validate(ProbeExchange(request: ProbeRequest(question), outcome: .success(answer)))
    }

    private func finding(
        _ answer: ConnectionAnswer,
        _ validator: ConnectionRequirement,
        dialogue: [ConnectionQuestion.Step] = []
    ) throws -> Verdict.Finding { try verdict(answer, validator, dialogue: dialogue).finding }

    @Test func `A version, a protocol, days left and the dialogue are each expected`() throws {
        let answer = Self.answer(alpn: "h2")
        try expect(finding(answer, ConnectionRequirement()), .genuine)
        try expect(finding(answer, ConnectionRequirement(versionMin: "TLSv1.3", protocolName: "h2")), .genuine)
        try expect(finding(Self.answer("TLSv1.2"), ConnectionRequirement(versionMin: "TLSv1.3")), .failed)
        try expect(finding(Self.answer("SSLv3"), ConnectionRequirement(versionMin: "TLSv1")), .failed)
        try expect(finding(answer, ConnectionRequirement(protocolName: "http/1.1")), .failed)
        try expect(finding(answer, ConnectionRequirement(daysLeftMin: 12.5)), .genuine)
        // The certificate that ends first counts, also if it is an authority's.
        try expect(
            verdict(Self.answer(daysLeft: 3), ConnectionRequirement(daysLeftMin: 4)).reason.code,
            "certificate-expires"
        )
        try expect(finding(Self.answer(daysLeft: 3), ConnectionRequirement(daysLeftMin: 4)), .genuine)
        try expect(finding(Self.answer(daysLeft: -1), ConnectionRequirement(daysLeftMin: 4)), .failed)
        try expect(finding(answer, ConnectionRequirement(), dialogue: [.send([1])]), .failed)
        let plain = ConnectionAnswer(from: "192.0.2.1", stepCount: 1)
        try expect(finding(plain, ConnectionRequirement(), dialogue: [.send([1])]), .genuine)
        try expect(finding(plain, ConnectionRequirement(versionMin: "TLSv1")), .failed)
        let other = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .failure(.init(.unreachable)))
        expect(ConnectionRequirement().validate(other).finding, .inconclusive)
    }

    @Test func `Only the answer to the packet that was sent states versions of QUIC`() {
        let question = QUICVersions()
        let sent = question.datagram
        #expect(sent.count == 1_200 && sent[0] & 0xC0 == 0xC0 && sent[1] & 0x0F == 0x0A && sent[5] == 8)
        let (destination, source) = (sent[5..<14], sent[14..<23])
        let good = [0x80, 0, 0, 0, 0] + source + destination + [0, 0, 0, 1, 0x6b, 0x33, 0x43, 0xcf]
        expect(question.versions(of: good[...]), [1, 0x6b33_43cf])
        expect(question.versions(of: ([0x80, 0, 0, 0, 0] + destination + source + [0, 0, 0, 1])[...]), nil)
        expect(QUICVersions().versions(of: good[...]), nil)
        for count in 0..<good.count where count < 27 || !count.isMultiple(of: 4) {
            #expect(question.versions(of: good.prefix(count)) == nil || (count - 23).isMultiple(of: 4))
        }
        var random = SplitMix64(seed: 3)
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<4 { bytes[Int(random.next(below: bytes.count))] = UInt8(random.next(below: 256)) }
            _ = question.versions(of: bytes.prefix(Int(random.next(below: bytes.count))))
        }
    }
}
