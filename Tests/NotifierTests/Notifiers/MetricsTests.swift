import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNotifiers

@Suite struct `The metrics` {
    private static var statistics: [NotifierRun.Statistics] {
        var lines = NotifierRun.Statistics(name: "LinesNotifier")
        (lines.received, lines.delivered, lines.dropped, lines.failed, lines.waiting) = (20, 15, 4, 2, 1)
        return [lines, NotifierRun.Statistics(name: "LinesNotifier"), NotifierRun.Statistics(name: "A \"b\" \\ c\n")]
    }

    /// Metrics with every family.
    private static var metrics: Metrics { filled(.all) }

    private static func filled(_ detail: MetricsDetail) -> Metrics {
        var metrics = Metrics(detail)
        metrics.change(to: .sample(.determining, second: 1_000_000))
        for (index, name) in ["apple.hotspot", #"a "quoted" \ name"#].enumerated() {
            metrics.endProbe(.sample(name, Verdict(.genuine, because: .noEndpoint), total: .milliseconds(30)))
            metrics.endProbe(.sample(name, Verdict(.failed, because: .noEndpoint), total: .seconds(index * 20)))
        }
        var online = Assessment.sample(.online, second: 1_000_002)
        online.paths = [
            PathAssessment(path: NetworkPath(interface: "eth0", family: .ipv4), access: .online, reason: .noEndpoint),
            PathAssessment(path: NetworkPath(interface: "wlan0"), access: .unreachable, reason: .noEndpoint),
        ]
        metrics.change(to: online)
        metrics.endRound(online)
        metrics.failSource()
        return metrics
    }

    private static func service(_ name: String, _ state: String = "failing") -> CompanionObservation {
        CompanionObservation(
            "service",
            of: name,
            state,
            .warning,
            because: .noEndpoint,
            at: Timestamp(sinceEpoch: .zero)
        )
    }

    private static func cause(_ state: String, _ severity: CompanionObservation.Severity) -> CompanionObservation {
        let reason = Reason("cause.\(state)", ["certainty": "likely"])
        let at = Timestamp(sinceEpoch: .zero)
        return CompanionObservation("cause", of: "eth0", state, severity, because: reason, at: at)
    }

    @Test func `The metrics have the cause of an outage until it is none`() throws {
        var metrics = Self.metrics
        let labels = ["cause": "no-uplink", "certainty": "likely"]
        metrics.observe(Self.cause("no-uplink", .notice))
        expect(try ExpositionParser(metrics.page([]))["connectivity_cause_info", labels], 1)
        metrics.observe(Self.cause("none", .info))
        #expect(!metrics.page([]).contains("cause_info"))
    }

    /// A service whose certificate expires.
    private static var certified: CompanionObservation {
        var observation = service("git")
        observation.facts["certificate"] = .record(["notAfter": "2026-11-12T09:00:00.000Z"])
        return observation
    }

    @Test func `Observations of more than fifty subjects are left out of the metrics, and each has its newest state`()
        throws
    {
        var metrics = Self.metrics
        for number in 0..<60 { metrics.observe(Self.service("service-\(number)")) }
        metrics.observe(Self.service("service-0", "cut-off"))
        let page = try ExpositionParser(metrics.page([]))
        func severity(_ name: String, _ state: String) -> Double? {
            page["connectivity_observation_severity", ["kind": "service", "subject": name, "state": state]]
        }
        #expect(severity("service-49", "failing") == 2 && severity("service-50", "failing") == nil)
        var notice = Self.service("service-1", "working")
        notice.severity = .notice
        metrics.observe(notice)
        let later = try ExpositionParser(metrics.page([]))
        let labels = ["kind": "service", "subject": "service-50", "state": "failing"]
        expect(later["connectivity_observation_severity", labels], 2, "what somebody should look at comes first")
        #expect(severity("service-0", "cut-off") == 2 && severity("service-0", "failing") == nil)
    }

