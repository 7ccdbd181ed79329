import ConnectivityCore
import ConnectivityNames
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `What is expected of a name server` {
    private static let four = DNSAnswer(
        "four.example",
        records: [.init("four.example", .a, ttl: 1, data: "192.0.2.80")]
    )
    private static let six = DNSAnswer(
        "six.example",
        records: [.init("six.example", .aaaa, ttl: 1, data: "2001:db8::80")]
    )
    private static let alias = DNSAnswer(
        "web.example",
        records: [.init("web.example", .cname, ttl: 1, data: "four.example")] + four.records
    )
    private static let private_ = DNSAnswer("x.invalid", records: [.init("x.invalid", .a, ttl: 1, data: "10.0.0.1")])
    private static let blocked = DNSAnswer(
        "bad.example",
        records: [.init("bad.example", .a, ttl: 1, data: "0.0.0.0")],
        extendedErrors: [ExtendedDNSError(code: 3), ExtendedDNSError(code: 17, text: "adult")]
    )
    private static let absent = DNSAnswer("no.example", .noSuchName)
    private static let empty = DNSAnswer("no.example")
    private static let failing = DNSAnswer("a.example", .serverFailure, extendedErrors: [ExtendedDNSError(code: 9)])
    private static let refusing = DNSAnswer("a.example", .refused, extendedErrors: [ExtendedDNSError(code: 18)])

    private static func exchange(_ answer: DNSAnswer, _ type: DNSRecordType = .a) -> ProbeExchange {
        ProbeExchange(request: ProbeRequest(DNSQuestion(answer.name, type)), outcome: .success(answer))
    }

    private static func verdict(
        _ answer: DNSAnswer,
        _ expectation: any ResponseValidator,
        _ type: DNSRecordType = .a
    ) -> Verdict {
        var exchange = exchange(answer, type)
        // A plain answer proves nothing, whatever it says.
        exchange.authentication = .challenged
        return ExchangeJudge(.standard, expecting: StatusCode(204)).verdict(on: exchange, expecting: expectation)
    }

    @Test func `Expected records are found among other records, and other data is substituted`() {
        func finding(_ answer: DNSAnswer, _ type: DNSRecordType = .a, _ expected: String...) -> String {
            var records = DNSRecords()
            records.expected = expected
            let verdict = Self.verdict(answer, records, type)
            return "\(verdict.finding) \(verdict.reason.code)"
        }
        expect(finding(Self.four), "genuine records-found")
        expect(finding(Self.alias, .a, "192.0.2.80"), "genuine records-match")
        expect(finding(Self.alias, .cname, "Four.example."), "genuine records-match")
        expect(finding(Self.six, .aaaa, "2001:DB8:0::80"), "genuine records-match")
        expect(finding(Self.four, .a, "192.0.2.80", "192.0.2.81"), "substituted records-differ")
        expect(finding(Self.four, .a, "192.0.2.8"), "substituted records-differ")
        expect(finding(Self.four, .aaaa), "failed name-absent")
        #expect(finding(Self.absent) == "failed name-absent" && finding(Self.empty) == "failed name-absent")
        #expect(finding(Self.failing) == "failed rcode-differs" && finding(Self.refusing) == "failed rcode-differs")
        expect(finding(Self.blocked), "substituted name-blocked")
        expect(finding(Self.blocked, .a, "0.0.0.0"), "substituted name-blocked")
    }

    @Test(arguments: ["10.0.0.1", "127.0.0.1", "192.168.7.1"])
    func `Only private addresses for a public name are substituted, unless they are the expected ones`(address: String)
    {
        func verdict(_ name: DNSName, _ addresses: [String], _ expectation: DNSRecords = DNSRecords()) -> Verdict {
            let answer = DNSAnswer(name, records: addresses.map { .init(name, .a, ttl: 1, data: $0) })
            return Self.verdict(answer, expectation)
        }
        expect(verdict("www.example.com", [address]).finding, .substituted)
        expect(verdict("www.example.com", [address]).reason.code, "private-address")
        expect(verdict("www.example.com", [address, "192.0.2.80"]).finding, .genuine)
        expect(verdict("www.example.com", [address], DNSRecords(address)).finding, .genuine)
        expect(verdict("printer.lan", [address]).finding, .genuine)
    }

    @Test func `Records for an impossible name are substituted, and their absence proves nothing`() {
        func finding(_ answer: DNSAnswer) -> String {
            let verdict = Self.verdict(answer, NoSuchName())
            expect(verdict.basis, .silence)
            return "\(verdict.finding) \(verdict.reason.code)"
        }
        expect(finding(Self.absent), "inconclusive name-absent")
        expect(finding(Self.empty), "inconclusive name-absent")
        expect(finding(Self.failing), "inconclusive rcode-differs")
        // The data of an invented record do not show whether a user can act there.
        expect(finding(Self.private_), "substituted name-invented")
        expect(finding(Self.four), "substituted name-invented")
        expect(finding(Self.alias), "substituted name-invented")
        let silent = ProbeExchange(
            request: ProbeRequest(DNSQuestion(randomNameUnder: "invalid")),
            outcome: .failure(ProbeFailure(.timedOut(.response)))
        )
        let verdict = ExchangeJudge(.standard).verdict(on: silent, expecting: NoSuchName())
        expect(verdict.finding, .inconclusive)
        expect(ExchangeJudge(.standard).verdict(on: silent, expecting: DNSRecords()).reason.code, "no-answer")
    }

    @Test func `An expected response code is genuine`() {
        func finding(_ answer: DNSAnswer, _ expected: DNSResponseCode) -> String {
            let verdict = Self.verdict(answer, DNSCode(expected))
            return "\(verdict.finding) \(verdict.reason.code)"
        }
        expect(finding(Self.refusing, .refused), "genuine rcode-matches")
        expect(finding(Self.absent, .noSuchName), "genuine rcode-matches")
        expect(finding(Self.four, .noSuchName), "substituted rcode-differs")
        expect(finding(Self.absent, .noError), "substituted rcode-differs")
        expect(finding(Self.failing, .noError), "failed rcode-differs")
    }

    @Test func `Validators of DNS answers are inconclusive for HTTP`() {
        let page = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200))
        )
        for expectation in [DNSRecords(), NoSuchName(), DNSCode(.noError)] as [any ResponseValidator] {
            expect(expectation.validate(page), .inconclusive)
            expect(expectation.role, .expectation)
        }
    }

    @Test func `Validators of DNS answers obey the laws of validators`() throws {
        let answers = [
            Self.four, Self.six, Self.alias, Self.private_, Self.blocked, Self.absent, Self.empty, Self.failing,
            Self.refusing,
        ].map { Self.exchange($0) }
        let strange = ProbeExchange(
            request: ProbeRequest(.other("dns", ["name": 5])),
            outcome: .success(Answer.other("dns", ["rcode": ["x"]]))
        )
        try ValidatorLaws.check(DNSRecords(), exchanges: answers + [strange])
        try ValidatorLaws.check(DNSRecords("192.0.2.80"), exchanges: answers + [strange])
        try ValidatorLaws.check(NoSuchName(), exchanges: answers + [strange])
        try ValidatorLaws.check(DNSCode(.noSuchName, .refused), exchanges: answers + [strange])
    }
}
