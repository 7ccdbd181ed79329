import ConnectivityCore
import ConnectivityKit
import ConnectivityText
import TestSupport
import Testing

@testable import ConnectivityOutages
@testable import ConnectivityReport

@Suite struct `The report on a machine` {
    private func time(_ second: Int) -> Timestamp { Timestamp(sinceEpoch: .seconds(1_790_000_000 + second)) }

    private func machine(
        _ spans: [AccessSpan],
        to end: Int = 100,
        name: String? = "kiosk-17"
    ) -> MachineReport {
        let availability = Availability(spans, from: time(0), to: time(end))
        return MachineReport(name: name, source: "Journal a.db", availability: availability)
    }

    private func span(
        _ state: AccessSpan.State,
        _ range: Range<Int>,
        path: String = "",
        why: Reason? = nil
    ) -> AccessSpan {
        AccessSpan(path: path, state, because: why, from: time(range.lowerBound), to: time(range.upperBound))
    }

    private func headline(_ machine: MachineReport) -> String { machine.headline(in: .utc) }

    @Test func `The headline is availability, number and longest of outages, and the state now`() {
        let flaps = [
            span(.online, 0..<10), span(.unreachable, 10..<56), span(.online, 56..<90), span(.captive, 90..<100),
        ]
        expect(headline(machine(flaps)), "44.00 % available, 2 outages, longest 46 s, now captive")
        expect(headline(machine([span(.online, 0..<100)])), "100 % available, no outage, now online")
        let one = [span(.unreachable, 0..<25), span(.online, 25..<100)]
        expect(headline(machine(one)), "75.00 % available, 1 outage of 25 s, now online")
        expect(headline(machine([])), "the Internet access was not observed")
    }

    @Test func `A state of long ago is not called the present one`() {
        let old = machine([span(.online, 0..<100)], to: 100 + 121)
        expect(headline(old), "100 % available, no outage, last seen online at 2026-09-21 14:15:00 UTC")
        #expect(headline(machine([span(.online, 0..<100)], to: 100 + 119)).hasSuffix("now online"))
    }

    @Test func `A headline is one printable line for any bytes from the network`() {
        let hostile = "\u{1B}[2J\n\u{202E}" + String(repeating: "x", count: 5000)
        var span = span(.captive, 0..<1, why: Reason(hostile, ["text": .text(hostile)]))
        span.interface = hostile
        let machine = machine([span], to: 1, name: hostile)
        for text in [headline(machine), machine.title, machine.uplinks.joined()] {
            #expect(text.count < 500 && !text.contains("\n"), "\(text.debugDescription)")
            #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
        }
    }

    @Test func `An outage of a service ends when the service works again`() {
        let path = machine([span(.failing, 0..<10, path: "service a"), span(.working, 10..<100, path: "service a")])
            .others.services[0]
        #expect(path.outages.map(\.hasEnded) == [true] && path.isService)
    }

    @Test func `The quality of a day is that of its hours, weighted by their rounds`() {
        func hour(_ second: Int, _ rounds: Int64, _ latency: Double, _ loss: Double) -> QualityPeriod? {
            let facts: Facts = [
                "rounds": .integer(rounds), "slow": .integer(rounds / 2), "latency": .number(latency),
                "longest": .number(latency * 2), "loss": .number(loss),
            ]
            return QualityPeriod(from: time(second), Reason("quality-hour", facts))
        }
        var report = machine([span(.online, 0..<100)])
        report.quality = [hour(0, 100, 20, 0), hour(3600, 300, 40, 0.04), hour(86_400, 10, 20, 0)].compactMap(\.self)
        let rows = report.qualityRows(in: .utc)
        expect(rows.map(\.day), ["2026-09-21", "2026-09-22"])
        expect(rows.first?.cells, ["35 ms", "80 ms", "3.00 %", "50.00 %", "400"])
        for bad in [hour(0, 0, 1, 0), hour(0, 1, -1, 0), hour(0, 1, 1, 2), hour(0, 1, .infinity, 0)] {
            expect(bad, nil)
        }
    }

    // MARK: CSV

