import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityKit
import ConnectivityNames
import ConnectivityRegistry
import ConnectivityTLS
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `The laws of validators` {
    /// Every validator that can be named, and further forms of some.
    private static let shipped: [any ResponseValidator] = {
        guard let registry = try? PluginRegistry.standard() else { return [] }
        let named = registry[.validator].ids.map { id in
            let options = validatorOptions["\(id)"].map { ", \($0)" } ?? ""
            return #"{ "use": "\#(id)"\#(options) }"#
        }
        // The test below reports one that cannot be made.
        let made = named.compactMap { try? registry.validator(ComponentReference(text: $0)) }
        return made + [
            HeaderValue(of: "X-NetworkManager-Status", is: "online"),
            HeaderValue(of: "Content-Type", containing: "text"),
            BodyContains("Success"), BodySize(min: 1, max: 100_000), BodyJSON(at: "/a/0", equals: 1),
            BodyJSON(at: "", contains: "x"), BodyJSON(at: "/n", in: 0...9),
            Conditional(host: "*.example", scheme: .http, AllOf([StatusCode(200), BodyJSON(at: "/a")])),
            AnyOf([StatusCode(204), BodyContains("Success")]), AllowedPortalSigns([.form], BodyContains("Success")),
            PublicAddress(StatusCode(200)), ConnectionRequirement(versionMin: "TLSv1.2", daysLeftMin: 14),
            ValidatorChain([PortalSignals(), StatusCode(200)]),
            ClosureValidator { $0.response?.status == 204 ? Verdict(.genuine, because: "204") : .inconclusive },
        ]
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
        try ValidatorLaws.check(Self.shipped[index], exchanges: Self.documents)
    }

    @Test(arguments: LongForm.some(of: Array(Endpoint.builtIn.indices)))
    func `Validator laws hold for the expectations of the built-in endpoints`(index: Int) throws {
        let expectation = try #require(Endpoint.builtIn[index].expectation)
        try ValidatorLaws.check(expectation)
    }

    @Test func `Every registered validator can be made with the options in Tests/Support`() throws {
        let registry = try PluginRegistry.standard()
        for id in registry[.validator].ids {
            let options = validatorOptions["\(id)"].map { ", \($0)" } ?? ""
            #expect(throws: Never.self, "\(id)") {
                try registry.validator(ComponentReference(text: #"{ "use": "\#(id)"\#(options) }"#))
            }
        }
    }

    @Test(arguments: BrokenValidator.all)
    func `Validator laws are broken by a deliberately faulty validator`(broken: BrokenValidator) {
        if broken.law == .bounded { BrokenValidator.isFoundOut.withLock { $0 = false } }
        let violation = #expect(throws: LawViolation.self) {
            try ValidatorLaws.check(broken, timeLimit: broken.law == .bounded ? .milliseconds(20) : .seconds(20))
        }
        if broken.law == .bounded { BrokenValidator.isFoundOut.withLock { $0 = true } }
        expect(violation?.law, broken.law.rawValue, "\(String(describing: violation))")
        expect(violation?.description.contains(where: \.isNewline), false)
    }

    @Test func `Validator laws are broken by a validator whose coding loses a value`() {
        for broken in [Forgetful(text: "a", loses: .value), Forgetful(text: "a", loses: .everything)] {
            let violation = #expect(throws: LawViolation.self) { try ValidatorLaws.check(broken) }
            expect(violation?.law, ValidatorLaws.Law.roundTrip.rawValue, "\(String(describing: violation))")
        }
    }

    @Test func `Every validator law is broken by a faulty validator`() {
        expect(Set(BrokenValidator.all.map(\.law) + [.roundTrip]), Set(ValidatorLaws.Law.allCases))
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

    private static let calls = Lock(0)
    /// Whether the abandoned thread may end, so that it does not occupy a processor during the other tests.
    static let isFoundOut = Lock(false)

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
