import ConnectivityCore
import TestSupport
import Testing

@Suite struct `Rules without programming` {
    private func json(_ body: String, completeness: ProbeResponse.Completeness = .complete) -> ProbeExchange {
        .answer(200, body, headers: ["Content-Type": "application/json"], completeness: completeness)
    }

    // MARK: The beginning, the size and emptiness

    @Test(arguments: [
        ("pong 1", true), (" \r\n\tpong", true), ("pong", true), ("pon", false), ("PONG", false), ("a pong", false),
        ("", false), ("\u{0}pong", false),
    ])
    func `A body begins with a text, white space before it aside`(body: String, isGenuine: Bool) {
        for text in ["pong", " pong"] {
            let verdict = BodyStartsWith(text).validate(.answer(200, body))
            expect(verdict.finding, (isGenuine ? .genuine : .substituted))
            expect(verdict.reason, (isGenuine ? .bodyBegins(text) : .bodyBeginsOtherwise(text)))
        }
    }

    @Test(arguments: [
        ("", Verdict.Finding.genuine), (" \r\n", .genuine), ("x", .substituted), ("<html>", .substituted),
        ("\u{0}", .substituted),
    ])
    func `A body is empty if it has nothing but white space`(body: String, finding: Verdict.Finding) {
        for validator in [EmptyBody(), BodyEquals("")] as [any ResponseValidator] {
            let verdict = validator.validate(.answer(200, body))
            expect(verdict.finding, finding)
            expect(verdict.basis, (finding == .genuine ? .part : .wholeAnswer))
        }
        expect(EmptyBody().validate(.answer(200, "", completeness: .cutAtLimit)).finding, .failed)
    }

    @Test func `An empty body never outranks a redirect, and a page in its place is a portal's`() {
        let judge = ExchangeJudge(.standard)
        for expectation in [EmptyBody(), BodyEquals("")] as [any ResponseValidator] {
            let redirect = ProbeExchange.answer(302, headers: ["Location": "http://portal.example/"])
            expect(judge.verdict(on: redirect, expecting: expectation).finding, .captive)
            let page = ProbeExchange.answer(
                200,
                "<html><body>Welcome</body></html>",
                headers: ["Content-Type": "text/html"]
            )
            expect(judge.verdict(on: page, expecting: expectation).finding, .captive)
            expect(judge.verdict(on: .answer(204), expecting: expectation).reason, .expectedOfAnyAnswer)
        }
    }

    @Test(
        arguments: [
            (0, nil, 5, Verdict.Finding.genuine, nil), (5, 5, 5, .genuine, nil), (6, nil, 5, .substituted, 6),
            (9, 10, nil, .substituted, 9), (10, 10, nil, .genuine, nil), (3, 10, nil, .failed, nil),
            (3, 4, nil, .substituted, 3),
        ] as [(Int, Int?, Int?, Verdict.Finding, Int?)]
    )
    func `A size is within its bounds, and both bounds are accepted`(
        size: Int,
        min: Int?,
        max: Int?,
        finding: Verdict.Finding,
        differing: Int?
    ) {
        let verdict = BodySize(min: min, max: max).validate(.answer(200, String(repeating: "x", count: size)))
        expect(verdict.finding, finding)
        expect((verdict.reason.facts["byteCount"] == Fact(differing)), (differing != nil && finding == .substituted))
    }

    @Test func `The size of a body that was cut is not known, unless it is too much already`() {
        func verdict(_ min: Int?, _ max: Int?) -> Verdict {
            BodySize(min: min, max: max).validate(.answer(200, "0123456789", completeness: .cutAtLimit))
        }
        expect(verdict(10, nil).finding, .genuine)
        expect(verdict(11, nil).reason, .undecided("the body was cut after 10 bytes"))
        expect(verdict(nil, 10).finding, .inconclusive)
        expect(verdict(nil, 9).reason, .sizeDiffers(byteCount: 10, max: 9))
    }

    // MARK: Header fields

    @Test func `A header field contains a text in one of its values`() {
        let answer = ProbeExchange.answer(200, "x", headers: ["Via": "1.1 a", "via": "1.1 b"])
        expect(
            HeaderValue(of: "VIA", containing: " b").validate(answer).reason,
            .headerMatches(name: "VIA", value: "1.1 b", isStated: true)
        )
        expect(
            HeaderValue(of: "Via", containing: "A").validate(answer).reason,
            .headerLacks(name: "Via", text: "A", actual: "1.1 a")
        )
        expect(HeaderValue(of: "Age", containing: "1").validate(answer).reason, .headerMissing(name: "Age"))
        expect(HeaderValue(of: "Age", containing: "1").validate(.answer(204)).finding, .failed)
    }

