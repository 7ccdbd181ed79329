import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ConnectivityText
import TestSupport
import Testing

@Suite struct `An explanation` {
    private func report(_ url: HTTPURL, _ outcome: Result<ProbeResponse, ProbeFailure>, _ verdict: Verdict)
        -> EndpointReport
    {
        let timings = ProbeExchange.Timings(
            nameLookup: .milliseconds(3),
            connect: .milliseconds(5),
            total: .milliseconds(31)
        )
        let exchange = ProbeExchange(
            request: ProbeRequest(url),
            outcome: outcome,
            remoteAddress: "192.0.2.1",
            timings: timings
        )
        return EndpointReport(name: "a", owner: "A", exchange: exchange, verdict: verdict)
    }

    @Test func `An explanation leads from the link to what a person can do`() {
        let interface = NetworkInterface(
            name: "wlan0",
            index: 3,
            kind: .wifi,
            addresses: [NetworkInterface.Address("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 600)]
        )
        let portal = CaptivePortal(signInURL: "http://login.example/", source: .location, kind: .redirect)
        let redirect = Reason.redirect(status: 302, location: "http://login.example/")
        let assessment = Assessment(
            access: .captive(portal),
            reason: .portal(endpoint: "a", redirect),
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            endpoints: [
                report("http://a.example/", .success(ProbeResponse(status: 302)), .captive(portal, because: redirect)),
                report(
                    "https://a.example/",
                    .failure(ProbeFailure(.tls(.expired))),
                    Verdict(.failed, because: .noAnswer(.tls(.expired)))
                ),
                report(
                    "http://b.example/",
                    .failure(ProbeFailure(.cancelled)),
                    Verdict(.inconclusive, because: .notNeeded)
                ),
            ],
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        let phases = "31 ms (name lookup 3 ms, connection 5 ms)"
        expect(
            assessment.explanation(),
            [
                "wlan0 (wifi) is up and connected, with the address 192.0.2.7/24.",
                "Its default route is IPv4 via 192.0.2.1 (metric 600).",
                "a: GET http://a.example/ got 302 and 0 bytes from 192.0.2.1 in \(phases): captive, "
                    + #"redirected (302) to "http://login.example/"."#,
                "a: GET https://a.example/ got no answer from 192.0.2.1 in \(phases): failed, "
                    + "TLS failed: the certificate is not valid at this time.",
                "a: GET http://b.example/ was cancelled after 31 ms, because the other answers were sufficient.",
                "Result: captive: the network requires you to sign in.",
                "Sign in at http://login.example/",
            ]
        )
    }

    @Test func `The reason of a failed name lookup is explained`() {
        func sentence(_ facts: Facts, _ kind: ProbeFailure.Kind = .nameLookup) -> String {
            Reason.noAnswer(ProbeFailure(kind, facts: facts)).sentence
        }
        let blocked: Fact = .record(["code": 15, "purpose": "Blocked", "text": "by\u{1B} us"])
        let other: Fact = .record(["code": 3, "purpose": "Stale Answer"])
        expect(
            sentence(["cause": "no-such-name", "server": "192.0.2.1", "extendedErrors": [blocked, other]]),
            #"the name does not exist, according to 192.0.2.1: Blocked or Stale Answer, "by\u{1b} us""#
        )
        expect(sentence(["cause": "refused"]), "the DNS server refused to answer")
        expect(
            sentence(["cause": "no-answer", "asked": ["192.0.2.1", "192.0.2.3"]], .timedOut(.nameLookup)),
            "no DNS server answered (asked: 192.0.2.1 or 192.0.2.3)"
        )
        expect(sentence(["cause": "new"]), "the name lookup failed: new")
        expect(sentence([:]), "the name lookup failed")
        let certificate: Fact = .record([
            "notBefore": "2025-11-12T09:00:00.000Z", "notAfter": "2026-11-12T09:00:00.000Z",
        ])
        expect(
            sentence(["cause": "certificate-expired", "certificate": certificate], .tls(.expired)),
            "TLS failed: the certificate expired on 12 November 2026"
        )
        expect(
            sentence(["cause": "certificate-not-yet-valid", "certificate": certificate], .tls(.expired)),
            "TLS failed: the certificate is not valid before 12 November 2025"
        )
        expect(
            sentence(
                ["cause": "certificate-expired", "certificate": .record(["notAfter": "\u{1B}[2J"])],
                .tls(.expired)
            ),
            "TLS failed: the certificate expired on ?"
        )
        expect(
            sentence(["cause": "refused"], .tls(.expired)),
            "TLS failed: the certificate is not valid at this time"
        )
    }

    @Test func `Counts read as a person would say them`() {
        func sentence(_ count: Int, _ total: Int, except: Bool = false) -> String {
            let exception = except ? (endpoint: "kde", Reason.noAnswer(ProbeFailure(.connectionRefused))) : nil
            return Reason.enoughOwners(count, of: total, needed: 1, except: exception).sentence
        }
        expect(sentence(9, 9), "all 9 providers answered correctly")
        expect(sentence(1, 1), "the provider answered correctly")
        expect(sentence(8, 9), "8 of 9 providers answered correctly")
        let failure = "the connection was refused"
        expect(sentence(8, 9, except: true), "8 of 9 providers answered correctly; kde did not: \(failure)")
        expect(sentence(9, 9, except: true), "all 9 providers answered correctly, except at kde: \(failure)")
        let list = Sentences(adding: ["com.example.list": "addresses: {addresses,}"])
        let addresses = Reason("com.example.list", ["addresses": ["192.0.2.1", "192.0.2.2"]])
        expect(list.sentence(for: addresses), "addresses: 192.0.2.1, 192.0.2.2")
        expect(list.sentence(for: Reason("com.example.list", ["addresses": []])), "addresses: none")
    }

    @Test func `Each reason for which nothing is known has advice of its own`() {
        let failed = Reason.noAnswer(ProbeFailure(.connectionRefused))
        let reasons: [Reason] = [
            .notYetJudged, Reason("not-checked", ["network": "office"]), Reason("no-proxy"),
            Reason("no-proxy", ["cause": "none"]),
            Reason("no-proxy", ["cause": "unsupported"]), Reason("no-proxy", ["cause": "unread"]),
            .cutOff(2, endpoint: "a"), .expectationMissing(endpoint: "a"), .noEndpoint, Reason("only-https"),
            .nothingUsable(endpoint: "a", failed), .noVerdict, .held(against: "online", count: 1, needed: 2, failed),
        ]
        let advice = (reasons + reasons.map { .path(NetworkPath(interface: "eth0"), access: "determining", $0) }).map {
            Assessment(access: .determining, reason: $0, startedAt: Timestamp(sinceEpoch: .zero))
                .advice(isShort: false, Sentences())
        }
        expect(Set(advice).count, reasons.count, "\(advice)")
        #expect(!advice.contains("It is not known whether the Internet is there."))
        #expect(advice[1].contains("office") && advice[7].contains("of a looks like"))
        // If the Internet is known to be unreachable, the same reason has the advice of the access.
        let unreachable = Assessment(access: .unreachable, reason: reasons[10], startedAt: Timestamp(sinceEpoch: .zero))
        #expect(unreachable.advice(isShort: false, Sentences()).hasPrefix("The local link works"))
    }

    @Test func `A sign-in URL can be cut, and is named where it was read already`() {
        let url: HTTPURL = "http://login.example/in?mac=1&fas=2"
        let portal = CaptivePortal(signInURL: url, source: .location, kind: .redirect)
        expect(portal.advice, "sign in at http://login.example/in?mac=1&fas=2")
        expect(portal.advice(isShort: true), "sign in at http://login.example/in?…")
        let redirect = Reason.redirect(status: 302, location: "\(url)")
        expect(portal.withoutURL(redirect, of: portal).sentence, "redirected (302) to the sign-in page")
        // A different value in each answer does not make another page.
        var other = portal
        other.signInURL = "http://login.example/in?mac=1&fas=3"
        expect(portal.withoutURL(redirect, of: other).sentence, "redirected (302) to the sign-in page")
        other.signInURL = "http://login.example/out"
        expect(portal.withoutURL(redirect, of: other), redirect)
    }

    @Test func `A malformed reply is not said to be one of HTTP, because the question may be of any kind`() {
        expect(Reason.noAnswer(.malformed).sentence, "the reply is malformed")
    }

    @Test func `An explanation contains the facts that the portal gives about itself`() {
        var portal = CaptivePortal(signInURL: "https://login.example/", source: .api, kind: .api)
        portal.vendor = "openNDS"
        portal.wispr = WISPrMessage()
        portal.wispr?.locationName = "Lobby\u{1B}"
        portal.wispr?.responseCode = 102
        portal.api = CaptivePortalAPI(isCaptive: true)
        portal.api?.secondsRemaining = 60
        portal.api?.bytesRemaining = 1000
        portal.api?.canExtendSession = true
        portal.api?.venueInfoURL = "https://venue.example/"
        let assessment = Assessment(
            access: .captive(portal),
            reason: .portal(endpoint: "a", .captiveAPI),
            snapshot: InterfaceSnapshot([]),
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        let facts = [
            "the vendor is probably openNDS", #"the location is "Lobby\u{1b}""#,
            "the portal reports that the authentication server failed or did not answer (WISPr 102)",
            "60 s of the session are left", "1000 bytes of the session are left", "the session can be extended",
            "https://venue.example/ has information about the venue",
        ]
        let sentence = "Facts about the portal: \(facts.joined(separator: "; "))."
        expect(assessment.explanation().suffix(2), [sentence, "Sign in at https://login.example/"])
    }

    @Test func `An explanation contains the facts that the network's API gives about the session`() {
        let answer = ProbeResponse(
            status: 200,
            headers: ["Content-Type": "application/captive+json"],
            body: Array(
                #"{"captive": false, "seconds-remaining": 600, "venue-info-url": "https://venue.example/"}"#.utf8
            )
        )
        let assessment = Assessment(
            access: .online,
            reason: .stated("all is well"),
            snapshot: InterfaceSnapshot([]),
            endpoints: [],
            portalAPI: report("https://api.example/", .success(answer), Verdict(.genuine, because: .notCaptive)),
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        expect(
            assessment.explanation().suffix(3),
            [
                "Result: online: all is well.",
                "The network reports: 600 s of the session are left; https://venue.example/ has information about the venue.",
                "Nothing needs to be done.",
            ]
        )
    }

    @Test func `An explanation states why each interface cannot be used`() {
        let interfaces = [
            NetworkInterface(name: "lo", index: 1, kind: .loopback),
            NetworkInterface(name: "eth0", index: 2, kind: .ethernet, isUp: false),
            NetworkInterface(name: "wlan0", index: 3, kind: .wifi, hasCarrier: false),
            NetworkInterface(name: "eth1", index: 4, kind: .ethernet),
        ]
        let assessment = Assessment(
            access: .disconnected,
            reason: .noUsableInterface,
            snapshot: InterfaceSnapshot(interfaces),
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        expect(
            assessment.explanation(),
            [
                "No interface can be used: lo is the loopback interface, eth0 is switched off, wlan0 is not connected (no carrier), "
                    + "eth1 has no address that is valid beyond its own link.",
                "Result: disconnected: no interface is up and connected with an address.",
                "Plug in a cable or join a network.",
            ]
        )
        var wanted = assessment
        wanted.reason = Reason("interface-not-usable", ["interface": "eth0"])
        wanted.snapshot.interfaces[3].addresses = [.init("192.0.2.7", prefixLength: 24)]
        let sentence = wanted.explanation().first ?? ""
        #expect(sentence.hasPrefix("eth0 cannot be used: ") && sentence.hasSuffix("eth1 can be used."))
    }
}
