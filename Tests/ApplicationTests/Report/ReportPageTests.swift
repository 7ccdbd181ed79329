import ConnectivityCore
import ConnectivityTestKit
import ConnectivityText
import TestSupport
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

    private func machine(_ availability: Availability, hasTime: Bool = true) -> MachineReport {
        MachineReport(name: "kiosk-17", source: "Journal a.db", availability: availability, hasTime: hasTime)
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
            let network = ReportPage.Network(name: text, own: (text, text, nil), clients: [client])
            page.networks = [network, network]
            let spans = [text, ""].map { path in
                AccessSpan(path: path, .blocked, because: Reason(text), interface: text, from: time(0), to: time(9))
            }
            page.machine = machine(Availability(spans, from: time(0), to: time(10)))
            let check = PageCheck(page.html)
            expect(check.faults, [], "\(text.debugDescription)")
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
        for seed in 0..<LongForm.count(6, orLong: 20) {
            let assessment = assessment(HostileExchanges.small(seed: UInt64(seed)))
            page.rounds.append(ReportPage.Round(at: time(seed), assessment))
        }
        page.rounds.append(ReportPage.Round(at: time(30), assessment(HostileExchanges.large)))
        let html = page.html
        expect(PageCheck(html).faults, [])
        #expect(html.utf8.count < 8_000_000)
    }

    @Test func `The page has the parts for what there is, and no others`() {
        expect(PageCheck(page().html).elements["section"], nil)
        var page = page()
        page.rounds = [ReportPage.Round(at: time(0), assessment([]))]
        #expect(PageCheck(page.html).text.contains("Nothing was asked."))
        page.machine = machine(Availability([], from: time(0), to: time(0)))
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
        page.machine = machine(Availability(spans, from: time(0), to: time(7 * day)))
        let (html, check) = (page.html, PageCheck(page.html))
        #expect(check.faults == [] && check.elements["svg"] == 2 && check.elements["figure"] == 2)
        for part in ["10 min", "eth0 over IPv6", "99.90 %", "Day by day", "2026-09-26"] {
            #expect(check.text.contains(part), "\(part)")
        }
        // Ten minutes of seven days are a thousandth, and are still visible.
        #expect(html.contains(#"<rect class="unreachable" x="714" y="0" width="2" height="40">"#))
        #expect(html.contains(#"aria-label="this device: online for 6 d 23 h, unreachable for 10 min""#))
    }

    @Test func `The first screen has machine, uplink, period, zone, availability, outages and the state now`() throws {
        let spans = [
            AccessSpan(.online, interface: "eth0", from: time(0), to: time(3000)),
            AccessSpan(.captive, because: .noEndpoint, interface: "eth0", from: time(3000), to: time(3046)),
            AccessSpan(.online, interface: "wwan0", from: time(3046), to: time(3500)),
            AccessSpan(path: "service mail", .failing, from: time(0), to: time(100)),
        ]
        var page = page()
        page.zone = CivilZone { _ in (3600, "CET") }
        page.machine = machine(Availability(spans, from: time(0), to: time(3600)))
        let check = PageCheck(page.html)
        expect(check.faults, [])
        let header = try #require(check.text.split(separator: "Access over time").first)
        for part in [
            "kiosk-17", "eth0, wwan0", "2026-09-21 15:13:20 to 2026-09-21 16:13:20 CET (1 h)", "98.69 %", "1outage",
            "46 slongest outage", "online", "now, since 2026-09-21 16:04:06 CET",
        ] {
            #expect(header.contains(part), "\(part): \(header)")
        }
        // Services are in a separate part, after the outages of the network.
        let outages = try #require(check.text.firstRange(of: "Outages of this device"))
        let service = try #require(check.text.firstRange(of: "Outages of service mail"))
        #expect(outages.lowerBound < service.lowerBound)
    }

    @Test func `States differ in the shapes of their bars, also without colours`() {
        var shapes: [Set<String>: String] = [:]
        for state in [AccessSpan.State.online, .partial, .captive, .blocked, .unreachable, .disconnected] {
            var page = page()
            let span = AccessSpan(state, from: time(0), to: time(100))
            page.machine = machine(Availability([span], from: time(0), to: time(100)))
            let rows = page.html.matches(of: /<rect class="[a-z]+" x="0" y="(\d+)" width="1000" height="(\d+)">/)
            let shape = Set(rows.map { "\($0.1)+\($0.2)" })
            #expect(!shape.isEmpty && shapes[shape] == nil, "\(state) is like \(shapes[shape] ?? "")")
            shapes[shape] = state.rawValue
        }
    }

    @Test func `The page of a single check has no time line, and names the access`() {
        var page = page()
        page.rounds = [ReportPage.Round(at: time(0), assessment([]))]
        let span = AccessSpan(.captive, from: time(0), to: time(1))
        page.machine = machine(Availability([span], from: time(0), to: time(1)), hasTime: false)
        let check = PageCheck(page.html)
        #expect(check.elements["figure"] == nil && !check.text.contains("available"))
        #expect(check.text.contains("captiveon eth0"))
    }

    @Test func `Each cell has the head of its column, for screens on which a row is a card`() {
        var page = page()
        let spans = [AccessSpan(.blocked, because: .noEndpoint, interface: "eth0", from: time(0), to: time(9))]
        page.machine = machine(Availability(spans, from: time(0), to: time(10)))
        let html = page.html
        for label in ["Lasted", "State", "Interface", "Why", "Available", "Longest"] {
            #expect(html.contains(#"data-label="\#(label)""#), "\(label)")
        }
        #expect(html.matches(of: /<td(?![^>]*data-label)/).isEmpty)
    }

    @Test func `The page of clients begins with their number, and names the page that we would open`() throws {
        func network(_ name: String) -> ReportPage.Network {
            let results = [
                ("apple", "captive"), ("android", "captive"), ("firefox", "offline"), ("tor", "inconclusive"),
            ]
            let clients = results.map {
                ReportPage.Network.Client(
                    name: $0,
                    system: $0,
                    result: $1,
                    term: "LOCKED_PORTAL",
                    reason: "a reason",
                    page: "http://login.example/a?b=c"
                )
            }
            let own = ("captive", "a sentence", HTTPURL?.some("http://ours.example/sign-in"))
            return ReportPage.Network(name: name, own: own, clients: clients)
        }
        let line = "2 of 4 clients would show a portal; 1 says offline, 1 is not known"
        for names in [["hotel.http"], ["hotel.http", "train.http"], (0..<20).map { "\($0).http" }] {
            var page = page()
            page.networks = names.map(network)
            let (html, check) = (page.html, PageCheck(page.html))
            #expect(check.faults == [] && check.text.contains("http://ours.example/sign-in"))
            let summary = try #require(check.text.firstRange(of: line))
            let table = try #require(check.text.firstRange(of: "(ours)"))
            #expect(summary.lowerBound < table.lowerBound && check.text.ranges(of: line).count == names.count)
            // Terms and URLs can be broken only between their parts.
            #expect(html.contains(">LOCKED_<wbr/>PORTAL<"))
            #expect(html.contains("login.<wbr/>example/<wbr/>a?<wbr/>b=<wbr/>c"))
        }
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
        page.machine = machine(Availability(spans, from: time(0), to: time(50_000 * 60)))
        let html = page.html
        #expect(html.utf8.count < 200_000, "\(html.utf8.count)")
        #expect(PageCheck(html).text.contains("the newest 300 of 25000"))
    }

    @Test func `Phases begin with their probe, and the cost counts sent requests`() {
        var exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, headers: ["A": "bc"], body: Array(repeating: 0x61, count: 93)))
        )
        exchange.timings = ProbeExchange.Timings(
            nameLookup: .milliseconds(10),
            connect: .milliseconds(20),
            response: .milliseconds(30),
            total: .milliseconds(100)
        )
        var late = assessment([exchange, exchange])
        late.paths[0].course = RoundCourse(
            ProbeRound.Context(),
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
