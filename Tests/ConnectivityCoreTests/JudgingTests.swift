import ConnectivityCore
import Testing

@Suite struct `The order of judging` {
    private static let ownPage: HTTPURL = "http://status.example/"
    private static let success = BodyEquals("<form method=post><input name=user></form>")

    private func answer(_ status: Int, _ body: String = "", at url: HTTPURL = ownPage) -> ProbeExchange {
        ProbeExchange(
            request: ProbeRequest(url),
            outcome: .success(ProbeResponse(status: status, headers: ["X-Probe": "yes"], body: Array(body.utf8)))
        )
    }

    private func finding(_ order: JudgingOrder, _ exchange: ProbeExchange, _ own: (any ResponseValidator)?)
        -> Verdict.Finding
    {
        ExchangeJudge(order).verdict(on: exchange, expecting: own).finding
    }

    private let agrees = ClosureValidator { _ in Verdict(.genuine, because: .stated("nothing is wrong")) }

    @Test func `A validator that finds a page genuine does not replace the endpoint's expectation`() {
        #expect(finding([agrees], answer(200, "sign in"), BodyContains("pong")) == .substituted)
        #expect(finding([agrees], answer(200, "pong"), BodyContains("pong")) == .genuine)
    }

    @Test func `An expectation in the list and the endpoint's own must both be met`() {
        let order: JudgingOrder = [HasHeader("X-Probe")]
        #expect(finding(order, answer(200, "sign in"), BodyContains("pong")) == .substituted)
        #expect(finding(order, answer(200, "pong"), BodyContains("pong")) == .genuine)
        #expect(finding([HasHeader("X-Other")], answer(200, "pong"), BodyContains("pong")) == .substituted)
        #expect(finding([AllOf([BodyContains("pong")])], answer(200, "ping"), HasStatus(200)) == .substituted)
    }

    @Test func `An expectation in the list applies to an endpoint that states none`() {
        #expect(finding([BodyContains("pong")], answer(200, "pong"), nil) == .genuine)
        #expect(finding([BodyContains("pong")], answer(200, "ping"), nil) == .substituted)
        #expect(finding([agrees], answer(200, "ping"), nil) == .genuine)
    }

    @Test func `The expectation of a pipeline applies to endpoints that state none`() {
        let judge = ExchangeJudge([PortalSignals()], expecting: BodyContains("pong"))
        #expect(judge.verdict(on: answer(200, "ping"), expecting: nil).finding == .substituted)
        #expect(judge.verdict(on: answer(200, "ping"), expecting: BodyContains("ping")).finding == .genuine)
    }

    @Test func `Only an exact match of the whole answer outranks the signs of a portal`() {
        let page = answer(200, Self.success.text)
        #expect(finding(.standard, page, Self.success) == .genuine)
        #expect(finding(.standard, page, BodyContains("form")) == .inconclusive)
        let claims = ClosureValidator(role: .expectation) { _ in
            Verdict(.genuine, because: .stated("the whole answer"), basis: .wholeAnswer)
        }
        #expect(claims.validate(page).basis == .part)
        #expect(finding(.standard, page, claims) == .inconclusive)
    }

    @Test(arguments: ["connection", "echo", "dns", "com.example.greeting"] as [QuestionKind])
    func
        `Without any expectation, an answer of another kind than HTTP proves nothing, and the reason says what to state`(
            kind: QuestionKind
        )
    {
        let exchange = ProbeExchange(
            request: ProbeRequest(.other(kind, [:])),
            outcome: .success(Answer.other(kind, ["said": "hello"]))
        )
        for order in [JudgingOrder.standard, .only([])] {
            let verdict = ExchangeJudge(order).verdict(on: exchange, expecting: nil)
            #expect(verdict.finding == .inconclusive && verdict.reason == .expectationMissing)
        }
    }

    @Test(arguments: [
        ("http://status.example/", 200, "hello", Verdict.Finding.inconclusive),
        ("http://status.example/", 200, "", .inconclusive), ("http://status.example/", 204, "", .inconclusive),
        ("http://status.example/", 204, "no body belongs here", .inconclusive),
        ("https://status.example/", 200, "hello", .genuine), ("https://status.example/", 404, "", .failed),
        ("https://status.example/", 401, "", .substituted),
        ("http://status.example/", 200, "<form method=post><input name=user></form>", .captive),
        ("http://status.example/", 200, "<title>Access denied</title>", .substituted),
    ])
    func `Without any expectation, only an answer that proves itself is genuine`(
        url: String,
        status: Int,
        body: String,
        expected: Verdict.Finding
    ) throws {
        #expect(finding(.standard, answer(status, body, at: try HTTPURL(url)), nil) == expected)
    }

