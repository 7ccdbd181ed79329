import ConnectivityCore
import ConnectivityEmulation
import TestSupport
import Testing

/// The conclusions of each client in typical networks, by its documented rule.
@Suite struct `The rules of detectors` {
    /// One network and the expected conclusion on it.
    struct Case: Sendable, CustomTestStringConvertible {
        var network: Network
        var term: String
        var signIn: HTTPURL?
        var line: Int

        init(_ network: Network, _ term: String, opens signIn: HTTPURL? = nil, line: Int = #line) {
            self.network = network
            self.term = term
            self.signIn = signIn
            self.line = line
        }

        /// A gateway that answers over HTTP only.
        init(_ http: Network.Outcome, _ term: String, opens signIn: HTTPURL? = nil, line: Int = #line) {
            let network = Network(http: http, https: .tls)
            self.init(network, term, opens: signIn, line: line)
        }

        var testDescription: String { "line \(line)" }

        func check(_ detector: Detector) throws {
            let conclusion = try network.conclusion(of: detector)
            expect(conclusion.term, term, "line \(line): \(conclusion.reason)")
            expect(conclusion.signInURL, signIn, "line \(line): \(conclusion.reason)")
        }
    }

    static let portal: HTTPURL = "http://portal.example/login"
    static let leading = Network.Outcome.redirect(to: "http://portal.example/login")
    static let page = Network.Outcome.answer(200, [:], "<form><input type=password></form>")

    @Test(arguments: [
        Case(.answer(200, [:], "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"), "no sheet"),
        Case(leading, "sign-in sheet", opens: portal),
        Case(.redirect(to: "/login"), "sign-in sheet", opens: "http://captive.apple.com/login"),
        Case(page, "sign-in sheet", opens: "http://captive.apple.com/hotspot-detect.html"),
        Case(.answer(204), "sign-in sheet", opens: "http://captive.apple.com/hotspot-detect.html"),
        Case(.answer(511), "sign-in sheet", opens: "http://captive.apple.com/hotspot-detect.html"),
        Case(.answer(200, [:], "<p>Success"), "undocumented"),
        Case(.silence, "undocumented"),
    ])
    func `Apple's assistant concludes by its documented rule`(scene: Case) throws { try scene.check(.apple) }

    private static let androidHTTP: HTTPURL = "http://connectivitycheck.gstatic.com/generate_204"
    private static let androidHTTPS: HTTPURL = "https://www.google.com/generate_204"

    @Test(arguments: [
        Case(Network(http: .answer(500)), "VALID"),
        Case(Network(http: .silence), "VALID"),
        Case(Network(http: leading), "PORTAL", opens: portal),
        Case(Network(http: .silence, https: page), "PORTAL", opens: androidHTTPS),
        Case(.answer(204), "PARTIAL"),
        Case(leading, "PORTAL", opens: portal),
        Case(.redirect(to: "/login"), "PORTAL", opens: androidHTTP),
        Case(.answer(302), "PORTAL", opens: androidHTTP),
        Case(page, "PORTAL", opens: androidHTTP),
        Case(.answer(200, [:], "x"), "PORTAL", opens: androidHTTP),
        Case(.answer(200, ["Content-Length": "5"], "12345"), "PORTAL", opens: androidHTTP),
        Case(.answer(200, ["Content-Length": "4"], "1234"), "INVALID"),
        Case(.answer(200), "INVALID"),
        Case(.answer(404), "INVALID"),
        Case(.answer(511, [:], "<form>"), "INVALID"),
        Case(.silence, "INVALID"),
        Case(
            .failure(ProbeFailure(.truncated, partialResponse: ProbeResponse(status: 200, body: [0x3C]))),
            "PORTAL",
            opens: androidHTTP
        ),
    ])
    func `Android concludes by its documented rule`(scene: Case) throws { try scene.check(.android) }

    @Test func `Android asks a fallback if its first two answers do not decide`() throws {
        var exchanges = [(0, Network.Outcome.answer(204)), (1, .tls)].map { index, outcome in
            ProbeExchange(request: Detector.android.questions[index].request, outcome: outcome)
        }
        expect(Detector.android.step(after: exchanges), .ask([Detector.android.questions[2]]))
        exchanges.append(ProbeExchange(request: Detector.android.questions[2].request, outcome: Self.leading))
        guard case .conclude(let conclusion) = Detector.android.step(after: exchanges) else {
            Issue.record("it asks on")
            return
        }
        expect(conclusion.term, "PORTAL")
        expect(conclusion.signInURL, Self.portal)
    }

