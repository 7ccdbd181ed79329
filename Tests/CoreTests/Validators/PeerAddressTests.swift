import ConnectivityCore
import TestSupport
import Testing

/// Every spelling of the device itself in a URL.
private let spellings = [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.1", "0", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "localhost", "LOCALHOST.", "a.localhost",
]

@Suite struct `The address of a peer` {
    private static let judge = ExchangeJudge(.standard)

    @Test(arguments: [
        "10.0.0.1", "192.168.1.1", "100.64.0.1", "169.254.1.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "fd00::1",
    ])
    func `A genuine answer from a private address under a public name proves nothing, unless TLS verifies it`(
        text: String
    ) throws {
        let address = try IPAddress(text)
        func verdict(_ url: HTTPURL) -> Verdict {
            Self.judge.verdict(on: .answer(200, "pong", url: url, from: address), expecting: BodyEquals("pong"))
        }
        expect(verdict("http://www.example.com/"), Verdict(.inconclusive, because: .privateAddress(address)))
        expect(verdict("https://www.example.com/").finding, .genuine)
        for url: HTTPURL in [
            "http://router/", "http://router.lan/", "http://a.home.arpa/", "http://a.internal/", "http://10.0.0.1/",
        ] {
            expect(verdict(url).finding, .genuine, "\(url)")
        }
        // A portal under its own name is still a portal.
        let page = ProbeExchange.answer(511, url: "http://www.example.com/", from: address)
        expect(Self.judge.verdict(on: page, expecting: BodyEquals("pong")).finding, .captive)
    }

    @Test(arguments: ["10.0.0.1", "127.0.0.1", "::ffff:127.0.0.1", "93.184.215.14"])
    func `A question of any kind believes only a public address of a public name`(text: String) throws {
        let address = try IPAddress(text)
        func verdict(_ destination: String) -> Verdict {
            let request = ProbeRequest(.other("connection", ["to": .text(destination)]))
            let answer = Answer.other("connection", ["connected": true])
            var exchange = ProbeExchange(request: request, outcome: .success(answer), remoteAddress: address)
            exchange.authentication = .challenged
            return Self.judge.verdict(on: exchange, expecting: Connects())
        }
        let isPublic = text.hasPrefix("93.")
        expect((verdict("mail.example.com:25").finding == .genuine), isPublic)
        expect(verdict("mail.lan:25").finding, .genuine)
        expect(verdict("\(address.family == .ipv6 ? "[\(address)]" : text):25").finding, .genuine)
    }

    @Test(arguments: spellings)
    func `A redirect, a refresh, a script, a frame and a form that lead to this device are no portal`(host: String) {
        let target = "http://\(host):8080/login"
        let asked: HTTPURL = "http://check.example/generate_204"
        let doors: [ProbeExchange] = [
            .answer(302, headers: ["Location": target], url: asked),
            .answer(200, headers: ["Refresh": "0; url=\(target)"], url: asked),
            .answer(200, "<meta http-equiv=refresh content='0; url=\(target)'>", url: asked),
            .answer(200, "<script>location.href = '\(target)'</script>", url: asked),
            .answer(200, "<frameset><frame src='\(target)'></frameset>", url: asked),
        ]
        for door in doors {
            let verdict = Self.judge.verdict(on: door, expecting: StatusCode(204))
            expect(verdict.finding, .substituted, "\(door.response?.headers.fields ?? []) \(verdict)")
        }
        // A page with such a form is one that the endpoint does not serve, and nothing more.
        let form = "<form method=post action='\(target)'><input type=password></form>"
        let verdict = Self.judge.verdict(on: .answer(200, form, url: asked), expecting: StatusCode(204))
        expect(verdict.reason.code, "unexpected-page", "\(verdict)")
    }

    @Test(arguments: spellings)
    func `No sign-in URL that a portal gives leads to this device`(host: String) throws {
        let target = "https://\(host)/login"
        let asked: HTTPURL = "http://check.example/"
        let message =
            "<!-- <WISPAccessGatewayParam><Redirect><MessageType>100</MessageType>"
            + "<LoginURL>\(target)</LoginURL></Redirect></WISPAccessGatewayParam> -->"
        let wispr = Self.judge.verdict(on: .answer(200, message, url: asked), expecting: StatusCode(204))
        #expect(wispr.portal?.signInURLFault == .thisDevice && wispr.portal?.signInURL == nil, "\(wispr)")
        expect(wispr.portal?.wispr?.loginURL, nil)
        let refresh = "<meta http-equiv=refresh content='0; url=\(target)'>"
        let required = Self.judge.verdict(on: .answer(511, refresh, url: asked), expecting: StatusCode(204))
        #expect(required.portal?.signInURLFault == .thisDevice && required.portal?.signInURL == nil, "\(required)")
        let api = #"{"captive": true, "user-portal-url": "\#(target)"}"#
        let answer = try #require(
            Self.judge.verdict(on: .answer(200, api, url: asked), expecting: StatusCode(204)).portal
        )
        #expect(answer.signInURLFault == .thisDevice && answer.signInURL == nil)
        #expect(throws: Provisioning.CaptivePortalOption.Fault.url(.thisDevice)) {
            try Provisioning.CaptivePortalOption(Array(target.utf8))
        }
    }
}

/// Expects any answer of a kind other than HTTP.
private struct Connects: ResponseValidator {
    var role: Verdict.Role { .expectation }
    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.other) = exchange.outcome else { return .inconclusive }
        return Verdict(.genuine, because: Reason("connected"))
    }
}