    @Test func `The time at which the certificate of a service expires is a metric`() throws {
        let page = MetricsPage(.access)
        func observe(_ name: String, _ end: Fact?) {
            var observation = Self.service(name, "working")
            observation.facts["certificate"] = end.map { .record(["notAfter": $0]) }
            page.record(.observed(observation))
        }
        observe("git", "2026-11-12T09:00:00.000Z")
        observe("git", nil)
        observe("https://a.example/?token=s3cret", "1970-01-01T00:00:07Z")
        observe("unreadable", "\u{1B}[2J")
        for number in 0..<100 { observe("service-\(number)", "2026-11-12T09:00:00.000Z") }
        let name = "connectivity_service_certificate_expiry_timestamp_seconds"
        let parsed = try ExpositionParser(page.text)
        expect(parsed[name, ["service": "git"]], 1_794_474_000)
        expect(parsed[name, ["service": "https://a.example/"]], 7)
        expect(parsed[name, ["service": "unreadable"]], nil)
        let count = page.text.split(separator: "\n").count { $0.hasPrefix("\(name){") }
        expect(count, Metrics.endpointCountMax)
        page.record(.runEnded(throwing: nil))
        #expect(!page.text.contains(name))
    }

    @Test(arguments: MetricsDetail.allCases)
    func `The page of metrics is the one that promtool approved`(detail: MetricsDetail) throws {
        let file = URL.package.appending(path: "Tests/NotifierTests/Notifiers/Samples/metrics-\(detail.rawValue).prom")
        var metrics = Self.filled(detail)
        metrics.observe(Self.certified)
        let page = metrics.page(Self.statistics)
        if ProcessInfo.processInfo.environment["CONNECTIVITY_RECORD_METRICS"] != nil {
            try Data(page.utf8).write(to: file)
        }
        // After a change, record it with CONNECTIVITY_RECORD_METRICS=1 and run Tests/Prometheus/run.
        try expect(String(contentsOf: file, encoding: .utf8), page)
    }

    @Test func `Metrics without any event are valid`() throws {
        let page = try ExpositionParser(Metrics().page([]))
        expect(page["connectivity_rounds_total", [:]], 0)
        expect(page["connectivity_access", ["access": "online"]], nil)
    }

    @Test func `Labels are bounded, printable and without the query of a URL`() throws {
        var metrics = Metrics(.all)
        for number in 0..<10_000 { metrics.endProbe(.sample("host-\(number).example")) }
        var page = metrics.page([])
        #expect(page.utf8.count < 300_000)
        let parsed = try ExpositionParser(page)
        let count = Double(10_000 - Metrics.endpointCountMax)
        expect(parsed["connectivity_probes_total", ["endpoint": "other", "finding": "inconclusive"]], count)
        metrics = Metrics(.all)
        metrics.endProbe(.sample("https://check.example/path?token=s3cret#part"))
        metrics.endProbe(.sample("\u{1B}[2J\n\"}\u{202E}" + String(repeating: "é", count: 10_000)))
        page = metrics.page([])
        _ = try ExpositionParser(page)
        #expect(page.contains(#"endpoint="https://check.example/path""#) && !page.contains("s3cret"))
        #expect(!page.unicodeScalars.contains("\u{1B}") && !page.unicodeScalars.contains("\u{202E}"))
    }

    @Test func `The default page has at most 64 series with five services, whatever networks come and go`() throws {
        let names = try PluginRegistry.standard().endpoints.all.map(\.name)
        #expect(names.count > 40)
        let queues = (0..<12).map { NotifierRun.Statistics(name: "Notifier\($0)") }
        var metrics = Metrics()
        for number in 0..<5 {
            metrics.observe(Self.service("service-\(number)"))
        }
        var most = 0
        for round in 0..<200 {
            for name in names { metrics.endProbe(.sample(name, Verdict(.failed, because: .noEndpoint))) }
            let signIn = try HTTPURL("http://portal-\(round).example/?id=\(round)")
            let portal = CaptivePortal(signInURL: signIn, kind: .redirect)
            var assessment = Assessment.sample(
                round.isMultiple(of: 2) ? .captive(portal) : .partial,
                second: round,
                interface: "wlan\(round)",
                because: Reason("com.example.hostile-\(round)", parts: [Reason("part-\(round)")])
            )
            assessment.paths = (0..<16).map { index in
                let path = NetworkPath(interface: "usb\(round)-\(index)", family: index % 2 == 0 ? .ipv4 : .ipv6)
                var assessment = PathAssessment(path: path, access: .unreachable, reason: .noEndpoint)
                assessment.quality = PathQuality(.slow, because: .noEndpoint)
                assessment.quality.connection = .init(median: .seconds(1))
                assessment.quality.firstByte = .init(median: .seconds(4))
                return assessment
            }
            metrics.change(to: assessment)
            metrics.endRound(assessment)
            most = max(most, try ExpositionParser(metrics.page(queues)).samples.count)
        }
        #expect(most > 40 && most <= 64)
        let page = try ExpositionParser(metrics.page(queues))
        expect(page["connectivity_access_reason_info", ["reason": "other", "part": ""]], 1)
        let count = Double(200 * names.count)
        expect(page["connectivity_probes_total", ["finding": "failed"]], count)
        expect(page["connectivity_probe_phase_duration_seconds_count", ["phase": "total"]], count)
    }

