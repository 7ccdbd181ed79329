import ConnectivityCore
import ConnectivityTestKit
import ConnectivityText
import Testing

@testable import ConnectivityReport

@Suite struct `The page of a report` {
    private static let hostile = [
        "</style><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "]]>",
        "<!--",
        "&lt;script&gt;", "&#x3C;", "\u{0}\u{1B}[2J\u{202E}\u{FFFE}", "</title>", "javascript:alert(1)",
    ]

    private func time(_ second: Int) -> Timestamp { Timestamp(sinceEpoch: .seconds(1_790_000_000 + second)) }

    private func page(_ source: String = "a test") -> ReportPage {
        ReportPage(title: "Connectivity report", source: source, madeAt: time(0), tool: "a test")
    }

    private func assessment(_ exchanges: [ProbeExchange], _ text: String = "eth0") -> Assessment {
        let reports = exchanges.enumerated().map { index, exchange in
            EndpointReport(name: "\(index) \(text)", owner: text, exchange: exchange, verdict: .inconclusive)
        }
        let interface = NetworkInterface(name: text, index: 2, kind: .ethernet)
        return Assessment(
            access: .captive(CaptivePortal(signInURL: "http://login.example/?a=%22&b=<c>", kind: .unknown)),
            reason: Reason("com.example.\(text)", ["text": .text(text)]),
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            endpoints: reports,
            startedAt: time(0)
        )
    }

    @Test func `Hostile texts in every place are text, and the page stays well-formed`() {
        for text in Self.hostile + [Self.hostile.joined()] {
            var page = page(text)
            page.title = text
            page.tool = text
            let assessment = assessment(HostileExchanges.small(seed: 3, count: 20), text)
            page.rounds = [ReportPage.Round(at: time(1), assessment)]
            let client = ReportPage.Network.Client(
                name: text,
                system: text,
                result: text,
                term: text,
                reason: text,
                page: "http://a.example/"
            )
            let network = ReportPage.Network(name: text, own: (text, text), clients: [client])
            page.networks = [network, network]
            let spans = [text, ""].map { path in
                AccessSpan(path: path, .blocked, because: Reason(text), interface: text, from: time(0), to: time(9))
            }
            page.availability = Availability(spans, from: time(0), to: time(10))
            let check = PageCheck(page.html)
            #expect(check.faults == [], "\(text.debugDescription)")
            #expect(check.elements["script"] == nil && check.elements["img"] == nil)
        }
    }

    @Test func `The page has no secrets of URLs and names, in texts and in attributes`() {
        var page = page("from enx3c22fb9a0180")
        page.rounds = [
            ReportPage.Round(at: time(0), assessment([], "http://p.example/?mac=3c:22:fb:9a:01:80&token=tok4711"))
        ]
        let html = page.html
        #expect(
            PageCheck(html).faults == [] && html.contains("enx00005e005301") && html.contains("mac=00:00:5e:00:53:01")
        )
        for secret in ["3c:22", "3c22fb", "tok4711"] { #expect(!html.contains(secret), "\(secret)") }
    }

    @Test func `Hostile answers of every kind are text`() {
        var page = page()
        for seed in 0..<20 {
            let assessment = assessment(HostileExchanges.small(seed: UInt64(seed)))
            page.rounds.append(ReportPage.Round(at: time(seed), assessment))
        }
        page.rounds.append(ReportPage.Round(at: time(30), assessment(HostileExchanges.large)))
        let html = page.html
        #expect(PageCheck(html).faults == [])
        #expect(html.utf8.count < 8_000_000)
    }

    @Test func `The page has the parts for what there is, and no others`() {
        #expect(PageCheck(page().html).elements["section"] == nil)
        var page = page()
        page.rounds = [ReportPage.Round(at: time(0), assessment([]))]
        #expect(PageCheck(page.html).text.contains("Nothing was asked."))
        page.availability = Availability([], from: time(0), to: time(0))
        let check = PageCheck(page.html)
        #expect(check.faults == [] && check.elements["section"] == 4)
        #expect(check.text.contains("this device"))
    }

    @Test func `The page shows outages, days, and the bar of each path with its text`() {
        let day = 86_400
        let spans = [
            AccessSpan(.online, from: time(0), to: time(5 * day)),
            AccessSpan(.unreachable, because: .noEndpoint, from: time(5 * day), to: time(5 * day + 600)),
            AccessSpan(.online, from: time(5 * day + 600), to: time(7 * day)),
            AccessSpan(path: "eth0 over IPv6", .blocked, from: time(0), to: time(7 * day)),
        ]
        var page = page()
        page.availability = Availability(spans, from: time(0), to: time(7 * day))
        let (html, check) = (page.html, PageCheck(page.html))
        #expect(check.faults == [] && check.elements["svg"] == 2 && check.elements["figure"] == 2)
        for part in ["10 min", "eth0 over IPv6", "99.90 %", "Day by day", "2026-09-26"] {
            #expect(check.text.contains(part), "\(part)")
        }
        // Ten minutes of seven days are a thousandth, and are still visible.
        #expect(html.contains(#"<rect class="unreachable" x="714" y="0" width="2" height="40">"#))
        #expect(html.contains(#"aria-label="this device: online for 6 d 23 h, unreachable for 10 min""#))
    }

    @Test func `A long journal makes a page of bounded size`() {
        let spans = (0..<50_000).map { number in
            AccessSpan(
                number.isMultiple(of: 2) ? .online : .blocked,
                from: time(number * 60),
                to: time(number * 60 + 60)
            )
        }
        var page = page()
        page.availability = Availability(spans, from: time(0), to: time(50_000 * 60))
        let html = page.html
        #expect(html.utf8.count < 200_000, "\(html.utf8.count)")
        #expect(PageCheck(html).text.contains("the newest 300 of 25000"))
    }

    @Test func `Phases begin when their probe began, and the cost counts what was asked`() {
        var exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, headers: ["A": "bc"], body: Array(repeating: 0x61, count: 93)))
        )
        exchange.timings = ProbeTimings(
            nameLookup: .milliseconds(10),
            connect: .milliseconds(20),
            response: .milliseconds(30),
            total: .milliseconds(100)
        )
        var late = assessment([exchange, exchange])
        late.paths[0].course = RoundCourse(
            RoundContext(),
            arrivals: [.init(0, after: .milliseconds(100)), .init(1, after: .milliseconds(200))]
        )
        var page = page()
        page.rounds = [ReportPage.Round(at: time(0), late)]
        page.interval = .seconds(30)
        let html = page.html
        #expect(html.contains(#"<rect class="lookup" y="3" height="14" x="500.0" width="50.0">"#))
        #expect(html.contains(#"<rect class="rest" y="3" height="14" x="800.0" width="200.0">"#))
        let text = PageCheck(html).text
        #expect(text.contains("In this report12200") && text.contains("if each round is like the last12024024000"))
    }
}
