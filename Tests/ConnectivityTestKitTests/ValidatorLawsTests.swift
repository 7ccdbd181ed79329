import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityKit
import ConnectivityNames
import ConnectivityRegistry
import ConnectivitySupport
import ConnectivityTLS
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `The laws of validators` {
    /// Every validator of the package with its registered name.
    private static let shipped: [(id: PluginID, validator: any ResponseValidator)] = {
        let all: [(id: PluginID, validator: any ResponseValidator)] =
            [
                ("validator.contains", BodyContains("Success")), ("validator.equals", BodyEquals("Success")),
                ("validator.status-code", HasStatus(200, 204)), ("validator.header", HasHeader("X-Probe")),
                ("validator.header", HasHeader("X-NetworkManager-Status", "online")),
                ("validator.header", HasHeader("Content-Type", containing: "text")),
                ("validator.starts-with", BodyStartsWith("<html>")), ("validator.empty", BodyIsEmpty()),
                ("validator.time", ResponseTime(below: .seconds(1))),
                ("validator.size", BodySize(min: 1, max: 100_000)), ("validator.json", BodyJSON(at: "/a/0", equals: 1)),
                ("validator.json", BodyJSON(at: "", contains: "x")), ("validator.json", BodyJSON(at: "/n", in: 0...9)),
                (
                    "validator.when",
                    When(host: "*.example", scheme: .http, AllOf([HasStatus(200), BodyJSON(at: "/a")]))
                ),
                ("validator.challenge", AnswersChallenge()), ("validator.endpoint-failure", EndpointFailure()),
                ("validator.portal-signals", PortalSignals()),
                ("validator.redirect", RedirectSignal()),
                ("validator.network-authentication", NetworkAuthenticationSignal()), ("validator.wispr", WISPrSignal()),
                ("validator.refresh", RefreshSignal()), ("validator.no-reply", HasNoReply()),
                ("validator.captive-api", CaptiveAPISignal()), ("validator.sign-in-form", SignInFormSignal()),
                ("validator.script-redirect", ScriptRedirectSignal()), ("validator.frame", FrameSignal()),
                ("validator.name-search", NameSearchSignal()), ("validator.block-page", BlockPageSignal()),
                ("validator.proxy", ProxySignal()),
                ("validator.wording", WordingSignal()), ("validator.unexpected-page", UnexpectedPageSignal()),
                ("validator.all-of", AllOf([HasStatus(200), BodyContains("Success")])),
                ("validator.any-of", AnyOf([HasStatus(204), BodyContains("Success")])),
                ("validator.inverted", Inverted(BodyContains("login"))),
                ("validator.bears", Bears([.form], BodyContains("Success"))),
                ("validator.from-public-address", FromPublicAddress(HasStatus(200))),
                ("validator.placed", WordingSignal().asked(.everyAnswer)),
                ("validator.dns-records", DNSRecords("192.0.2.80")), ("validator.dns-code", DNSCode(.noSuchName)),
                ("validator.no-such-name", NoSuchName()), ("validator.echo", EchoReplies()),
                ("validator.testimony", RecordedTestimony(of: "com.example.witness", isExpectation: true)),
                ("validator.landing", LandsAt("https://a.example/")),
                ("validator.connection", ConnectionMeets(versionMin: "TLSv1.2", daysLeftMin: 14)),
                ("", ValidatorChain([PortalSignals(), HasStatus(200)])),
                (
                    "",
                    ClosureValidator { $0.response?.status == 204 ? Verdict(.genuine, because: "204") : .inconclusive }
                ),
            ] + secured
        #if canImport(CPCRE2)
        // If the pattern does not compile, a test below reports the missing validator.
        guard let matches = try? BodyMatches("<(form|meta)[^>]*>", options: .caseInsensitive),
            let field = try? BodyMatches("^text/", header: "Content-Type")
        else { return all }
        return all + [("validator.matches", matches), ("validator.matches", field)]
        #else
        return all
        #endif
    }()

    /// The validators of what TLS showed, and of a digest.
    private static let secured: [(id: PluginID, validator: any ResponseValidator)] = {
        let all: [(id: PluginID, validator: (any ResponseValidator)?)] = [
            ("validator.pin", KeyPin(["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="])),
            ("validator.issuer", IssuedBy(["O=Example"])), ("validator.certificate-lasts", CertificateLasts(days: 14)),
        ]
        #if canImport(COpenSSL) && os(Linux)
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let digest: [(id: PluginID, validator: (any ResponseValidator)?)] = [
            ("validator.digest", BodyDigest(sha256: empty))
        ]
        #else
        let digest: [(id: PluginID, validator: (any ResponseValidator)?)] = []
        #endif
        return (all + digest).compactMap { id, validator in validator.map { (id, $0) } }
    }()

    /// Bodies that are JSON, nearly JSON, or slow to read for an inefficient reader.
    private static let documents: [ProbeExchange] = [
        #"{"a": [1], "n": 5}"#, #"{"a": [1], "a": [2]}"#, "[\"x\"]", "\"x\"", "1", "{", "[1,",
        String(repeating: "[", count: 65_000),
        "[" + String(repeating: "1,", count: 32_000) + "1]", "{" + String(repeating: #""a":{"#, count: 10_000),
        "{" + (0..<6_000).map { #""\#($0)":0"# }.joined(separator: ",") + "}",
        "[\"" + String(repeating: "e\u{301}", count: 20_000) + "\"]", String(repeating: " ", count: 65_000) + "{}",
    ].map { body in
        ProbeExchange(
            request: ProbeRequest("http://probe.example/json"),
            outcome: .success(
                ProbeResponse(status: 200, headers: ["Content-Type": "text/json"], body: Array(body.utf8))
            )
        )
    }

    @Test(arguments: shipped.indices)
    func `Validator laws hold for the validators of the package`(index: Int) throws {
        let validator = Self.shipped[index].validator
        try ValidatorLaws.check(validator, exchanges: Self.documents)
    }

    @Test(arguments: LongForm.some(of: Array(Endpoint.builtIn.indices)))
    func `Validator laws hold for the expectations of the built-in endpoints`(index: Int) throws {
        let expectation = try #require(Endpoint.builtIn[index].expectation)
        try ValidatorLaws.check(expectation)
    }

    @Test func `Validator laws are checked for every registered validator`() throws {
        let missing = try Set(PluginRegistry.standard().validators.ids).subtracting(Self.shipped.map(\.id))
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test(arguments: BrokenValidator.all)
    func `Validator laws are broken by a deliberately faulty validator`(broken: BrokenValidator) {
        if broken.law == .bounded { BrokenValidator.isFoundOut.withLock { $0 = false } }
        let violation = #expect(throws: LawViolation.self) {
            try ValidatorLaws.check(broken, timeLimit: broken.law == .bounded ? .milliseconds(20) : .seconds(20))
        }
        if broken.law == .bounded { BrokenValidator.isFoundOut.withLock { $0 = true } }
        #expect(violation?.law == broken.law.rawValue, "\(String(describing: violation))")
        #expect(violation?.description.contains(where: \.isNewline) == false)
    }

    @Test func `Validator laws are broken by a validator whose coding loses a value`() {
        for broken in [Forgetful(text: "a", loses: .value), Forgetful(text: "a", loses: .everything)] {
            let violation = #expect(throws: LawViolation.self) { try ValidatorLaws.check(broken) }
            #expect(violation?.law == ValidatorLaws.Law.roundTrip.rawValue, "\(String(describing: violation))")
        }
    }

    @Test func `Every validator law is broken by a faulty validator`() {
        #expect(Set(BrokenValidator.all.map(\.law) + [.roundTrip]) == Set(ValidatorLaws.Law.allCases))
    }

    @Test func `Validator laws are broken by a validator that traps, which ends the process`() async {
        await #expect(processExitsWith: .failure) {
            try ValidatorLaws.check(ClosureValidator { Verdict(.genuine, because: "\($0.response?.body[100] ?? 0)") })
        }
    }
}

/// A validator that breaks one law.
struct BrokenValidator: ResponseValidator, CustomTestStringConvertible {
    let law: ValidatorLaws.Law
    private let body: @Sendable (ProbeExchange) -> Verdict

    var testDescription: String { law.rawValue }
    func validate(_ exchange: ProbeExchange) -> Verdict { body(exchange) }

    private static let calls = Mutex(0)
    /// Whether the abandoned thread may end, so that it does not occupy a processor during the other tests.
    static let isFoundOut = Mutex(false)

    static let all: [BrokenValidator] = [
        BrokenValidator(law: .pure) { _ in
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            return Verdict(.failed, because: "\(number)")
        },
        BrokenValidator(law: .bounded) { exchange in
            // Quadratic in the length of the body.
            let body = exchange.response?.body ?? []
            var count = 0
            for a in body.indices where !isFoundOut.withLock({ $0 }) {
                for b in body.indices where body[a] == body[b] { count += 1 }
            }
            return Verdict(.failed, because: "\(count)")
        },
        BrokenValidator(law: .headerCase) { exchange in
            let isThere = exchange.response?.headers.fields.contains { $0.name == "Location" } ?? false
            return isThere ? Verdict(.captive, because: "Location") : .inconclusive
        },
        BrokenValidator(law: .genuineNeedsResponse) { exchange in
            exchange.response?.status == 200 ? Verdict(.genuine, because: "200") : .inconclusive
        },
        BrokenValidator(law: .portalIsCaptive) { exchange in
            var verdict = Verdict(.captive, because: "a portal")
            if exchange.response?.status == 302 { verdict.finding = .substituted }
            return verdict
        },
    ]
}

/// A validator that decodes as another validator, or that does not decode.
private struct Forgetful: ResponseValidator, Codable {
    enum Loss: String, Codable {
        case value, everything
    }
    var text: String
    var loses: Loss

    private enum CodingKeys: CodingKey { case loses }

    init(text: String, loses: Loss) {
        self.text = text
        self.loses = loses
    }

    init(from decoder: any Decoder) throws {
        loses = try decoder.container(keyedBy: CodingKeys.self).decode(Loss.self, forKey: .loses)
        if loses == .everything {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the text is gone"))
        }
        text = "another"
    }

    func validate(_ exchange: ProbeExchange) -> Verdict { Verdict(.failed, because: text) }
}
