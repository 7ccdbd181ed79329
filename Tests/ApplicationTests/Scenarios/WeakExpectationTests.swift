import ConnectivityCore
import ConnectivityPCRE2
import Foundation
import TestSupport
import Testing

@Suite struct `What any intermediary could answer` {
    private static let asked: HTTPURL = "http://service.example/status"
    private static let judge = ExchangeJudge(.standard)

    private static func pattern(_ text: String) -> any ResponseValidator {
        (try? BodyMatches(text)) ?? AnyOf([])
    }

    private static let anyStatus = StatusCode(200, 204, 302, 400, 403, 404, 503)

    /// Expectations that state no content.
    private static let weak: [any ResponseValidator] =
        [
            StatusCode(200), StatusCode(204), StatusCode(302), StatusCode(400, 403, 404, 503), anyStatus,
            BodySize(min: 0),
            BodySize(max: 100_000), BodySize(min: 1, max: 5_000), HeaderValue(of: "Content-Type"),
            HeaderValue(of: "Location"),
            HeaderValue(of: "Server"), HeaderValue(of: "Location", containing: "/"),
            HeaderValue(of: "Content-Encoding"),
            BodyStartsWith("<!doctype html"), BodyContains("{"), BodyJSON(at: ""),
            Inverted(BodyJSON(at: "/status", equals: "ok")), BodyContains("https://"),
            HeaderValue(of: "Content-Type", containing: "html"), Inverted(BodyContains("maintenance")),
            Inverted(StatusCode(500)), EmptyBody(), BodyContains("<"), BodyStartsWith("<!DOCTYPE html"),
            AllOf([anyStatus, BodySize(max: 100_000)]), AnyOf([anyStatus, BodyContains("pong")]),
            AnyOf([BodyContains("pong"), anyStatus]), PublicAddress(anyStatus),
            Conditional(scheme: .http, anyStatus), ValidatorChain([anyStatus]),
            ClosureValidator(role: .expectation) { _ in Verdict(.genuine, because: .stated("anything")) },
            RecordedTestimony(of: "program", isExpectation: true),
        ] + ["ok|", ".*", "^", "(pong)*", "", "[a-z]+", #"\d"#].map(pattern)

    /// The answers that a gateway gives in place of every host.
    private static let gateways: [ProbeResponse] = [200, 204, 302, 400, 403, 404, 503].flatMap { status in
        ["", "<!DOCTYPE html><title>Hello</title><p>Some page, with 12 words.", "a plain text"].map { body in
            var headers: HeaderFields = ["Content-Type": "text/html; charset=utf-8", "Server": "nginx"]
            if status == 302 { headers.fields.append(.init(name: "Location", value: "/start")) }
            return ProbeResponse(status: status, headers: headers, body: Array(body.utf8))
        }
    }

    private static func exchange(_ response: ProbeResponse, at url: HTTPURL = asked) -> ProbeExchange {
        var exchange = ProbeExchange(request: ProbeRequest(url), outcome: .success(response))
        let said = Verdict(.genuine, because: .stated("the program agrees"))
        exchange.testimony = [Testimony(witness: "program", version: "1", digest: nil, verdict: said)]
        return exchange
    }

    @Test func `An expectation without content is never met by a gateway, with any status, with or without a page`() {
        var found: [String] = []
        for expectation in Self.weak {
            for response in Self.gateways {
                let verdict = Self.judge.verdict(on: Self.exchange(response), expecting: expectation)
                if verdict.finding == .genuine { found.append("\(expectation.traceName) by \(response): \(verdict)") }
            }
        }
        #expect(found.isEmpty, "\(found.count), such as \(found.first ?? "")")
    }

    @Test func `An answer that an added authority verified proves no more than a plain one`() {
        for url in ["https://www.google.com/", "https://service.example/"] as [HTTPURL] {
            var exchange = Self.exchange(ProbeResponse(status: 200, body: Array("<p>any page".utf8)), at: url)
            exchange.authentication = .intercepted
            expect(Self.judge.verdict(on: exchange, expecting: StatusCode(200)).reason, .expectedOfAnyPage)
            expect(Self.judge.verdict(on: exchange, expecting: nil).finding, .inconclusive)
        }
    }

    @Test func `Over TLS that verifies the host the same expectations are met`() {
        for expectation in [StatusCode(204), EmptyBody(), Self.pattern(".*")] as [any ResponseValidator] {
            var exchange = Self.exchange(ProbeResponse(status: 204), at: "https://service.example/status")
            exchange.authentication = .verified
            expect(Self.judge.verdict(on: exchange, expecting: expectation).finding, .genuine)
        }
    }

    private static let json = ["Content-Type": "application/json", "X-Probe": "yes"] as HeaderFields

    /// Expectations that state content, each with an answer that meets it.
    private static let ordinary: [(any ResponseValidator, ProbeResponse)] = {
        func text(_ body: String, _ status: Int = 200) -> ProbeResponse {
            ProbeResponse(
                status: status,
                headers: ["X-Probe": "yes", "Content-Type": "text/plain"],
                body: Array(body.utf8)
            )
        }
        let own = ProbeResponse(status: 200, headers: ["Server": "conncheck-7Hq2x9"])
        let object = ProbeResponse(
            status: 200,
            headers: json,
            body: Array(#"{"status": "ok", "n": 7, "list": ["a"]}"#.utf8)
        )
        return [
            (BodyContains("pong"), text("ping pong")), (BodyContains("ok"), text("ok")),
            (BodyContains("OK"), text("OK\n")),
            (BodyEquals("pong"), text("pong\n")), (BodyEquals("success"), text("success")),
            (BodyContains("online"), text("online")),
            (BodyStartsWith("status:"), text("status: green")), (BodyContains("pong"), text("pong", 503)),
            (BodyJSON(at: "/status", equals: "ok"), object), (BodyJSON(at: "/n", equals: 7), object),
            (BodyJSON(at: "/list/0", equals: "a"), object), (HeaderValue(of: "X-Probe", is: "yes"), text("")),
            (HeaderValue(of: "Server", is: "conncheck-7Hq2x9"), own),
            (HeaderValue(of: "X-Probe", containing: "ye"), text("any")),
            (HeaderValue(of: "Content-Type", is: "application/json"), object),
            (AllOf([StatusCode(204), HeaderValue(of: "X-Probe", is: "yes")]), text("", 204)),
            (AllOf([StatusCode(200), BodyContains("pong")]), text("pong")),
            (AnyOf([BodyContains("pong"), BodyContains("ok")]), text("ok")),
            (PublicAddress(BodyContains("pong")), text("pong")),
            (Conditional(scheme: .http, BodyContains("pong")), text("pong")),
            (AllOf([BodySize(max: 10), BodyContains("pong")]), text("pong")),
            (AllOf([Inverted(BodyContains("maintenance")), BodyContains("pong")]), text("pong")),
            (pattern("^pong$"), text("pong")), (pattern("^status: (green|yellow)$"), text("status: green")),
            (pattern("(?i)success"), text("Success")), (pattern(#"^\{"status":"#), object),
            (pattern("version 2"), text("version 2")),
            (AllOf([StatusCode(200), pattern("pong")]), text("pong")),
        ]
    }()

    @Test func `An ordinary expectation of content stays genuine`() {
        #expect(Self.ordinary.count > 25)
        for (expectation, response) in Self.ordinary {
            let verdict = Self.judge.verdict(on: Self.exchange(response), expecting: expectation)
            expect(verdict.finding, .genuine, "\(expectation.traceName) by \(response): \(verdict)")
        }
    }

    @Test func `The genuine answer of every built-in endpoint stays genuine, but not for another endpoint at its host`()
    {
        let pages: [String: String] = [
            "apple.hotspot": "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
            "mozilla.success": "success\n",
            "microsoft.connecttest": "Microsoft Connect Test",
        ]
        for endpoint in Endpoint.builtIn where endpoint.url?.scheme == .http {
            guard let url = endpoint.url else { continue }
            let answer =
                pages[endpoint.name].map { ProbeResponse(status: 200, body: Array($0.utf8)) }
                ?? ProbeResponse(status: 204)
            guard endpoint.expectation?.validate(Self.exchange(answer, at: url)).finding == .genuine else { continue }
            expect(
                Self.judge.verdict(on: Self.exchange(answer, at: url), expecting: endpoint.expectation).finding,
                .genuine
            )
        }
        let page = ProbeResponse(status: 200, body: Array("<p>any page".utf8))
        for url in ["http://www.google.com/", "http://captive.apple.com/hotspot-detect.html"] as [HTTPURL] {
            let verdict = Self.judge.verdict(on: Self.exchange(page, at: url), expecting: StatusCode(200))
            #expect(verdict.finding == .inconclusive && verdict.reason == .expectedOfAnyPage)
        }
    }

    @Test func `A program is weak unless it states content, also if a record is decided again`() throws {
        let said = Verdict(.genuine, because: .stated("agrees"))
        let program = RecordedTestimony(of: "program", isExpectation: true)
        var exchange = Self.exchange(ProbeResponse(status: 200, body: Array("pong".utf8)))
        expect(Self.judge.verdict(on: exchange, expecting: program).reason, .expectedOfAnyAnswer)
        var testimony = Testimony(witness: "program", version: "1", digest: nil, verdict: said)
        testimony.statesContent = true
        exchange.testimony = [try JSONDecoder().decode(Testimony.self, from: JSONEncoder().encode(testimony))]
        expect(Self.judge.verdict(on: exchange, expecting: program), said)
    }

    @Test(arguments: ["dns", "echo", "connection", "program", "com.example.greeting"] as [Question.Kind])
    func `An answer of another kind proves something only if its author is known`(kind: Question.Kind) {
        let request = ProbeRequest(.other(kind, [:]))
        var exchange = ProbeExchange(request: request, outcome: .success(.other(kind, ["said": "hello"])))
        let met = ClosureValidator(role: .expectation) { _ in Verdict(.genuine, because: .stated("as expected")) }
        expect(
            Self.judge.verdict(on: exchange, expecting: met).reason,
            .unprovenKind(kind, met: .stated("as expected"))
        )
        for author in [ProbeExchange.Authentication.verified, .challenged] {
            exchange.authentication = author
            expect(Self.judge.verdict(on: exchange, expecting: met).finding, .genuine)
        }
    }

    @Test func `A size that only a large page has states no content`() {
        let page = ProbeResponse(status: 200, body: Array(repeating: 0x61, count: 20_000))
        let verdict = Self.judge.verdict(on: Self.exchange(page), expecting: BodySize(min: 10_000))
        expect(verdict.reason, .expectedOfAnyPage)
    }

    @Test func `The reason has advice for its kind`() {
        let empty = Self.judge.verdict(on: Self.exchange(ProbeResponse(status: 204)), expecting: StatusCode(204))
        expect(empty.reason, .expectedOfAnyAnswer)
        let page = ProbeResponse(status: 200, body: Array("<p>any page".utf8))
        expect(Self.judge.verdict(on: Self.exchange(page), expecting: StatusCode(200)).reason, .expectedOfAnyPage)
    }

    @Test func `An expectation is asked before an answer has come, for doctor`() {
        let request = ProbeRequest(Self.asked)
        for expectation in Self.weak where !(expectation is RecordedTestimony) {
            #expect(expectation.weakness(askedOf: request) != nil, "\(expectation.traceName)")
        }
        for (expectation, _) in Self.ordinary {
            expect(expectation.weakness(askedOf: request), nil, "\(expectation.traceName)")
        }
    }
}
