import ConnectivityCore
import ConnectivityWire
import TestSupport
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

    private func finding(_ order: JudgingChain, _ exchange: ProbeExchange, _ own: (any ResponseValidator)?)
        -> Verdict.Finding
    {
        ExchangeJudge(order).verdict(on: exchange, expecting: own).finding
    }

    private let agrees = ClosureValidator { _ in Verdict(.genuine, because: .stated("nothing is wrong")) }

    @Test func `A validator that finds a page genuine does not replace the endpoint's expectation`() {
        expect(finding([agrees], answer(200, "sign in"), BodyContains("pong")), .substituted)
        expect(finding([agrees], answer(200, "pong"), BodyContains("pong")), .genuine)
    }

    @Test func `An expectation in the list and the endpoint's own must both be met`() {
        let order: JudgingChain = [HeaderValue(of: "X-Probe")]
        expect(finding(order, answer(200, "sign in"), BodyContains("pong")), .substituted)
        expect(finding(order, answer(200, "pong"), BodyContains("pong")), .genuine)
        expect(finding([HeaderValue(of: "X-Other")], answer(200, "pong"), BodyContains("pong")), .substituted)
        expect(finding([AllOf([BodyContains("pong")])], answer(200, "ping"), StatusCode(200)), .substituted)
    }

    @Test func `An expectation in the list applies to an endpoint that states none, and an objection replaces none`() {
        expect(finding([BodyContains("pong")], answer(200, "pong"), nil), .genuine)
        expect(finding([BodyContains("pong")], answer(200, "ping"), nil), .substituted)
        expect(finding([agrees], answer(200, "ping"), nil), .inconclusive)
    }

    @Test func `The expectation of a pipeline applies to endpoints that state none`() {
        let judge = ExchangeJudge([PortalSignals()], expecting: BodyContains("pong"))
        expect(judge.verdict(on: answer(200, "ping"), expecting: nil).finding, .substituted)
        expect(judge.verdict(on: answer(200, "ping"), expecting: BodyContains("ping")).finding, .genuine)
    }

    @Test func `Only an exact match of the whole answer outranks the signs of a portal`() {
        let page = answer(200, Self.success.text)
        expect(finding(.standard, page, Self.success), .genuine)
        expect(finding(.standard, page, BodyContains("form")), .inconclusive)
        let claims = ClosureValidator(role: .expectation) { _ in
            Verdict(.genuine, because: .stated("the whole answer"), basis: .wholeAnswer)
        }
        expect(claims.validate(page).basis, .part)
        expect(finding(.standard, page, claims), .inconclusive)
    }

    @Test(arguments: ["connection", "echo", "dns", "com.example.greeting"] as [Question.Kind])
    func
        `Without any expectation, an answer of another kind than HTTP proves nothing, and the reason says what to state`(
            kind: Question.Kind
        )
    {
        let exchange = ProbeExchange(
            request: ProbeRequest(.other(kind, [:])),
            outcome: .success(Answer.other(kind, ["said": "hello"]))
        )
        for order in [JudgingChain.standard, .only([])] {
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
        expect(finding(.standard, answer(status, body, at: try HTTPURL(url)), nil), expected)
    }

    @Test func `A validator is asked at its place and on its answers`() {
        let objects = ClosureValidator { _ in Verdict(.captive, because: .stated("no")) }
        expect(finding([objects], answer(200, "pong"), BodyContains("pong")), .captive)
        let late: JudgingChain = [objects.asked(.afterMismatch)]
        expect(finding(late, answer(200, "pong"), BodyContains("pong")), .genuine)
        expect(finding(late, answer(200, "ping"), BodyContains("pong")), .captive)
        let whole: JudgingChain = [objects.asked(.afterMismatchOfWholeAnswer)]
        expect(finding(whole, answer(200, "ping"), BodyContains("pong")), .substituted)
        expect(finding(whole, answer(302, "ping"), StatusCode(204)), .captive)
        let matched: JudgingChain = [objects.asked(.afterMatch)]
        expect(finding(matched, answer(200, "pong"), BodyContains("pong")), .captive)
        expect(finding(matched, answer(200, "ping"), BodyContains("pong")), .substituted)
    }

    @Test func `A list adds to the standard links, and moves those that it names`() {
        let mine = ClosureValidator("mine") { _ in .inconclusive }
        let other = ClosureValidator("other") { _ in .inconclusive }
        func names(_ chain: JudgingChain) -> [String] { chain.links.map(\.name) }
        let standard = JudgingChain.StandardLink.allCases.map(\.rawValue)
        #expect(names(.standard) == standard && names([]) == standard)
        expect(names([mine]), Array(standard[..<2]) + ["mine"] + Array(standard[2...]))
        expect(names([WordingSignal(), mine]).prefix(4), ["unanswered", "this-device", "wording", "mine"])
        expect(names([WordingSignal(), mine]).count, standard.count + 1)
        let placed: JudgingChain = [mine.placed(.after(.wording)), other.placed(.after(.wording))]
        expect(names(placed).suffix(5), ["mine", "other", "unexpected-page", "own-answer", "outcome"])
        expect(names([mine.placed(.before(.outcome))]).suffix(2), ["mine", "outcome"])
        let replaced: JudgingChain = [mine.placed(.instead(of: .proxy))]
        expect(names(replaced), standard.map { $0 == "proxy" ? "mine" : $0 })
        expect(names(.only([mine])), ["unanswered", "mine", "expectation", "outcome"])
        expect(names(JudgingChain([mine]).leavingOut(.wording)).contains("wording"), false)
    }

    @Test func `A chain without a guard says so, and a moved guard is no missing one`() {
        #expect(JudgingChain.standard.missingGuards.isEmpty)
        #expect(JudgingChain([PortalSignals()]).missingGuards.isEmpty)
        #expect(JudgingChain.standard.leavingOut(.wording).missingGuards.isEmpty)
        expect(JudgingChain.standard.leavingOut(.weakExpectation).missingGuards, [.weakExpectation])
        expect(JudgingChain([agrees.placed(.instead(of: .portalSignals))]).missingGuards, [.portalSignals])
        #expect(JudgingChain.only([PortalSignals()]).missingGuards.contains(.privateAddress))
        // A guard that is not asked about every relevant answer counts as missing.
        expect(JudgingChain([PortalSignals().asked(.afterMismatch)]).missingGuards, [.portalSignals])
    }

    @Test(arguments: JudgingChain.StandardLink.allCases)
    func `A validator with the name of a standard link takes the place of none`(link: JudgingChain.StandardLink) {
        let named = ClosureValidator(link.rawValue) { _ in .inconclusive }
        let chain: JudgingChain = [named]
        #expect(chain.links.count == JudgingChain.StandardLink.allCases.count + 1 && chain.missingGuards.isEmpty)
        expect(finding(chain, answer(200, "<p>any page"), StatusCode(200)), .inconclusive)
    }

    @Test func `Every validator of a list is asked, whatever its place and the places of others`() {
        let refuses = ClosureValidator("refuses") { _ in Verdict(.substituted, because: .stated("no")) }
        let silent = ClosureValidator("silent") { _ in .inconclusive }
        let chains: [JudgingChain] = [
            [refuses.placed(.before(.wording)), silent.placed(.instead(of: .wording))],
            [silent.placed(.instead(of: .wording)), refuses.placed(.after(.wording))],
            [refuses.placed(.after(.portalSignals)), PortalSignals()],
            JudgingChain([refuses.placed(.after(.wording))]).leavingOut(.wording),
            [silent.placed(.before(.unanswered)), silent.placed(.before(.thisDevice)), refuses],
        ]
        for chain in chains {
            expect(finding(chain, answer(200, "pong"), BodyContains("pong")), .substituted)
        }
        let both: JudgingChain = [refuses.placed(.instead(of: .proxy)), silent.placed(.instead(of: .proxy))]
        expect(both.links.count { ["refuses", "silent"].contains($0.name) }, 2)
    }

    @Test func `A user's validator can refuse an answer that a guard doubts`() {
        let refuses = ClosureValidator { _ in Verdict(.substituted, because: .stated("no")) }
        let chain: JudgingChain = [refuses.placed(.before(.outcome))]
        expect(finding(chain, answer(200, "<p>any page"), StatusCode(200)), .substituted)
        let cancelled = ProbeExchange.failure(.cancelled)
        expect(ExchangeJudge(chain).verdict(on: cancelled, expecting: StatusCode(200)).reason, .notNeeded)
    }

    @Test func `A genuine verdict on silence passes no guard`() {
        let claims = ClosureValidator(role: .expectation) { _ in
            Verdict(.genuine, because: .stated("anything"), basis: .silence)
        }
        expect(finding(.standard, answer(200, "<p>any page"), claims), .inconclusive)
    }

    @Test func `A chain without the standard links asks no other validators`() {
        expect(finding(.only([]), answer(503, "some page"), StatusCode(204)), .substituted)
        expect(finding([], answer(503, "some page"), StatusCode(204)), .failed)
        let refused = ProbeExchange(
            request: ProbeRequest(Self.ownPage),
            outcome: .failure(ProbeFailure(.connectionRefused))
        )
        expect(finding(.only([]), refused, StatusCode(204)), .failed)
    }

    @Test func `A trace lists every link with what it said, the one that decided, and why others were not asked`() {
        let steps = ExchangeJudge(.standard).trace(answer(404), expecting: StatusCode(204))
        expect(steps.map(\.name), JudgingChain.StandardLink.allCases.map(\.rawValue))
        expect(steps.filter(\.decides).map(\.name), ["endpoint-failure"])
        let asked = steps.filter { $0.verdict != nil }.map(\.name)
        expect(asked, ["unanswered", "this-device", "portal-signals", "expectation", "proxy", "endpoint-failure"])
        #expect(steps.allSatisfy { ($0.verdict == nil) != ($0.exclusion == nil) })
        expect(steps[2].exclusion, "it is not known who answered")
        expect(steps.last?.exclusion, "endpoint-failure decided")
    }

    @Test func `The reason of a refined objection has both parts, and the trace names the sign`() {
        let refuses = ClosureValidator("mine") { _ in Verdict(.substituted, because: .stated("no")) }
        let exchange = ProbeExchange.answer(302, headers: ["Location": "http://portal.example/"], url: Self.ownPage)
        let judge = ExchangeJudge([refuses])
        let verdict = judge.verdict(on: exchange, expecting: BodyContains("pong"))
        #expect(verdict.finding == .captive && verdict.portal?.signInURL == "http://portal.example/")
        expect(verdict.reason.parts.map(\.code), ["redirect", "stated"])
        expect(judge.trace(exchange, expecting: nil).filter(\.decides).map(\.name), ["portal-signals"])
        // A portal that he names himself stays his.
        let named = ClosureValidator { _ in
            .captive(CaptivePortal(signInURL: "http://mine.example/", kind: .unknown), because: .stated("mine"))
        }
        expect(ExchangeJudge([named]).verdict(on: exchange, expecting: nil).reason, .stated("mine"))
    }

    @Test func `The basis of a combination is that of the part that decided`() {
        let exact = BodyEquals("pong")
        expect(AllOf([StatusCode(200), exact]).validate(answer(200, "pong")).basis, .wholeAnswer)
        expect(AllOf([StatusCode(200), exact]).validate(answer(302, "pong")).basis, .part)
        expect(AnyOf([StatusCode(201), exact]).validate(answer(200, "pong")).basis, .wholeAnswer)
        expect(Inverted(exact).validate(answer(200, "ping")).basis, .part)
    }

    @Test(arguments: ProbeFailure.Resource.allCases)
    func `A shortage of resources is inconclusive for any expectation`(resource: ProbeFailure.Resource) {
        let exchange = ProbeExchange.failure(.shortage(resource))
        let expectations: [(any ResponseValidator)?] = [nil, StatusCode(204), Inverted(StatusCode(204)), NoReply()]
        for expectation in expectations {
            let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: expectation)
            expect(verdict.finding, .inconclusive)
            expect(verdict.reason.facts["failure"], .text("shortage.\(resource.rawValue)"))
        }
        expect(ProbeFailure.Kind(name: "shortage.\(resource.rawValue)"), .shortage(resource))
    }

    @Test func `An expectation that could not finish leaves the answer inconclusive`() {
        let verdict = Verdict(.inconclusive, because: .undecided("match limit exceeded"))
        let undecided = ClosureValidator(role: .expectation) { _ in verdict }
        let page = answer(200, "a petition")
        let judge = ExchangeJudge(.standard)
        expect(judge.verdict(on: page, expecting: undecided), verdict)
        expect(judge.verdict(on: page, expecting: AllOf([StatusCode(200), undecided])), verdict)
        expect(judge.verdict(on: page, expecting: AnyOf([BodyContains("pong"), undecided])), verdict)
        expect(judge.verdict(on: page, expecting: AnyOf([undecided, BodyContains("petition")])).finding, .genuine)
        expect(judge.verdict(on: answer(511), expecting: undecided).finding, .captive)
    }

    @Test(arguments: ["br", "zstd", "gzip, BR"])
    func `A body in a coding that is not decoded is no evidence about its text`(coding: String) {
        let body: [UInt8] = [0x1B, 0xFF, 0, 0xF8, 5, 9]
        let response = ProbeResponse(status: 200, headers: ["Content-Encoding": coding], body: body)
        let exchange = ProbeExchange(request: ProbeRequest(Self.ownPage), outcome: .success(response))
        for expectation: any ResponseValidator in [BodyContains("pong"), BodyEquals("pong")] {
            let verdict = ExchangeJudge(.standard).verdict(on: exchange, expecting: expectation)
            expect(verdict.finding, .inconclusive)
            expect(verdict.reason.code, "undecided")
        }
        expect(ExchangeJudge(.standard).verdict(on: exchange, expecting: StatusCode(204)).finding, .substituted)
    }

    @Test(arguments: [ProbeFailure.Kind.malformed, .headerTooLarge])
    func `A malformed reply over plain HTTP counts as substituted`(kind: ProbeFailure.Kind) {
        func verdict(_ url: HTTPURL) -> Verdict {
            let exchange = ProbeExchange(request: ProbeRequest(url), outcome: .failure(ProbeFailure(kind)))
            return ExchangeJudge(.standard).verdict(on: exchange, expecting: StatusCode(204))
        }
        expect(verdict("http://a.example/"), Verdict(.substituted, because: .noAnswer(kind)))
        expect(verdict("https://a.example/").finding, .failed)
    }
}