    // MARK: JSON

    private static let document = #"""
        {"status": "ok", "count": 12, "share": 0.5, "none": null, "list": [1, "two", {"a": [true]}], "": "empty",
         "a/b": 1, "m~n": 2, "~1": 3, "0": "zero", "é": 4, "big": 123456789012345678901234567890, "huge": 1e999,
         "$": {"$a": 1}}
        """#

    @Test(arguments: [
        ("/status", #""ok""#), ("/list/0", "1"), ("/list/2/a/0", "true"), ("/list/2", #"{"a":[true]}"#),
        ("/", #""empty""#), ("/a~1b", "1"), ("/m~0n", "2"), ("/~01", "3"), ("/0", #""zero""#), ("/none", "null"),
        ("/é", "4"), ("/big", "123456789012345678901234567890"), ("/list/3", nil), ("/list/-", nil), ("/list/00", nil),
        ("/list/+1", nil), ("/list/ 1", nil), ("/list/٣", nil), ("/list/99999999999999999999", nil), ("/status/0", nil),
        ("/list/", nil), ("/nothing", nil), ("/Status", nil), ("/none/x", nil), ("/e\u{301}", nil),
    ])
    func `A pointer finds the value that RFC 6901 means`(pointer: String, value: String?) {
        let verdict = BodyJSON(at: pointer).validate(json(Self.document))
        expect(
            verdict.reason,
            value.map { .jsonMatches(at: pointer, actual: $0) } ?? .jsonLacks(pointer),
            "\(verdict.reason)"
        )
        expect(verdict.finding, (value == nil ? .substituted : .genuine))
        expect(verdict.basis, .part)
    }

    @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "/~~0", " /a"])
    func `A text that is no pointer is refused`(text: String) {
        #expect(throws: JSONPointer.Fault.self) { try JSONPointer(text) }
    }

    @Test func `The length and the depth of a pointer are limited`() throws {
        let deepest = String(repeating: "/a", count: JSONPointer.depthMax)
        try expect(JSONPointer(deepest).text, deepest)
        #expect(throws: JSONPointer.Fault.self) { try JSONPointer(deepest + "/a") }
        let longest = "/" + String(repeating: "a", count: JSONPointer.byteCountMax - 1)
        try expect(JSONPointer(longest).text, longest)
        #expect(throws: JSONPointer.Fault.self) { try JSONPointer(longest + "a") }
    }

    @Test(
        arguments: [
            (BodyJSON(at: "/status", equals: "ok"), true), (BodyJSON(at: "/status", equals: "OK"), false),
            (BodyJSON(at: "/count", equals: 12), true), (BodyJSON(at: "/count", equals: 12.0), true),
            (BodyJSON(at: "/count", equals: "12"), false), (BodyJSON(at: "/none", equals: .null), true),
            (BodyJSON(at: "/status", equals: .null), false),
            (BodyJSON(at: "/list/2", equals: .record(["a": [true]])), true),
            (BodyJSON(at: "/list", contains: "two"), true), (BodyJSON(at: "/list", contains: "tw"), false),
            (BodyJSON(at: "/list", contains: 1.0), true), (BodyJSON(at: "/status", contains: "k"), true),
            (BodyJSON(at: "/status", contains: "x"), false), (BodyJSON(at: "/count", contains: "1"), false),
            (BodyJSON(at: "/count", in: 12...12), true), (BodyJSON(at: "/share", in: 0...0.4), false),
            (BodyJSON(at: "/status", in: 0...1), false),
            (BodyJSON(at: "/huge", in: 0 ... .greatestFiniteMagnitude), false),
            (BodyJSON(at: "", equals: .record([:])), false), (BodyJSON(at: "/$", equals: .record(["$a": 1])), true),
        ] as [(BodyJSON, Bool)]
    )
    func `A value in JSON is compared by its meaning`(validator: BodyJSON, isGenuine: Bool) {
        let verdict = validator.validate(json(Self.document))
        expect(verdict.finding, (isGenuine ? .genuine : .substituted), "\(verdict.reason)")
    }

    @Test func `A difference is reported with the beginning of the value`() {
        let verdict = BodyJSON(at: "/status", equals: "up").validate(json(#"{"status": "down"}"#))
        expect(verdict.reason, .jsonDiffers(at: "/status", .equals, actual: #""down""#, expected: #""up""#))
        let long = json(#"{"status": ""# + String(repeating: "é", count: 5_000) + #""}"#)
        let text = BodyJSON(at: "/status", equals: "up").validate(long).reason.facts["actual"]?.text
        #expect((text?.utf8.count ?? 0) < 210)
        let number = BodyJSON(at: "/status", in: 0...1).validate(json(#"{"status": "1"}"#))
        expect(number.reason.facts["comparison"], "number")
    }

    @Test(arguments: [
        ("", Verdict.Finding.failed), ("<html>", .substituted), ("success", .substituted),
        ("404 not found", .substituted),
        ("pong", .failed), (#"{"status": "ok""#, .failed), (#"{"status": "ok"} x"#, .failed),
        (#"{"status": "down", "status": "ok"}"#, .failed), (#"{"status": "ok", "x": 1, "x": 1}"#, .failed),
        (#"{'status': 'ok'}"#, .failed), (#"{"status": "ok",}"#, .failed), ("\u{FEFF}{\"status\": \"ok\"}", .genuine),
        (#"  {"status": "ok"}  "#, .genuine), (#"{"status": "ok", "x": "\ud800"}"#, .failed),
        (String(repeating: "[", count: 100_000), .inconclusive), (String(repeating: "[", count: 60_000), .failed),
        (#"{"status": "ok", "x": "# + String(repeating: " ", count: 70_000) + "1}", .inconclusive),
        (#"["status", "ok"]"#, .substituted), (#""ok""#, .substituted), ("{}", .substituted), ("[]", .substituted),
    ])
    func `A body that is no JSON, or damaged, is never the expected value`(body: String, finding: Verdict.Finding) {
        let verdict = BodyJSON(at: "/status", equals: "ok").validate(json(body))
        let excerpt = String(body.prefix(40))
        expect(verdict.finding, finding, "\(excerpt): \(verdict.reason)")
        // The same, if the answer was read before.
        let judged = ExchangeJudge(.only([])).verdict(on: json(body), expecting: BodyJSON(at: "/status", equals: "ok"))
        expect(judged.finding, finding, "\(excerpt): \(judged.reason)")
    }

    @Test func `Bytes that are not UTF-8 make JSON damaged, and a cut body undecided`() {
        var bytes = Array(#"{"status": "ok", "x": ""#.utf8)
        bytes += [0xFF, 0x22, 0x7D]
        var exchange = json("")
        exchange.outcome = .success(.http(ProbeResponse(status: 200, body: bytes)))
        expect(BodyJSON(at: "/status").validate(exchange).finding, .failed)
        let cut = BodyJSON(at: "/status").validate(json(#"{"status": "ok"}"#, completeness: .cutAtLimit))
        expect(cut.reason, .undecided("the body was cut"))
        let encoded = ProbeResponse(status: 200, headers: ["Content-Encoding": "br"], body: [0x8B, 0xFF, 0x80])
        exchange.outcome = .success(.http(encoded))
        expect(BodyJSON(at: "/status").validate(exchange).finding, .inconclusive)
        expect(BodySize(min: 1).validate(exchange).finding, .inconclusive)
        expect(BodyStartsWith("x").validate(exchange).finding, .inconclusive)
    }

    @Test(arguments: ["<html>Sign in</html>", "success", "404 not found", "{\"up\": tru"])
    func `A body without JSON meets neither an expectation of JSON nor its opposite`(body: String) {
        let rule = BodyJSON(at: "/error")
        let parts: [any ResponseValidator] = [
            Inverted(rule), Inverted(Inverted(rule)), Inverted(AnyOf([BodyContains("pong"), rule])),
            Inverted(AllOf([StatusCode(200), rule])), AllOf([StatusCode(200), Inverted(rule)]),
        ]
        for part in parts { #expect(part.validate(json(body)).finding != .genuine) }
        expect(Inverted(rule).validate(json(#"{"up": true}"#)).finding, .genuine)
        expect(Inverted(rule).validate(json(#"{"error": null}"#)).finding, .substituted)
    }

    // MARK: Conditions

    private func exchange(_ url: HTTPURL, family: IPAddress.Family? = nil, from peer: IPAddress? = nil) -> ProbeExchange
    {
        ProbeExchange(
            request: ProbeRequest(url, family: family),
            outcome: .success(ProbeResponse(status: 200, body: Array("pong pong".utf8))),
            remoteAddress: peer
        )
    }

    @Test(
        arguments: [
            ("a.example", "http://a.example/", true), ("A.Example", "http://a.example:8080/x", true),
            ("a.example", "http://b.a.example/", false), ("*.example", "http://a.example/", true),
            ("*.example", "http://b.a.example/", true), ("*.example", "http://example/", false),
            ("*.a.example", "http://ba.example/", false), ("192.0.2.1", "http://192.0.2.1/", true),
            ("2001:db8::1", "http://[2001:db8:0::1]/", true), ("bücher.example", "http://xn--bcher-kva.example/", true),
        ] as [(String, HTTPURL, Bool)]
    )
    func `A host is a name, an address, or all names below one`(pattern: String, url: HTTPURL, applies: Bool) {
        let verdict = Conditional(host: pattern, BodyContains("ping")).validate(exchange(url))
        expect(verdict.finding, (applies ? .substituted : .inconclusive))
    }

    @Test(arguments: [
        "", "*", "*.", "a*.example", "*.*.example", "http://a.example", "a.example/", "a.example:80", "user@a",
        "*.192.0.2.1",
        "a b", "[::1]:80", "a?b", "a#b",
    ])
    func `A text that is no host is refused as a pattern`(text: String) { expect(HostPattern(text), nil) }

    @Test func `Every part of a condition must apply`() {
        let https = exchange("https://a.example/", family: .ipv6)
        func finding(_ scheme: HTTPURL.Scheme?, _ kind: Question.Kind?, _ family: IPAddress.Family?) -> Verdict.Finding
        {
            Conditional(scheme: scheme, kind: kind, family: family, StatusCode(200)).validate(https).finding
        }
        expect(
            Conditional(host: "*.a.example", family: .ipv6, StatusCode(200)).traceName,
            "StatusCode when host *.a.example, family ipv6"
        )
        expect(finding(.https, .http, .ipv6), .genuine)
        expect(finding(nil, nil, nil), .genuine)
        expect(finding(.http, .http, .ipv6), .inconclusive)
        expect(finding(.https, "dns", .ipv6), .inconclusive)
        expect(finding(.https, .http, .ipv4), .inconclusive)
    }

    @Test func `The family is that of the request, otherwise that of the peer, otherwise not known`() {
        let rule = Conditional(family: .ipv4, StatusCode(200))
        expect(rule.validate(exchange("http://a.example/", from: "192.0.2.1")).finding, .genuine)
        expect(rule.validate(exchange("http://a.example/", from: "2001:db8::1")).finding, .inconclusive)
        expect(rule.validate(exchange("http://a.example/")).finding, .inconclusive)
        expect(rule.validate(exchange("http://a.example/", family: .ipv4, from: "2001:db8::1")).finding, .genuine)
    }

    @Test func `A part whose condition does not apply counts as absent`() {
        let answer = exchange("http://a.example/")
        let other = Conditional(host: "b.example", BodyContains("ping"))
        expect(AllOf([other, StatusCode(200)]).validate(answer).finding, .genuine)
        expect(AllOf([AllOf([other]), Inverted(other), StatusCode(204)]).validate(answer).finding, .substituted)
        expect(AllOf([other]).validate(answer).finding, .inconclusive)
        expect(AnyOf([other, StatusCode(200)]).validate(answer).finding, .genuine)
        expect(Inverted(other).validate(answer).finding, .inconclusive)
        expect(PublicAddress(other).validate(answer).finding, .inconclusive)
    }

    @Test func `In the list of a pipeline a condition changes only the answers to which it applies`() {
        let judge = ExchangeJudge(JudgingChain([Conditional(host: "b.example", BodyContains("ping"))]))
        expect(judge.verdict(on: exchange("https://a.example/"), expecting: StatusCode(200)).finding, .genuine)
        expect(judge.verdict(on: exchange("http://b.example/"), expecting: StatusCode(200)).finding, .substituted)
        // With nothing else that states what to expect, nothing is stated.
        expect(judge.verdict(on: exchange("https://a.example/"), expecting: nil).reason, .statusMatches(200))
        expect(judge.verdict(on: exchange("http://a.example/"), expecting: nil).reason, .expectationMissing)
        expect(judge.verdict(on: exchange("http://b.example/"), expecting: nil).finding, .substituted)
    }

    @Test func `An endpoint whose own expectation is silent states none`() {
        let silent = Conditional(scheme: .https, StatusCode(204))
        let answer = exchange("http://a.example/")
        expect(ExchangeJudge([]).verdict(on: answer, expecting: silent).reason, .expectationMissing)
        let judge = ExchangeJudge(.standard, expecting: BodyContains("pong"))
        expect(judge.verdict(on: answer, expecting: silent).reason, .bodyContains("pong"))
        expect(judge.verdict(on: answer, expecting: StatusCode(404)).finding, .substituted)
    }

    @Test func `A condition around an objection objects before the expectation`() {
        let portal = Conditional(scheme: .http, RedirectSignal())
        expect(portal.role, .objection)
        let judge = ExchangeJudge(.only([portal]))
        for (url, finding) in [("http://a.example/", .captive), ("https://a.example/", .substituted)]
            as [(HTTPURL, Verdict.Finding)]
        {
            let answer = ProbeExchange.answer(302, headers: ["Location": "http://b.example/"], url: url)
            expect(judge.verdict(on: answer, expecting: StatusCode(204)).finding, finding)
        }
    }
}
