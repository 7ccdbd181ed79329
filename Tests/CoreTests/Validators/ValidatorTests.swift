import ConnectivityCore
import TestSupport
import Testing

@Suite struct `Expectations` {
    @Test func `A body that contains the expected text is genuine, and any other is substituted`() {
        expect(BodyContains("pong").validate(.answer(200, "ping pong")).finding, .genuine)
        expect(BodyContains("pong").validate(.answer(200, "ping")).reason, .bodyLacks("pong"))
        expect(BodyContains("pong").validate(.answer(200, "pon")).finding, .substituted)
        expect(BodyContains("aab").validate(.answer(200, "aaab")).finding, .genuine)
    }

    @Test func `Only surrounding white space may differ in an equal body`() {
        let validator = BodyEquals("Success")
        expect(validator.validate(.answer(200, "\r\n Success\n")).finding, .genuine)
        expect(validator.validate(.answer(200, "Success!")).finding, .substituted)
        expect(validator.validate(.answer(200, "Success", completeness: .cutAtLimit)).finding, .failed)
        expect(BodyEquals(" Success ").validate(.answer(200, "Success")).finding, .genuine)
    }

    @Test func `An expected status code is genuine, and any other is substituted`() {
        expect(StatusCode(204).validate(.answer(204)).reason, .statusMatches(204))
        expect(
            StatusCode(200, 204).validate(.answer(302)).reason,
            .statusDiffers(expected: [200, 204], actual: 302)
        )
    }

    @Test func `A header field is found without regard to the case of its name`() {
        let answer = ProbeExchange.answer(200, headers: ["x-probe": "a", "X-Probe": "b"])
        expect(HeaderValue(of: "X-PROBE").validate(answer).finding, .genuine)
        expect(HeaderValue(of: "X-Probe", is: "b").validate(answer).finding, .genuine)
        expect(
            HeaderValue(of: "X-Probe", is: "c").validate(answer).reason,
            .headerDiffers(name: "X-Probe", expected: "c", actual: "a")
        )
        expect(HeaderValue(of: "X-Other").validate(answer).reason, .headerMissing(name: "X-Other"))
        expect(HeaderValue(of: "X-Other").validate(.answer(200, "x")).finding, .substituted)
        expect(HeaderValue(of: "X-Other").validate(.answer(204)).finding, .failed)
    }

    @Test func `Expectations are inconclusive on a failure`() {
        let failure = ProbeExchange.failure(.connectionRefused)
        let validators: [any ResponseValidator] = [
            BodyContains("x"), BodyEquals(""), StatusCode(200), HeaderValue(of: "x"), Inverted(BodyContains("x")),
            PortalSignals(), BodyStartsWith("x"), EmptyBody(), BodySize(max: 0), BodyJSON(at: ""),
            Conditional(StatusCode(200)),
        ]
        for validator in validators { expect(validator.validate(failure).finding, .inconclusive) }
    }
}

@Suite struct `Combinators` {
    @Test(
        arguments: [
            ([StatusCode(200), StatusCode(204)], "no status code meets all of them"),
            ([StatusCode(204), BodyContains("pong")], "an answer with such a status has no body"),
            ([AllOf([StatusCode(304)]), BodySize(min: 1)], "an answer with such a status has no body"),
            ([BodyEquals("ping"), BodyContains("pong")], "a body that equals the one text does not meet the others"),
            ([EmptyBody(), BodyStartsWith("a")], "a body that equals the one text does not meet the others"),
            ([StatusCode(200, 204), BodyEquals("ping pong"), BodyContains("pong"), BodySize(max: 9)], nil),
            ([StatusCode(204), EmptyBody(), BodySize(max: 0), HeaderValue(of: "Server")], nil), ([], nil),
        ] as [([any ResponseValidator], String?)]
    )
    func `Parts that no answer can meet together are found`(parts: [any ResponseValidator], why: String?) {
        expect(AllOf(parts).stated?.contradiction, why)
    }

    private let genuine = ClosureValidator { _ in Verdict(.genuine, because: "g") }
    private let substituted = ClosureValidator { _ in Verdict(.substituted, because: "s") }
    private let captive = ClosureValidator { _ in Verdict(.captive, because: "c") }
    private let failed = ClosureValidator { _ in Verdict(.failed, because: "f") }
    private let silent = ClosureValidator { _ in .inconclusive }

