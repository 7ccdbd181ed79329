import ConnectivityCore
import Testing

@Suite struct `Expectations` {
    @Test func `A body that contains the text is genuine, another substituted`() {
        #expect(BodyContains("pong").validate(.answer(200, "ping pong")).finding == .genuine)
        #expect(BodyContains("pong").validate(.answer(200, "ping")).reason == .bodyLacks("pong"))
        #expect(BodyContains("pong").validate(.answer(200, "pon")).finding == .substituted)
        #expect(BodyContains("aab").validate(.answer(200, "aaab")).finding == .genuine)
    }

    @Test func `An equal body may have white space around it and nothing else`() {
        let validator = BodyEquals("Success")
        #expect(validator.validate(.answer(200, "\r\n Success\n")).finding == .genuine)
        #expect(validator.validate(.answer(200, "Success!")).finding == .substituted)
        #expect(validator.validate(.answer(200, "Success", completeness: .cutAtLimit)).finding == .failed)
        #expect(BodyEquals(" Success ").validate(.answer(200, "Success")).finding == .genuine)
    }

    @Test func `A status code is one of those expected`() {
        #expect(StatusCode(204).validate(.answer(204)).reason == .statusMatches(204))
        #expect(
            StatusCode(200, 204).validate(.answer(302)).reason == .statusDiffers(expected: [200, 204], actual: 302)
        )
    }

    @Test func `A header field is found whatever the case of its name`() {
        let answer = ProbeExchange.answer(200, headers: ["x-probe": "a", "X-Probe": "b"])
        #expect(Header("X-PROBE").validate(answer).finding == .genuine)
        #expect(Header("X-Probe", "b").validate(answer).finding == .genuine)
        #expect(
            Header("X-Probe", "c").validate(answer).reason
                == .headerDiffers(name: "X-Probe", expected: "c", actual: "a")
        )
        #expect(Header("X-Other").validate(answer).reason == .headerMissing(name: "X-Other"))
    }

    @Test func `No expectation has an opinion on a failure`() {
        let failure = ProbeExchange.failure(.connectionRefused)
        let validators: [any ResponseValidator] = [
            BodyContains("x"), BodyEquals(""), StatusCode(200), Header("x"), Inverted(BodyContains("x")),
            PortalSignals(),
        ]
        for validator in validators { #expect(validator.validate(failure).finding == .inconclusive) }
    }
}

@Suite struct `Combinators` {
    private let genuine = ClosureValidator { _ in Verdict(.genuine, because: "g") }
    private let substituted = ClosureValidator { _ in Verdict(.substituted, because: "s") }
    private let captive = ClosureValidator { _ in Verdict(.captive, because: "c") }
    private let silent = ClosureValidator { _ in .inconclusive }

    private func finding(_ validator: any ResponseValidator) -> Verdict.Finding {
        validator.validate(.answer(200)).finding
    }

    @Test func `All of them is genuine only if each is`() {
        #expect(finding(AllOf([genuine, genuine])) == .genuine)
        #expect(finding(AllOf([genuine, substituted, captive])) == .substituted)
        #expect(finding(AllOf([genuine, silent])) == .inconclusive)
        #expect(finding(AllOf([])) == .inconclusive)
    }

    @Test func `Any of them is genuine if one is`() {
        #expect(finding(AnyOf([substituted, silent, genuine])) == .genuine)
        #expect(finding(AnyOf([substituted, captive])) == .captive)
        #expect(finding(AnyOf([silent, substituted])) == .substituted)
        #expect(finding(AnyOf([silent])) == .inconclusive)
    }

    @Test func `An inversion makes nothing genuine that did not answer`() {
        #expect(finding(Inverted(genuine)) == .substituted)
        #expect(finding(Inverted(substituted)) == .genuine)
        #expect(finding(Inverted(captive)) == .captive)
        #expect(finding(Inverted(silent)) == .inconclusive)
    }

    @Test func `The first conclusive verdict of a chain decides and the trace has all`() {
        let chain = ValidatorChain {
            silent
            captive
            for _ in 0..<2 { genuine }
        }
        #expect(finding(chain) == .captive)
        #expect(chain.trace(.answer(200)).map(\.verdict.finding) == [.inconclusive, .captive, .genuine, .genuine])
        #expect(finding(ValidatorChain([])) == .inconclusive)
    }

    @Test(arguments: ["10.0.0.1", "192.168.1.1", "100.64.0.1", "169.254.1.1", "127.0.0.1", "fe80::1", "fd00::1", "::1"])
    func `A public name that leads to a private address is somebody else's answer`(text: String) throws {
        let address = try #require(IPAddress(text))
        let expectation = FromPublicAddress(StatusCode(204))
        let verdict = expectation.validate(.answer(204, from: address))
        #expect(verdict == Verdict(.substituted, because: .privateAddress(address)))
        #expect(expectation.validate(.answer(204, url: "http://10.0.0.1/", from: address)).finding == .genuine)
        #expect(
            expectation.validate(.answer(403, from: address)).reason == .statusDiffers(expected: [204], actual: 403)
        )
    }

    @Test func `An answer from a public or an unknown address is judged by itself`() {
        let expectation = FromPublicAddress(BodyEquals("OK"))
        #expect(expectation.validate(.answer(200, "OK", from: "192.0.2.1")).finding == .genuine)
        #expect(expectation.validate(.answer(200, "OK")).reason == .bodyEquals(byteCount: 2))
    }
}
