import ConnectivityCore
import ConnectivityTestKit
import ConnectivityText
import TestSupport
import Testing

@testable import ConnectivityOutages
@testable import ConnectivityReport

@Suite struct `The page of a report` {
    private static let hostile = [
        "</style><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "]]>",
        "<!--",
        "&lt;script&gt;", "&#x3C;", "\u{0}\u{1B}[2J\u{202E}\u{FFFE}", "</title>", "javascript:alert(1)",
    ]

    private func time(_ second: Int) -> Timestamp { Timestamp(sinceEpoch: .seconds(1_790_000_000 + second)) }

    private func page(_ availability: Availability, named name: String = "kiosk-17") -> ReportPage {
        let machine = MachineReport(name: name, source: "Journal a.db", availability: availability)
        return ReportPage(machine, madeAt: time(0), tool: "a test")
    }

    @Test func `Hostile texts in every place are text, and the page stays well-formed`() {
        for text in Self.hostile + [Self.hostile.joined()] {
            let spans = [text, "service \(text)", ""].map { path in
                AccessSpan(path: path, .blocked, because: Reason(text), interface: text, from: time(0), to: time(9))
            }
            var page = page(Availability(spans, from: time(0), to: time(10)), named: text)
            page.tool = text
            page.machine.source = text
            let check = PageCheck(page.html)
            expect(check.faults, [], "\(text.debugDescription)")
            #expect(check.elements["script"] == nil && check.elements["img"] == nil)
        }
    }

    @Test func `The page has no secrets of URLs and names, in texts and in attributes`() {
        let why = Reason("redirected", ["location": "http://p.example/?mac=3c:22:fb:9a:01:80&token=tok4711"])
        let span = AccessSpan(.captive, because: why, interface: "enx3c22fb9a0180", from: time(0), to: time(9))
        let page = page(Availability([span], from: time(0), to: time(10)))
        let html = page.html
        #expect(
            PageCheck(html).faults == [] && html.contains("enx00005e005301") && html.contains("mac=00:00:5e:00:53:01")
        )
        for secret in ["3c:22", "3c22fb", "tok4711"] { #expect(!html.contains(secret), "\(secret)") }
    }

    @Test func `The page has the parts for what there is, and no others`() {
        let empty = PageCheck(page(Availability([], from: time(0), to: time(0))).html)
        #expect(empty.faults == [] && empty.elements["section"] == 1 && empty.text.contains("this device"))
        let outage = AccessSpan(.blocked, from: time(0), to: time(10))
        expect(PageCheck(page(Availability([outage], from: time(0), to: time(20))).html).elements["section"], 2)
    }

    @Test func `The page shows outages, days, and the bar of each path with its text`() {
        let day = 86_400
        let spans = [
            AccessSpan(.online, from: time(0), to: time(5 * day)),
            AccessSpan(.unreachable, because: .noEndpoint, from: time(5 * day), to: time(5 * day + 600)),
            AccessSpan(.online, from: time(5 * day + 600), to: time(7 * day)),
            AccessSpan(path: "eth0 over IPv6", .blocked, from: time(0), to: time(7 * day)),
        ]
        let page = page(Availability(spans, from: time(0), to: time(7 * day)))
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
        var page = page(Availability(spans, from: time(0), to: time(3600)))
        page.zone = CivilZone { _ in (3600, "CET") }
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
            let span = AccessSpan(state, from: time(0), to: time(100))
            let page = page(Availability([span], from: time(0), to: time(100)))
            let rows = page.html.matches(of: /<rect class="[a-z]+" x="0" y="(\d+)" width="1000" height="(\d+)">/)
            let shape = Set(rows.map { "\($0.1)+\($0.2)" })
            #expect(!shape.isEmpty && shapes[shape] == nil, "\(state) is like \(shapes[shape] ?? "")")
            shapes[shape] = state.rawValue
        }
    }

    @Test func `Each cell has the head of its column, for screens on which a row is a card`() {
        let spans = [AccessSpan(.blocked, because: .noEndpoint, interface: "eth0", from: time(0), to: time(9))]
        let page = page(Availability(spans, from: time(0), to: time(10)))
        let html = page.html
        for label in ["Lasted", "State", "Interface", "Why", "Available", "Longest"] {
            #expect(html.contains(#"data-label="\#(label)""#), "\(label)")
        }
        #expect(html.matches(of: /<td(?![^>]*data-label)/).isEmpty)
    }

    @Test func `A long journal makes a page of bounded size`() {
        let spans = (0..<50_000).map { number in
            AccessSpan(
                number.isMultiple(of: 2) ? .online : .blocked,
                from: time(number * 60),
                to: time(number * 60 + 60)
            )
        }
        let page = page(Availability(spans, from: time(0), to: time(50_000 * 60)))
        let html = page.html
        #expect(html.utf8.count < 200_000, "\(html.utf8.count)")
        #expect(PageCheck(html).text.contains("the newest 300 of 25000"))
    }
}