    @Test func `The default page has the cause, and of state sets the good state and the present one`() throws {
        var metrics = Metrics()
        var assessment = Assessment.sample(
            .unreachable,
            because: Reason("nothing-usable", parts: [Reason("name-lookup-timeout"), Reason("connect-timeout")])
        )
        assessment.paths = [
            PathAssessment(path: NetworkPath(interface: "eth0"), access: .unreachable, reason: .noEndpoint),
            PathAssessment(path: NetworkPath(interface: "wlan0"), access: .online, reason: .noEndpoint),
        ]
        metrics.change(to: assessment)
        let page = try ExpositionParser(metrics.page(Self.statistics))
        let cause = ["reason": "nothing-usable", "part": "name-lookup-timeout"]
        expect(page["connectivity_access_reason_info", cause], 1)
        func path(_ interface: String, _ access: String) -> Double? {
            page["connectivity_path_access", ["interface": interface, "family": "", "access": access]]
        }
        #expect(path("eth0", "online") == 0 && path("eth0", "unreachable") == 1 && path("eth0", "captive") == nil)
        #expect(path("wlan0", "online") == 1 && path("wlan0", "unreachable") == nil)
        // The counts of all notifiers are in one series.
        expect(page["connectivity_notifier_dropped_total", [:]], 4)
        expect(page["connectivity_notifier_failures_total", [:]], 2)
    }

    @Test func `The way through a proxy has separate series`() throws {
        var metrics = Metrics()
        var assessment = Assessment.sample(.partial, because: .noEndpoint)
        var proxied = NetworkPath(interface: "eth0")
        proxied.isProxied = true
        assessment.paths = [
            PathAssessment(path: NetworkPath(interface: "eth0"), access: .online, reason: .noEndpoint),
            PathAssessment(path: proxied, access: .unreachable, reason: .noEndpoint),
        ]
        metrics.change(to: assessment)
        let page = try ExpositionParser(metrics.page(Self.statistics))
        let direct = ["interface": "eth0", "family": "", "access": "online"]
        expect(page["connectivity_path_access", direct], 1)
        expect(page["connectivity_path_access", direct.merging(["way": "proxy"]) { $1 }], 0)
    }

    @Test func `The alert rules and the dashboard name metrics that exist`() throws {
        // The metrics of the default page are enough for both.
        var metrics = Self.filled(.access)
        metrics.observe(Self.service("service"))
        metrics.observe(Self.certified)
        metrics.observe(Self.cause("no-uplink", .notice))
        let page = metrics.page(Self.statistics)
        let known = Set(try ExpositionParser(page).samples.map(\.name))
        let folder = URL.package.appending(path: "Plugins/Notifiers/Monitoring")
        for name in ["alerts.yml", "dashboard.json"] {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let used = Set(text.matches(of: /connectivity_[a-z_]+/).map { String($0.output) })
            #expect(used.count > 4)
            #expect(used.subtracting(known).isEmpty, "\(name)")
        }
        let dashboard = try Data(contentsOf: folder.appending(path: "dashboard.json"))
        let object = try JSONSerialization.jsonObject(with: dashboard) as? [String: Any]
        expect((object?["panels"] as? [Any])?.isEmpty, false)
    }
}