    /// Reads the form of RFC 4180, strictly.
    private func parse(_ text: String) throws -> [[String]] {
        var (rows, row, field): ([[String]], [String], String) = ([], [], "")
        var rest = Array(text.unicodeScalars)[...]
        while !rest.isEmpty {
            if rest.first == "\"" {
                rest.removeFirst()
                while let next = rest.popFirst() {
                    guard next == "\"" else { field.unicodeScalars.append(next); continue }
                    guard rest.first == "\"" else { break }
                    rest.removeFirst()
                    field.append("\"")
                }
            } else {
                while let next = rest.first, !",\r\n\"".unicodeScalars.contains(next) {
                    field.unicodeScalars.append(next)
                    rest.removeFirst()
                }
            }
            row.append(field)
            field = ""
            let next = rest.popFirst()
            let end = try #require(next)
            if end == "\r" {
                expect(rest.popFirst(), "\n")
                rows.append(row)
                row = []
            } else {
                expect(end, ",")
            }
        }
        return rows
    }

    @Test func `CSV has a row per outage, with the times in UTC`() throws {
        let spans = [
            span(.online, 0..<10), span(.unreachable, 10..<56, why: .noEndpoint), span(.online, 56..<100),
            span(.failing, 0..<100, path: "service mail"),
        ]
        let rows = try parse(OutageTable(machine(spans)).text)
        #expect(rows.count == 3 && rows[0] == OutageTable.columns)
        expect(
            rows[1].prefix(8),
            [
                "kiosk-17", "network", "", "2026-09-21T14:13:30.000Z", "2026-09-21T14:14:16.000Z", "46.0", "yes",
                "unreachable",
            ]
        )
        #expect(rows[1][9] == Reason.noEndpoint.code && !rows[1][10].isEmpty)
        #expect(rows[2][1...2] == ["service", "service mail"] && rows[2][6] == "no")
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(A1)", "|calc", "%x", " =1+1", "\t=1", "\r=1", "\u{FF1D}1", "\u{FEFF}=1", "\u{200B}=1",
        "a,b", "a\"b", "\"=1+1", "a\r\nb,=2", "a;=2", "\u{1B}[2J", "mac=3c:22:fb:9a:01:80&token=tok4711",
    ]) func `No text of a network becomes a formula, another field or a secret`(text: String) throws {
        let spans = [
            AccessSpan(
                path: "service \(text)",
                .failing,
                because: Reason(text, ["text": .text(text)]),
                interface: text,
                from: time(0),
                to: time(5)
            )
        ]
        let table = OutageTable(machine(spans, name: text)).text
        let rows = try parse(table)
        #expect(rows.count == 2 && rows[1].count == OutageTable.columns.count, "\(table)")
        for field in rows[1] {
            let visible = field.unicodeScalars.filter { !$0.properties.isWhitespace }
            let first = visible.first { $0 != "\u{FEFF}" && $0 != "\u{200B}" }
            #expect(first.map { !"=+-@|%\u{FF1D}".unicodeScalars.contains($0) } ?? true, "\(field)")
            #expect(!field.unicodeScalars.contains("\u{1B}"))
        }
        #expect(!table.contains("tok4711") && !table.contains("3c:22"))
    }

    // MARK: Zones

    @Test func `Days begin at midnight of the zone, also when the clocks change`() {
        // Berlin, 2026-10-25: 01:00 UTC is the change from CEST to CET.
        let change = Timestamp(rfc3339: "2026-10-25T01:00:00Z")
        let zone = CivilZone { time in time < change ?? time ? (7200, "CEST") : (3600, "CET") }
        func utc(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }
        let noon = utc("2026-10-25T11:00:00Z") ?? time(0)
        expect(zone.text(noon), "2026-10-25 12:00:00 CET")
        expect(zone.beginOfDay(noon), utc("2026-10-24T22:00:00Z"))
        expect(zone.beginOfDay(noon, after: 1), utc("2026-10-25T23:00:00Z"))
        expect(CivilZone.utc.beginOfDay(time(0)).description, "2026-09-21T00:00:00.000Z")
        expect(CivilZone { _ in (-34_200, "NPT") }.text(time(0)), "2026-09-21 04:43:20 NPT")
    }
}
