import ConnectivityCore
import TestSupport
import Testing

@Suite struct `A captive portal API` {
    private let json: HeaderFields = ["Content-Type": "application/captive+json"]

    private func answer(_ body: String, headers: HeaderFields = [:]) -> CaptivePortalAPI? {
        ProbeExchange.answer(200, body, headers: headers).response.flatMap(CaptivePortalAPI.init)
    }

    @Test func `Every member of a captive portal API answer is read`() {
        var expected = CaptivePortalAPI(isCaptive: true)
        expected.userPortalURL = "https://portal.example/"
        expected.venueInfoURL = "https://venue.example/"
        expected.canExtendSession = false
        expected.secondsRemaining = 326
        expected.bytesRemaining = 65536
        let body = """
            { "captive": true, "user-portal-url": "https:\\/\\/portal.example\\/", "venue-info-url": "https://venue.example/",
              "can-extend-session": false, "seconds-remaining": 326, "bytes-remaining": 65536, "other": [{}] }
            """
        expect(answer(body, headers: json), expected)
        expect(answer(body), expected)
    }

    @Test func `A captive portal API answer may have the wrong media type and members of the wrong type`() {
        let body = """
            \u{FEFF}\r\n\t {"captive":true,"user-portal-url":1,"venue-info-url":null,"can-extend-session":1,
            "seconds-remaining":"9","bytes-remaining":-1}
            """
        expect(answer(body, headers: ["Content-Type": "text/html"]), CaptivePortalAPI(isCaptive: true))
        expect(answer(#"{"captive":true,"seconds-remaining":1.5}"#)?.secondsRemaining, nil)
        expect(answer(#"{"captive":true,"seconds-remaining":99999999999999999999}"#)?.secondsRemaining, nil)
    }

    @Test(arguments: [#""true""#, #""false""#, "1", "0", "null", "[]"])
    func `A captive member of another type is not trusted`(value: String) {
        expect(answer("{\"captive\":\(value)}", headers: json), nil)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"captive":null}"#, #"{"captive":2}"#, #"["captive"]"#, #"{"captive":true"#,
    ])
    func `A body without a valid captive member is not an answer of a captive portal API`(body: String) {
        expect(answer(body, headers: json), nil)
    }

    @Test func `An API answer that reports captive is a portal`() {
        let body = #"{"captive":true,"user-portal-url":"http://portal.example/login","seconds-remaining":0}"#
        let verdict = PortalSignals().validate(.answer(200, body, headers: json))
        expect(verdict.reason, .captiveAPI)
        expect(verdict.portal?.signInURL, "http://portal.example/login")
        expect(verdict.portal?.source, .api)
        expect(verdict.portal?.kind, .api)
        expect(verdict.portal?.api?.secondsRemaining, 0)
    }

    @Test func `A portal URL of the API that cannot be opened is reported as a fault`() {
        for (url, fault) in [
            ("javascript:0", HTTPURL.Fault.scheme("javascript")), ("/login", .scheme(nil)), ("", .empty),
        ] {
            let verdict = PortalSignals().validate(.answer(200, "{\"captive\":true,\"user-portal-url\":\"\(url)\"}"))
            expect(verdict.finding, .captive)
            expect(verdict.portal?.signInURL, nil)
            expect(verdict.portal?.signInURLFault, fault)
        }
        let silent = PortalSignals().validate(.answer(200, #"{"captive":true}"#)).portal
        #expect(silent?.signInURL == nil && silent?.source == nil && silent?.signInURLFault == nil)
    }

    @Test func `An API answer that reports not captive, or has failed, leaves the verdict to the endpoint`() {
        expect(PortalSignals().validate(.answer(200, #"{"captive":false}"#, headers: json)), .inconclusive)
        expect(PortalSignals().validate(.answer(400, #"{"captive":true}"#, headers: json)), .inconclusive)
        let judge = ExchangeJudge([PortalSignals()])
        let free = ProbeExchange.answer(200, #"{"captive":false}"#, headers: json)
        expect(judge.verdict(on: free, expecting: StatusCode(200)).reason, .expectedOfAnyPage)
        expect(judge.verdict(on: free, expecting: StatusCode(204)).finding, .substituted)
    }

    @Test(arguments: [
        ("<https://portal.example/api>; rel=\"captive-portal\"", "https://portal.example/api"),
        ("<https://a.example/>; rel=next, </api>;title=\"a;b,c\";REL=Captive-Portal", nil),
        (
            "<https://a.example/>; rel=\"next\",<https://portal.example/api>; rel=\"up captive-portal\"",
            "https://portal.example/api"
        ),
        (
            "<https://portal.example/api>; rel=\"https://www.iana.org/assignments/relation/captive-portal\"",
            "https://portal.example/api"
        ),
        ("<https://a.example/>; title=\"x, <https://b.example/>; rel=captive-portal\"", nil),
        ("<https://a.example/>; rel=captive-portals", nil), ("<http://portal.example/api>; rel=captive-portal", nil),
        ("<https://portal.example/api>", nil), ("<", nil), ("<>;rel=captive-portal", nil), ("", nil),
        ("<javascript:0>; rel=captive-portal", nil),
    ])
    func `A captive portal API is found by a Link field with an https target`(link: String, expected: String?) {
        let exchange = ProbeExchange.answer(302, headers: ["Location": "http://portal.example/", "Link": link])
        let verdict = ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: StatusCode(200))
        expect(verdict.portal?.apiURL?.description, expected)
    }

    @Test func `A captive portal API is found by a relative link in a response over TLS`() {
        let exchange = ProbeExchange.answer(
            511,
            headers: ["Link": "</api>; rel=captive-portal"],
            url: "https://a.example/"
        )
        let verdict = ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: StatusCode(200))
        expect(verdict.portal?.apiURL, "https://a.example/api")
    }
}

@Suite struct `A captive portal option` {
    @Test(arguments: [
        ("https://portal.example/api", Provisioning.CaptivePortalOption.api("https://portal.example/api")),
        ("https://192.0.2.1:8443/api\0", .api("https://192.0.2.1:8443/api")),
        ("https://[2001:db8::1]/api\0\0\0\0\0", .api("https://[2001:db8::1]/api")),
        ("urn:ietf:params:capport:unrestricted", .unrestricted),
        ("URN:ietf:params:capport:unrestricted\0", .unrestricted),
    ])
    func `A captive portal option names an API or no portal`(value: String, expected: Provisioning.CaptivePortalOption)
        throws
    {
        try expect(Provisioning.CaptivePortalOption(Array(value.utf8)), expected)
    }

    @Test(arguments: [
        ("", Provisioning.CaptivePortalOption.Fault.url(.empty)), ("\0", .url(.empty)),
        ("http://portal.example/api", .notSecure),
        ("ftp://portal.example/", .url(.scheme("ftp"))), ("portal.example", .url(.scheme(nil))),
        ("urn:ietf:params:capport:other", .url(.scheme("urn"))), ("https://user@portal.example/", .url(.userInfo)),
        ("https://127.0.0.1/api", .url(.thisDevice)), ("https://[::1]/api", .url(.thisDevice)),
        ("https://0.0.0.0/", .url(.thisDevice)), ("https://localhost/api", .url(.thisDevice)),
        ("https://a.LOCALHOST:8443/", .url(.thisDevice)), ("https://0x7f.1/api", .url(.thisDevice)),
        ("https://a.example/\0b", .notText), ("https://a.example/ b", .notText), ("https://é.example/", .notText),
    ])
    func `A captive portal option without a usable URL is rejected`(
        value: String,
        fault: Provisioning.CaptivePortalOption.Fault
    ) {
        #expect(throws: fault) { try Provisioning.CaptivePortalOption(Array(value.utf8)) }
    }

    @Test func `A captive portal option of invalid bytes throws and does not trap`() {
        for byte in UInt8.min...UInt8.max {
            #expect(throws: Provisioning.CaptivePortalOption.Fault.self) {
                try Provisioning.CaptivePortalOption([byte, byte, 0])
            }
        }
    }
}
