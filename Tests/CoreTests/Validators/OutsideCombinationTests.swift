import ConnectivityCore
import TestSupport
import Testing

/// A validator of another package around another one; it states nothing but that.
private struct Wrapped: DeclaringValidator {
    var validator: any ResponseValidator
    var parts: [any ResponseValidator] { [validator] }

    init(_ validator: any ResponseValidator) { self.validator = validator }

    func validate(_ exchange: ProbeExchange) -> Verdict { validator.validate(exchange) }
}

/// Every sign of a portal in a combination of another package.
private struct OwnSigns: DeclaringValidator {
    var parts: [any ResponseValidator] { PortalSignals().parts }

    func validate(_ exchange: ProbeExchange) -> Verdict { PortalSignals().validate(exchange) }
}

/// An expectation of another package, which accepts one status code.
private struct Teapot: DeclaringValidator {
    var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(statuses: [418]) }

    func validate(_ exchange: ProbeExchange) -> Verdict { StatusCode(418).validate(exchange) }
}

/// An expectation of another package, which accepts one body.
private struct Ping: DeclaringValidator {
    var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(ofBodyBy: self, only: "ping") }

    func validate(_ exchange: ProbeExchange) -> Verdict { BodyEquals("ping").validate(exchange) }
}

private struct Oracle: Witness {
    var traceName: String { "oracle" }
    var version: String { "1" }

    func testify(on exchange: ProbeExchange) async -> Verdict { .inconclusive }
}

@Suite struct `A combination from another package` {
    private let answer = ProbeExchange.answer(204, url: "http://a.example/")

    @Test func `The role, the witnesses and the challenges are those of the parts`() {
        #expect(Wrapped(StatusCode(204)).role == .expectation && Wrapped(RedirectSignal()).role == .objection)
        expect(Wrapped(Oracle()).witnesses.map(\.traceName), ["oracle"])
        expect(Wrapped(AllOf([Oracle(), ChallengeAnswer(field: "X-Nonce")])).challenges, ["X-Nonce"])
    }

    @Test func `The witnesses of a service's own expectation are asked`() {
        let service = Endpoint("https://git.example/", expecting: Wrapped(Oracle()))
        let rules = DecisionRules(endpoints: [], validators: [], policy: QuorumPolicy(), besides: [service])
        expect(rules.witnesses(for: service.request()).map(\.traceName), ["oracle"])
    }

    @Test func `A validator from another package that states an answer is an expectation`() {
        #expect(Teapot().role == .expectation && AllOf([Ping(), RedirectSignal()]).role == .expectation)
        expect(AllOf([RedirectSignal()]).role, .objection)
    }

    @Test func `A combination whose parts do not apply counts as a missing expectation`() {
        let elsewhere = Conditional(host: "b.example", BodyContains("ping"))
        expect(AllOf([Wrapped(elsewhere), StatusCode(204)]).validate(answer).finding, .genuine)
        let silent = ExchangeJudge([]).verdict(on: answer, expecting: Wrapped(elsewhere))
        expect(silent.reason, .expectationMissing)
    }

    @Test func `A sign that the expectation states does not hide another one in it`() {
        let judge = ExchangeJudge(.only([OwnSigns()]))
        let both = "<p>pong<form method=post><input type=password></form><frameset><frame src=http://portal.example/>"
        let page = ProbeExchange.answer(200, both, url: "http://a.example/")
        expect(judge.verdict(on: page, expecting: AllowedPortalSigns([.form], BodyContains("pong"))).finding, .captive)
    }

    @Test(
        arguments: [
            ([Teapot(), StatusCode(200)], "no status code meets all of them"),
            ([StatusCode(204), Ping()], "an answer with such a status has no body"),
            ([Ping(), BodyContains("pong")], "a body that equals the one text does not meet the others"),
            (
                [AllOf([StatusCode(200), BodyContains("a")]), BodyEquals("b")],
                "a body that equals the one text does not meet the others"
            ),
            ([Teapot(), Ping(), HeaderValue(of: "Server")], nil),
        ] as [([any ResponseValidator], String?)]
    )
    func `The statements of a combination show which parts no answer can meet together`(
        parts: [any ResponseValidator],
        why: String?
    ) {
        expect(AllOf(parts).stated?.contradiction, why)
    }
}
