import ConnectivityCore
import ConnectivityEmulation
import TestSupport
import Testing

/// The conclusions of the systems that ask the captive portal API (RFC 8908) that the network announces (RFC 8910).
@Suite struct `The captive portal API` {
    private static let api: HTTPURL = "https://portal.example/api"
    private static let portal: HTTPURL = "https://portal.example/login"
    private static let captive = Network.Outcome.answer(
        200,
        ["Content-Type": "application/captive+json"],
        #"{"captive": true, "user-portal-url": "https://portal.example/login"}"#
    )
    private static let open = Network.Outcome.answer(200, [:], #"{"captive": false, "seconds-remaining": 60}"#)
    private static let leading = Network.Outcome.redirect(to: "http://gateway.example/")

    private func terms(
        _ answer: Network.Outcome,
        http: Network.Outcome? = nil,
        https: Network.Outcome? = nil,
        at url: HTTPURL = api,
        pages: [HTTPURL: Network.Outcome] = [:]
    ) throws -> [String] {
        let network = Network(
            http: http,
            https: https,
            pages: pages.merging([url: answer]) { page, _ in page },
            link: Detector.Link(portalAPI: url)
        )
        return try [Detector.android, .chromeOS, .apple].map { try network.conclusion(of: $0).term }
    }

    @Test func `The three systems that are known to ask it say so, and only they ask`() throws {
        let readers = Detector.all.filter(\.readsPortalAPI)
        expect(readers.map(\.name), ["apple", "android", "chromeos"])
        for detector in Detector.all {
            var emulation = Emulation([detector], on: Detector.Link(portalAPI: Self.api))
            var hasAsked = false
            while !emulation.questions.isEmpty {
                hasAsked = hasAsked || emulation.questions.contains { $0.url == Self.api }
                emulation.add(emulation.questions.map(Network(pages: [Self.api: Self.open]).answer))
            }
            expect(hasAsked, detector.readsPortalAPI, "\(detector.name)")
        }
    }

    @Test func `An API that reports captive is a portal, regardless of HTTP`() throws {
        try expect(terms(Self.captive), ["PORTAL", "portal-redirect", "sign-in sheet"])
        let network = Network(pages: [Self.api: Self.captive], link: Detector.Link(portalAPI: Self.api))
        for detector in [Detector.android, .chromeOS, .apple] {
            try expect(network.conclusion(of: detector).signInURL, Self.portal)
        }
    }

    @Test func `An API that reports not captive decides for ChromeOS and Apple, but not for Android`() throws {
        let terms = try terms(Self.open, http: Self.leading, https: .tls)
        expect(terms, ["PORTAL", "internet-connectivity", "no sheet"])
    }

    @Test func `With an API, Android asks its fallback although https succeeds`() throws {
        try expect(terms(Self.open, http: .answer(500)), ["VALID", "internet-connectivity", "no sheet"])
        let exchanges = [(0, Network.Outcome.answer(500)), (1, .answer(204))].map { index, outcome in
            ProbeExchange(request: Detector.android.questions[index].request, outcome: outcome)
        }
        let link = Detector.Link(portalAPI: Self.api)
        var emulation = Emulation([.android], on: link)
        emulation.add(emulation.questions.map(Network(pages: [Self.api: Self.open]).answer))
        emulation.add(exchanges)
        expect(emulation.questions, [Detector.android.questions[2]])
    }

    @Test(arguments: [
        Network.Outcome.silence, .answer(404, [:], #"{"captive": false}"#), .answer(200, [:], "<p>Welcome"),
        .answer(200, [:], #"{"captive": "no"}"#), .answer(200, [:], #"{"captive": true}"#),
    ])
    func `An unusable answer of the API changes nothing`(answer: Network.Outcome) throws {
        try expect(terms(answer), ["VALID", "internet-connectivity", "no sheet"])
        let behind = try terms(answer, http: Self.leading, https: .tls)
        expect(behind, ["PORTAL", "portal-redirect", "sign-in sheet"])
    }

    @Test func `A page that is not https makes the answer unusable for ChromeOS alone`() throws {
        let answer = Network.Outcome.answer(
            200,
            [:],
            #"{"captive": true, "user-portal-url": "http://portal.example/"}"#
        )
        try expect(terms(answer), ["PORTAL", "internet-connectivity", "sign-in sheet"])
    }

    @Test func `Android reads the API in UTF-8, up to 4,096 characters, and follows its redirects`() throws {
        let body = #"{"captive": true, "user-portal-url": "https://portal.example/login"}"#
        let latin = Network.Outcome.answer(200, ["Content-Type": "application/captive+json; charset=iso-8859-1"], body)
        try expect(terms(latin)[0], "VALID")
        let long = Network.Outcome.answer(200, [:], body + String(repeating: " ", count: 4096))
        try expect(terms(long)[0], "VALID")
        let other: HTTPURL = "https://portal.example/api/2"
        let moved = Network.Outcome.redirect(to: other.description)
        try expect(terms(moved, pages: [other: Self.captive])[0], "PORTAL")
    }

    @Test func `Android offers the page about the venue once the network is valid`() throws {
        let answer = Network.Outcome.answer(
            200,
            [:],
            #"{"captive": false, "venue-info-url": "https://venue.example/"}"#
        )
        let link = Detector.Link(portalAPI: Self.api)
        let valid = try Network(pages: [Self.api: answer], link: link).conclusion(of: .android)
        expect(valid.venueInfoURL, "https://venue.example/")
        let captive = try Network(http: Self.leading, pages: [Self.api: answer], link: link).conclusion(of: .android)
        expect(captive.venueInfoURL, nil)
    }

    @Test func `An API without https is not asked`() throws {
        try expect(
            terms(Self.captive, at: "http://portal.example/api")[1...],
            ["internet-connectivity", "no sheet"]
        )
    }
}
