import ConnectivityCore
import ConnectivityReport
import TestSupport
import Testing

@testable import ConnectivityOutages

extension Assessment {
    static func observed(
        _ access: InternetAccess,
        because reason: Reason = .noEndpoint,
        on name: String = "eth0",
        paths: [PathAssessment] = []
    ) -> Assessment {
        let interface = NetworkInterface(name: name, index: 2, kind: .ethernet)
        return Assessment(
            access: access,
            reason: reason,
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            paths: paths,
            startedAt: Timestamp(sinceEpoch: .zero)
        )
    }
}

extension PathAssessment {
    static func observed(_ name: String, _ access: InternetAccess) -> PathAssessment {
        PathAssessment(path: NetworkPath(interface: name, family: .ipv4), access: access, reason: .noEndpoint)
    }
}

@Suite struct `The ledger of outages` {
    private var ledger = Ledger()

    private func time(_ boot: Int64, awake: Int64? = nil) -> JournalTime {
        JournalTime(boot: boot, awake: awake ?? boot, wall: boot + 1_000_000)
    }

    @Test mutating func `Only a change of access, reason or interface makes an entry`() {
        let first = ledger.record(.observed(.online), at: time(1000))
        #expect(first.map(\.state) == ["online"] && first.map(\.at) == [1000] && first[0].interface == "eth0")
        expect(ledger.record(.observed(.online), at: time(2000)), [])
        expect(ledger.record(.observed(.online, because: Reason("other")), at: time(3000)).count, 1)
        expect(ledger.record(.observed(.unreachable), at: time(4000)).map(\.state), ["unreachable"])
        expect(ledger.record(.observed(.unreachable, on: "wlan0"), at: time(5000)).map(\.interface), ["wlan0"])
        expect(ledger.record(.observed(.unreachable, on: "wlan0"), at: time(6000)), [])
        expect(ledger.seen?.boot, 6000)
    }

    @Test mutating func `Other facts behind the same state replace the reason of its entry`() {
        func reason(_ part: String) -> Reason { Reason("nothing-usable", parts: [Reason(part)]) }
        _ = ledger.record(.observed(.unreachable, because: reason("name-lookup-failed")), at: time(1000))
        let later = ledger.record(.observed(.unreachable, because: reason("no-answer")), at: time(2000))
        expect(later.map(\.at), [1000])
        expect(later.first?.reason?.parts.map(\.code), ["no-answer"])
        expect(ledger.record(.observed(.unreachable, because: reason("no-answer")), at: time(3000)), [])
    }

    @Test mutating func `The cause of an outage has an entry until it is none`() {
        _ = ledger.record(.observed(.unreachable), at: time(1000))
        let states = [("no-uplink", .notice), ("none", .info), ("portal", .notice)].map {
            (state: String, severity: CompanionObservation.Severity) in
            let at = Timestamp(sinceEpoch: .zero)
            let reason = Reason("cause.\(state)", ["certainty": "likely"])
            let cause = CompanionObservation("cause", of: "eth0", state, severity, because: reason, at: at)
            return ledger.record(cause, at: time(2000)).map { "\($0.path) \($0.state)" }
        }
        expect(states, [["cause eth0 failing"], ["cause eth0 absent"], ["cause eth0 failing"]])
    }

    @Test mutating func `An entry has the reason without the secrets in it`() {
        let reason = Reason("redirect", ["location": "http://p.example/?mac=3c:22:fb:9a:01:7e&token=tok4711"])
        let entry = ledger.record(.observed(.unreachable, because: reason), at: time(1000)).first
        let location = entry?.reason?.facts["location"]?.text
        expect(location, "http://p.example/?mac=00:00:5e:00:53:01&token=REDACTED-1")
    }

    @Test mutating func `An observation has an entry of its own, by its whole name and without secrets`() {
        _ = ledger.record(.observed(.online), at: time(1000))
        let start = "https://till.example/" + String(repeating: "till/", count: 20)
        let paths = ["a?token=tok4711", "b?token=tok4711", "b?token=tok4712"].map { end in
            let observation = CompanionObservation(
                "service",
                of: start + end,
                "failing",
                .warning,
                because: .stated("x"),
                at: Timestamp(sinceEpoch: .zero)
            )
            return ledger.record(observation, at: time(2000)).map(\.path)
        }
        let ends = ["a?token=REDACTED-1", "b?token=REDACTED-1", "b?token=REDACTED-2"]
        expect(paths, ends.map { ["service \(start)\($0)"] })
    }