    @Test(arguments: [
        Case(Network(https: .answer(500)), "internet-connectivity"),
        Case(Network(http: .answer(200, [:], "1")), "internet-connectivity"),
        Case(Network(http: .answer(500)), "no-connectivity"),
        Case(.answer(204), "no-connectivity"),
        Case(leading, "portal-redirect", opens: portal),
        Case(.redirect(307, to: "http://portal.example/login"), "portal-redirect", opens: portal),
        Case(.redirect(301, to: "http://portal.example/login"), "no-connectivity"),
        Case(.redirect(to: "/login"), "no-connectivity"),
        Case(.answer(302), "no-connectivity"),
        Case(page, "portal-suspected", opens: androidHTTP),
        Case(.answer(200, ["Content-Length": "many"], "page"), "no-connectivity"),
        Case(.answer(200, ["Content-Length": "1023"]), "portal-suspected", opens: androidHTTP),
        Case(.answer(511, [:], "<form>"), "no-connectivity"),
    ])
    func `ChromeOS concludes by its documented rule`(scene: Case) throws { try scene.check(.chromeOS) }

    static func landing(_ page: Network.Outcome) -> Network {
        Network(http: leading, https: .tls, pages: [portal: page])
    }

    @Test(arguments: [
        Case(.answer(200), "INTERNET_CONNECTED"),
        Case(.answer(200, [:], "12"), "BEHIND_CAPTIVE_PORTAL", opens: "http://www.gstatic.com/generate_204"),
        Case(.answer(302), "BEHIND_CAPTIVE_PORTAL", opens: "http://www.gstatic.com/generate_204"),
        Case(.answer(511), "BEHIND_CAPTIVE_PORTAL", opens: "http://www.gstatic.com/generate_204"),
        Case(.answer(403, [:], "blocked"), "NO_RESPONSE"),
        Case(.answer(503), "NO_RESPONSE"),
        Case(.silence, "NO_RESPONSE"),
        Case(leading, "unknown"),
        Case(landing(page), "BEHIND_CAPTIVE_PORTAL", opens: portal),
        Case(landing(.answer(204)), "INTERNET_CONNECTED"),
        Case(landing(.answer(404)), "NO_RESPONSE"),
        Case(landing(.silence), "NO_RESPONSE"),
        Case(.redirect(to: "about:blank"), "NO_RESPONSE"),
    ])
    func `Chromium concludes by its documented rule`(scene: Case) throws { try scene.check(.chromium) }

    private static let canonical: HTTPURL = "http://detectportal.firefox.com/canonical.html"

    @Test(arguments: [
        Case(leading, "LOCKED_PORTAL", opens: canonical),
        Case(page, "LOCKED_PORTAL", opens: canonical),
        Case(.answer(204), "LOCKED_PORTAL", opens: canonical),
        Case(.answer(511), "LOCKED_PORTAL", opens: canonical),
        Case(
            .answer(
                200,
                [:],
                #"<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>"# + "\n"
            ),
            "LOCKED_PORTAL",
            opens: canonical
        ),
        Case(.answer(404), "UNKNOWN"),
        Case(.answer(503), "UNKNOWN"),
        Case(.silence, "UNKNOWN"),
    ])
    func `Firefox concludes by its documented rule`(scene: Case) throws { try scene.check(.firefox) }

    private static let cutShort = ProbeResponse(status: 200, body: Array("NetworkManager is".utf8))

    @Test(arguments: [
        Case(.answer(200, [:], "NetworkManager is online\n<script>"), "FULL"),
        Case(.answer(404, [:], "NetworkManager is online"), "FULL"),
        Case(.answer(204, ["x-networkmanager-status": "Online"]), "FULL"),
        Case(.answer(200, ["X-NetworkManager-Status": "offline"]), "PORTAL"),
        Case(.answer(200, [:], "NetworkManager is"), "PORTAL"),
        Case(.answer(204), "PORTAL"),
        Case(leading, "PORTAL"),
        Case(.answer(503), "PORTAL"),
        Case(.silence, "LIMITED"),
        Case(.failure(ProbeFailure(.truncated, partialResponse: cutShort)), "LIMITED"),
        Case(
            .failure(ProbeFailure(.truncated, partialResponse: ProbeResponse(status: 200, body: [0x3C]))),
            "PORTAL"
        ),
    ])
    func `NetworkManager concludes by its documented rule`(scene: Case) throws { try scene.check(.networkManager) }

    private static let status: HTTPURL = "http://ipv4.connman.net/online/status.html"
    private static let wispr = """
        <WISPAccessGatewayParam><Redirect><MessageType>100</MessageType>\
        <LoginURL>http://portal.example/login</LoginURL></Redirect></WISPAccessGatewayParam>
        """