    @Test func `A validator is asked at its place in the order`() {
        let objects = ClosureValidator { _ in Verdict(.captive, because: .stated("no")) }
        #expect(finding([objects], answer(200, "pong"), BodyContains("pong")) == .captive)
        let late: JudgingOrder = [objects.asked(.afterMismatch)]
        #expect(finding(late, answer(200, "pong"), BodyContains("pong")) == .genuine)
        #expect(finding(late, answer(200, "ping"), BodyContains("pong")) == .captive)
        let whole: JudgingOrder = [objects.asked(.afterMismatch(of: .wholeAnswer))]
        #expect(finding(whole, answer(200, "ping"), BodyContains("pong")) == .substituted)
        #expect(finding(whole, answer(302, "ping"), HasStatus(204)) == .captive)
    }

    @Test func `An order without the standard tail asks no other validators`() {
        #expect(finding(.only([]), answer(503, "some page"), HasStatus(204)) == .substituted)
        #expect(finding([], answer(503, "some page"), HasStatus(204)) == .failed)
        let refused = ProbeExchange(
            request: ProbeRequest(Self.ownPage),
            outcome: .failure(ProbeFailure(.connectionRefused))
        )
        #expect(finding(.only([]), refused, HasStatus(204)) == .failed)
    }

    @Test func `A trace lists the validators that were asked, and which one decided`() throws {
        let steps = ExchangeJudge(.standard).trace(answer(404), expecting: HasStatus(204))
        #expect(steps.map(\.name) == ["HasStatus", "PortalSignals", "ProxySignal", "EndpointFailure"])
        #expect(steps.filter(\.decides).map(\.name) == ["EndpointFailure"])
        #expect(steps.map(\.place) == [.expectation, .before, .endpointFailure, .endpointFailure])
    }

    @Test func `The basis of a combination is that of the part that decided`() {
        let exact = BodyEquals("pong")
        #expect(AllOf([HasStatus(200), exact]).validate(answer(200, "pong")).basis == .wholeAnswer)
        #expect(AllOf([HasStatus(200), exact]).validate(answer(302, "pong")).basis == .part)
        #expect(AnyOf([HasStatus(201), exact]).validate(answer(200, "pong")).basis == .wholeAnswer)
        #expect(Inverted(exact).validate(answer(200, "ping")).basis == .part)
    }

    @Test(arguments: ProbeFailure.Resource.allCases)
    func `A shortage of this program is inconclusive, whatever is expected`(resource: ProbeFailure.Resource) {
        let exchange = ProbeExchange.failure(.shortage(resource))
        let expectations: [(any ResponseValidator)?] = [nil, HasStatus(204), Inverted(HasStatus(204)), HasNoReply()]
        for expectation in expectations {
            let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: expectation)
            #expect(verdict.finding == .inconclusive)
            #expect(verdict.reason.facts["failure"] == .text("shortage.\(resource.rawValue)"))
        }
        #expect(ProbeFailure.Kind(name: "shortage.\(resource.rawValue)") == .shortage(resource))
    }

    @Test func `An expectation that could not finish leaves the answer inconclusive`() {
        let verdict = Verdict(.inconclusive, because: .undecided("match limit exceeded"))
        let undecided = ClosureValidator(role: .expectation) { _ in verdict }
        let page = answer(200, "please sign in")
        let judge = ExchangeJudge(.standard)
        #expect(judge.verdict(on: page, expecting: undecided) == verdict)
        #expect(judge.verdict(on: page, expecting: AllOf([HasStatus(200), undecided])) == verdict)
        #expect(judge.verdict(on: page, expecting: AnyOf([BodyContains("pong"), undecided])) == verdict)
        #expect(judge.verdict(on: page, expecting: AnyOf([undecided, BodyContains("please")])).finding == .genuine)
        #expect(judge.verdict(on: answer(511), expecting: undecided).finding == .captive)
    }

    @Test(arguments: ["br", "zstd", "gzip, BR"])
    func `A body in a coding that is not decoded is no evidence about its text`(coding: String) {
        let body: [UInt8] = [0x1B, 0xFF, 0, 0xF8, 5, 9]
        let response = ProbeResponse(status: 200, headers: ["Content-Encoding": coding], body: body)
        let exchange = ProbeExchange(request: ProbeRequest(Self.ownPage), outcome: .success(response))
        for expectation: any ResponseValidator in [BodyContains("pong"), BodyEquals("pong")] {
            let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: expectation)
            #expect(verdict.finding == .inconclusive)
            #expect(verdict.reason.code == "undecided")
        }
        #expect(ExchangeJudge(.standard).verdict(on: exchange, expecting: HasStatus(204)).finding == .substituted)
    }

    @Test(arguments: [ProbeFailure.Kind.malformed, .headerTooLarge])
    func `A malformed reply over plain HTTP counts as substituted`(kind: ProbeFailure.Kind) {
        func verdict(_ url: HTTPURL) -> Verdict {
            let exchange = ProbeExchange(request: ProbeRequest(url), outcome: .failure(ProbeFailure(kind)))
            return ExchangeJudge(.standard).verdict(on: exchange, expecting: HasStatus(204))
        }
        #expect(verdict("http://a.example/") == Verdict(.substituted, because: .noAnswer(kind)))
        #expect(verdict("https://a.example/").finding == .failed)
    }
}