    @Test mutating func `The quality of each hour has one entry, written every ten minutes and at the end`() {
        func round(_ milliseconds: Int64, lost: Int = 0, _ level: PathQuality.Level = .good) -> Assessment {
            var path = PathAssessment.observed("eth0", .online)
            path.path = NetworkPath(interface: "eth0")
            path.quality = PathQuality(level, because: Reason("quality"))
            path.quality.connection = PathQuality.Figure(median: .milliseconds(milliseconds))
            (path.quality.lost, path.quality.attempts) = (lost, 10)
            return .observed(.online, paths: [path])
        }
        let minute: Int64 = 60_000
        var entries: [LedgerEntry] = []
        func hours() -> [QualityPeriod] {
            entries.filter { $0.path == QualityPeriod.track }
                .compactMap { QualityPeriod(from: Timestamp(milliseconds: $0.at), $0.reason) }
        }
        entries += ledger.record(round(10), at: time(0))
        entries += ledger.record(.observed(.unreachable), at: time(minute))
        expect(hours(), [])
        entries += ledger.record(round(40, lost: 5, .poor), at: time(10 * minute))
        entries += ledger.record(round(30), at: time(61 * minute))
        expect(hours().map(\.from), [Timestamp(milliseconds: 0), Timestamp(milliseconds: 0)])
        let first = hours().last
        #expect(first?.roundCount == 2 && first?.slowCount == 1 && first?.loss == 0.25)
        #expect(first?.latency == .milliseconds(25) && first?.longest == .milliseconds(40))
        let last = ledger.end(at: time(62 * minute))
        #expect(last?.at == 61 * minute && last?.reason?.facts["rounds"]?.integer == 1)
    }

    @Test mutating func `A preliminary decision makes no entry`() {
        _ = ledger.record(.observed(.online), at: time(1000))
        var preliminary = Assessment.observed(.partial, paths: [.observed("eth0", .partial)])
        preliminary.paths[0].isFinal = false
        expect(ledger.record(preliminary, at: time(2000)), [])
    }

    @Test mutating func `The time of sleep is a separate entry, and what follows is another`() {
        _ = ledger.record(.observed(.online), at: time(1000))
        let entries = ledger.record(.observed(.online), at: time(3_600_000, awake: 61_000))
        expect(entries.map(\.state), ["asleep", "online"])
        expect(entries.map(\.at), [61_000, 3_600_000])
    }

    @Test mutating func `A path that has gone is absent, and comes back as a new one`() {
        _ = ledger.record(
            .observed(
                .online,
                paths: [
                    .observed("eth0", .online),
                    .observed("wlan0", .captive(CaptivePortal(signInURL: nil, kind: .unknown))),
                ]
            ),
            at: time(1)
        )
        let gone = ledger.record(.observed(.online, paths: [.observed("eth0", .online)]), at: time(2))
        #expect(gone.map(\.path) == ["wlan0 over IPv4"] && gone.map(\.state) == ["absent"])
        let back = ledger.record(
            .observed(.online, paths: [.observed("eth0", .online), .observed("wlan0", .online)]),
            at: time(3)
        )
        expect(back.map(\.state), ["online"])
    }

    @Test mutating func `A service has its own track, which a change of the network does not end`() {
        func service(_ state: String, _ code: String = "x") -> CompanionObservation {
            CompanionObservation("service", of: "git", state, because: Reason(code), at: Timestamp(sinceEpoch: .zero))
        }
        _ = ledger.record(.observed(.online), at: time(1000))
        expect(ledger.record(service("working"), at: time(2000)).map(\.state), ["working"])
        expect(ledger.record(service("working"), at: time(3000)), [])
        expect(ledger.record(.observed(.unreachable), at: time(4000)).map(\.path), [""])
        let failed = ledger.record(service("cut-off"), at: time(5000))
        #expect(failed.map(\.state) == ["cut-off"] && failed.map(\.path) == ["service git"])
        expect(ledger.record(service("failing"), at: time(6000)).map(\.state), ["failing"])
        // The words of other companions are theirs.
        let start = Timestamp(sinceEpoch: .zero)
        var other = CompanionObservation(
            "com.example.page",
            of: "a",
            "stale",
            .warning,
            because: .stated("x"),
            at: start
        )
        expect(ledger.record(other, at: time(7000)).map(\.state), ["failing"])
        (other.state, other.severity) = ("fresh", .notice)
        expect(ledger.record(other, at: time(8000)).map { "\($0.path) \($0.state)" }, ["com.example.page a working"])
    }

    @Test mutating func `Time never goes backwards, and paths are bounded`() {
        _ = ledger.record(.observed(.online), at: time(5000))
        expect(ledger.record(.observed(.blocked), at: time(1000)).map(\.at), [5000])
        let many = (0..<1000).map { PathAssessment.observed("veth\($0)", .online) }
        expect(ledger.record(.observed(.blocked, paths: many), at: time(6000)).count, Ledger.pathCountMax)
    }

    @Test func `An event that waited for its delivery keeps its time, unless the clock was set meanwhile`() {
        let now = JournalTime(boot: 100_000, awake: 90_000, wall: 5_000_000)
        let event = Timestamp(milliseconds: 4_998_000)
        expect(now.moved(to: event), JournalTime(boot: 98_000, awake: 88_000, wall: 4_998_000))
        expect(now.moved(to: Timestamp(milliseconds: 5_000_001)), now)
        expect(now.moved(to: Timestamp(milliseconds: 4_000_000)), now)
        expect(now.moved(to: Timestamp(sinceEpoch: .seconds(Int64.max))), now)
        expect(now.moved(to: Timestamp(sinceEpoch: .seconds(Int64.min))), now)
    }
}