    private func finding(_ validator: any ResponseValidator) -> Verdict.Finding {
        validator.validate(.answer(200)).finding
    }

    @Test func `AllOf is genuine only if every part is`() {
        expect(finding(AllOf([genuine, genuine])), .genuine)
        expect(finding(AllOf([genuine, substituted, captive])), .substituted)
        expect(finding(AllOf([genuine, silent])), .inconclusive)
        expect(finding(AllOf([])), .inconclusive)
    }

    @Test func `AnyOf is genuine if one part is`() {
        expect(finding(AnyOf([substituted, silent, genuine])), .genuine)
        expect(finding(AnyOf([substituted, captive])), .captive)
        expect(finding(AnyOf([silent, substituted])), .substituted)
        expect(finding(AnyOf([silent])), .inconclusive)
    }

    @Test func `AnyOf fails if a part failed, in any order, and its inversion is not genuine`() {
        for parts in [[substituted, failed], [failed, substituted], [silent, substituted, failed]] {
            expect(finding(AnyOf(parts)), .failed)
            expect(finding(Inverted(AnyOf(parts))), .failed)
        }
        expect(finding(AnyOf([failed, captive])), .captive)
        expect(finding(AnyOf([failed, genuine])), .genuine)
    }

    @Test func `Inverted never makes a failure or a portal genuine`() {
        expect(finding(Inverted(genuine)), .substituted)
        expect(finding(Inverted(substituted)), .genuine)
        expect(finding(Inverted(captive)), .captive)
        expect(finding(Inverted(silent)), .inconclusive)
    }

    @Test func `The first conclusive verdict of a chain decides, and its trace lists all verdicts`() {
        let chain = ValidatorChain {
            silent
            captive
            for _ in 0..<2 { genuine }
        }
        expect(finding(chain), .captive)
        expect(chain.trace(.answer(200)).map(\.verdict.finding), [.inconclusive, .captive, .genuine, .genuine])
        expect(finding(ValidatorChain([])), .inconclusive)
    }

    @Test(arguments: ["10.0.0.1", "192.168.1.1", "100.64.0.1", "169.254.1.1", "fe80::1", "fd00::1"])
    func `A genuine answer for a public name from a private address is substituted`(text: String) throws {
        let address = try IPAddress(text)
        let expectation = PublicAddress(StatusCode(204))
        let verdict = expectation.validate(.answer(204, from: address))
        expect(verdict, Verdict(.substituted, because: .privateAddress(address)))
        expect(expectation.validate(.answer(204, url: "http://10.0.0.1/", from: address)).finding, .genuine)
        expect(
            expectation.validate(.answer(403, from: address)).reason,
            .statusDiffers(expected: [204], actual: 403)
        )
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::"])
    func `A page of a program on the own machine is no answer for a public name`(text: String) throws {
        let address = try IPAddress(text)
        let failed = Verdict(.failed, because: .privateAddress(address), basis: .silence)
        let judge = ExchangeJudge(.standard)
        let expectation = PublicAddress(StatusCode(204))
        let redirect: HeaderFields = ["Location": "http://portal.example/login"]
        for answer in [
            ProbeExchange.answer(204, from: address), .answer(302, headers: redirect, from: address),
            .answer(200, "<form><input type=password></form>", from: address), .answer(511, from: address),
        ] {
            expect(judge.verdict(on: answer, expecting: expectation), failed)
        }
        // A user's endpoint is judged like a built-in one, unless its name is not public.
        let own = ProbeExchange.answer(302, headers: redirect, from: address)
        expect(judge.verdict(on: own, expecting: StatusCode(204)), failed)
        let local = ProbeExchange.answer(302, headers: redirect, url: "http://printer.lan/", from: address)
        expect(judge.verdict(on: local, expecting: StatusCode(204)).finding, .captive)
        expect(judge.verdict(on: local, expecting: expectation), failed)
    }

    @Test func `An answer from a public or unknown address is judged by its content`() {
        let expectation = PublicAddress(BodyEquals("OK"))
        expect(expectation.validate(.answer(200, "OK", from: "192.0.2.1")).finding, .genuine)
        expect(expectation.validate(.answer(200, "OK")).reason, .bodyEquals(byteCount: 2))
    }
}