    @Test(arguments: [
        Case(.answer(200, ["X-ConnMan-Status": "whatever"]), "online"),
        Case(page, "RequestBrowser"),
        Case(.answer(302), "RequestBrowser", opens: status),
        Case(.answer(505), "RequestBrowser", opens: status),
        Case(.failure(ProbeFailure(.malformed)), "RequestBrowser", opens: status),
        Case(leading, "unknown"),
        Case(landing(page), "RequestBrowser", opens: portal),
        Case(landing(.answer(404)), "ready, online-check-failed"),
        Case(landing(.answer(200, ["X-ConnMan-Status": "online"])), "online"),
        Case(.redirect(to: "/login"), "ready"),
        Case(.answer(200, [:], wispr), "RequestInput", opens: portal),
        Case(.answer(302, ["Location": "http://portal.example/"], wispr), "RequestInput", opens: portal),
        Case(.answer(404), "ready, online-check-failed"),
        Case(.silence, "ready, online-check-failed"),
        Case(.answer(204), "ready"),
        Case(.answer(511), "ready"),
        Case(.answer(503), "ready"),
    ])
    func `ConnMan concludes by its documented rule`(scene: Case) throws { try scene.check(.connMan) }

    static let hotspot: HTTPURL = "http://www.msftconnecttest.com/redirect"

    @Test(arguments: [
        Case(.answer(200, [:], "Microsoft Connect Test\n"), "Internet"),
        Case(.answer(404, [:], "Microsoft Connect Test"), "Hotspot", opens: hotspot),
        Case(leading, "Hotspot", opens: hotspot),
        Case(page, "Hotspot", opens: hotspot),
        Case(.answer(511), "Hotspot", opens: hotspot),
        Case(.silence, "Local"),
    ])
    func `Windows concludes by its documented rule`(scene: Case) throws { try scene.check(.windows) }

    @Test func `Windows and ConnMan need only one address family`() throws {
        for detector in [Detector.windows, .connMan] {
            let exchanges = zip(detector.questions, [Network.Outcome.silence, nil]).map { question, outcome in
                outcome.map { ProbeExchange(request: question.request, outcome: $0) } ?? Network().answer(question)
            }
            guard case .conclude(let conclusion) = detector.step(after: exchanges) else {
                Issue.record("\(detector.name) asks on")
                continue
            }
            expect(conclusion.access, .online)
        }
    }

    private static let withoutInternet = "connectedViaWiFiWithoutInternet"

    @Test(arguments: [
        Case(Network(http: page), "connectedViaWiFi"),
        Case(page, withoutInternet),
        Case(Network(https: .answer(404, [:], "Success")), "connectedViaWiFi"),
        Case(
            Network(https: .success(ProbeResponse(status: 200, body: Array("Success".utf8) + [0xFF]))),
            withoutInternet
        ),
        Case(Network(https: leading), "unknown"),
        Case(Network(https: leading, pages: [portal: .answer(200, [:], "Successful")]), "connectedViaWiFi"),
        Case(Network(https: leading, pages: [portal: page]), withoutInternet),
        Case(Network(https: .redirect(to: "ftp://a.example/")), withoutInternet),
    ])
    func `Connectivity concludes by its rule`(scene: Case) throws { try scene.check(.connectivity) }

    @Test(arguments: [
        Case(.answer(200, [:], "<title>Success</title><input type=password>"), "connectedViaWiFi"),
        Case(page, withoutInternet),
        Case(leading, "unknown"),
        Case(landing(page), withoutInternet),
    ])
    func `Connectivity without HTTPS concludes by its rule`(scene: Case) throws { try scene.check(.connectivityHTTP) }

    @Test func `Connectivity needs half of its pages`() {
        let questions = Detector.connectivityHTTP.questions
        for count in 0...questions.count {
            let exchanges = questions.enumerated().map { index, question in
                ProbeExchange(
                    request: question.request,
                    outcome: index < count ? .answer(200, [:], "Success") : .silence
                )
            }
            guard case .conclude(let conclusion) = Detector.connectivityHTTP.step(after: exchanges) else {
                Issue.record("it asks on")
                continue
            }
            expect(conclusion.access, (count >= 4 ? .online : .offline), "\(count) pages")
        }
    }

    @Test(arguments: [
        Case(Network(http: .silence), "wifiWithInternet"),
        Case(Network(https: page), "wifiWithoutInternet"),
        Case(Network(https: .tls), "wifiWithoutInternet"),
        Case(Network(https: leading), "unknown"),
    ])
    func `Hyperconnectivity concludes by its rule`(scene: Case) throws { try scene.check(.hyperconnectivity) }

    @Test func `Hyperconnectivity ends its check at the first failed request`() {
        let detector = Detector.hyperconnectivity
        for (success, failure, access) in [
            (1, 2, DetectorConclusion.Access.online), (2, 1, .offline), (1, 1, .inconclusive),
        ] {
            let exchanges = zip(detector.questions, [(success, .answer(200, [:], "Success")), (failure, .silence)]).map
            {
                (question: Detector.Question, answer: (Int, Network.Outcome)) in
                let timings = ProbeExchange.Timings(total: .milliseconds(answer.0))
                return ProbeExchange(request: question.request, outcome: answer.1, timings: timings)
            }
            guard case .conclude(let conclusion) = detector.step(after: exchanges) else {
                Issue.record("it asks on")
                continue
            }
            expect(conclusion.access, access)
        }
    }
}
