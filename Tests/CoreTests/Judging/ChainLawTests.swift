import ConnectivityCore
import TestSupport
import Testing

/// With an objection of the user no answer is genuine: scheme, author, status, role, place and carrier do not matter.
@Suite struct `An objection of the user` {
    private struct Refuses: ResponseValidator {
        var finding = Verdict.Finding.substituted
        var role = Verdict.Role.objection

        func validate(_ exchange: ProbeExchange) -> Verdict { Verdict(finding, because: .stated("the user refuses")) }
    }

    // Instead of a link he is asked on the answers of that link alone, as he wishes.
    private static let places: [JudgingChain.Position?] =
        [nil] + JudgingChain.StandardLink.allCases.flatMap { [.before($0), .after($0)] }

    private static let carriers: [any ResponseValidator] =
        [Verdict.Role.objection, .expectation].flatMap { role -> [any ResponseValidator] in
            [
                Refuses(role: role), Refuses(finding: .captive, role: role), Refuses(finding: .failed, role: role),
                ClosureValidator(role: role) { _ in Verdict(.substituted, because: .stated("the user refuses")) },
                RecordedTestimony(of: "program", isExpectation: role == .expectation),
            ]
        } + [AllOf([Refuses(role: .expectation)]), Conditional(Refuses())]

    private static let exchanges: [ProbeExchange] = {
        let answers: [Answer] =
            [200, 204, 302, 401, 404, 503].flatMap { status in
                ["pong", ""].map {
                    .http(ProbeResponse(status: status, headers: ["X-Probe": "1"], body: Array($0.utf8)))
                }
            } + [.other("com.example.greeting", ["said": "pong"])]
        return answers.flatMap { answer in
            [("http", nil), ("https", nil), ("https", .verified), ("https", .challenged)].map {
                (scheme: String, author: ProbeExchange.Authentication?) in
                let url = HTTPURL(stringLiteral: "\(scheme)://status.example.com/ping")
                let request = answer.response == nil ? ProbeRequest(.other(answer.kind, [:])) : ProbeRequest(url)
                var exchange = ProbeExchange(request: request, outcome: .success(answer))
                exchange.authentication = author
                let verdict = Verdict(.substituted, because: .stated("the user refuses"))
                exchange.testimony = [Testimony(witness: "program", version: "1", digest: nil, verdict: verdict)]
                return exchange
            }
        }
    }()

    private static let expectations: [(any ResponseValidator)?] = [
        nil, BodyContains("pong"), BodyEquals("pong"), StatusCode(200, 204, 302, 401, 404, 503),
        ClosureValidator(role: .expectation) { _ in Verdict(.genuine, because: .stated("anything")) },
    ]

    @Test func `No answer is genuine, at any place, by any carrier, of any author, status and kind`() {
        var failures: [String] = []
        var count = 0
        for carrier in Self.carriers {
            for place in Self.places {
                let placed: any ResponseValidator = place.map { carrier.placed($0) } ?? carrier
                for chain in [JudgingChain([placed]), JudgingChain([PortalSignals(), placed]), .only([placed])] {
                    let judge = ExchangeJudge(chain)
                    for exchange in LongForm.some(of: Self.exchanges) {
                        for expectation in Self.expectations {
                            count += 1
                            let verdict = judge.verdict(on: exchange, expecting: expectation)
                            if verdict.finding == .genuine {
                                failures.append("\(carrier) \(String(describing: place)) \(exchange): \(verdict)")
                            }
                        }
                    }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count) of \(count), such as \(failures.first ?? "")")
    }

    @Test func `The reason of the validator stays, unless a sign shows the portal`() {
        for exchange in Self.exchanges where exchange.response?.status != 302 {
            let verdict = ExchangeJudge([Refuses()]).verdict(on: exchange, expecting: BodyContains("pong"))
            expect(verdict.reason, .stated("the user refuses"))
        }
    }

    @Test func `An expectation of the user is asked of a verified answer together with the endpoint's`() {
        let own = BodyContains("pong")
        for url in ["http://status.example.com/ping", "https://status.example.com/ping"] as [HTTPURL] {
            var exchange = ProbeExchange.answer(200, "pong", url: url)
            for author in [nil, ProbeExchange.Authentication.verified] {
                exchange.authentication = author
                let missing = ExchangeJudge([HeaderValue(of: "X-Probe")]).verdict(on: exchange, expecting: own)
                expect(missing.finding, (author == .verified ? .failed : .substituted))
                expect(ExchangeJudge([]).verdict(on: exchange, expecting: own).finding, .genuine)
            }
        }
    }
}
