#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivitySupport
import ConnectivitySystem
import ConnectivityTestKit
import Foundation
import Glibc
import Testing

@testable import ConnectivityNotifiers

@Suite struct `The metrics` {
    private static var statistics: [NotifierStatistics] {
        var lines = NotifierStatistics(name: "LinesNotifier")
        (lines.received, lines.delivered, lines.dropped, lines.failed, lines.waiting) = (20, 15, 4, 2, 1)
        return [lines, NotifierStatistics(name: "LinesNotifier"), NotifierStatistics(name: "A \"b\" \\ c\n")]
    }

    /// Metrics with every family.
    private static var metrics: Metrics {
        var metrics = Metrics()
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

    @Test func `Services after the fiftieth are left out of the metrics`() throws {
        var metrics = Self.metrics
        for number in 0..<60 {
            let answer = EndpointReport.sample("service-\(number)")
            metrics.judge(ServiceReport(answer, beside: nil, at: Timestamp(sinceEpoch: .zero)))
        }
        let page = try ExpositionParser(metrics.page([]))
        #expect(page["connectivity_service_since_timestamp_seconds", ["service": "service-49"]] == 0)
        #expect(page["connectivity_service_since_timestamp_seconds", ["service": "service-50"]] == nil)
    }

    @Test func `The page of metrics is the one that promtool approved`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples/metrics.prom")
        let page = Self.metrics.page(Self.statistics)
        if ProcessInfo.processInfo.environment["CONNECTIVITY_RECORD_METRICS"] != nil {
            try Data(page.utf8).write(to: file)
        }
        // After a change, record it with CONNECTIVITY_RECORD_METRICS=1 and run Tests/Prometheus/run.
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
    }

    @Test func `Every family has help and a type, and counts what happened`() throws {
        let page = try ExpositionParser(Self.metrics.page(Self.statistics))
        #expect(page["connectivity_access", ["access": "online"]] == 1)
        #expect(page.samples.filter { $0.name == "connectivity_access" }.map(\.value).reduce(0, +) == 1)
        #expect(page["connectivity_access_changes_total", ["access": "online"]] == 1)
        #expect(page["connectivity_access_since_timestamp_seconds", [:]] == 1_000_002.02)
        #expect(page["connectivity_path_access", ["interface": "eth0", "family": "ipv4", "access": "online"]] == 1)
        #expect(page["connectivity_path_access", ["interface": "wlan0", "family": "", "access": "unreachable"]] == 1)
        #expect(page["connectivity_probes_total", ["endpoint": "apple.hotspot", "verdict": "genuine"]] == 1)
        #expect(page["connectivity_probes_total", ["endpoint": "apple.hotspot", "verdict": "captive"]] == 0)
        let labels = ["endpoint": #"a \"quoted\" \\ name"#, "phase": "total"]
        #expect(page["connectivity_probe_phase_duration_seconds_count", labels] == 2)
        #expect(page["connectivity_probe_phase_duration_seconds_sum", labels] == 20.03)
        #expect(page["connectivity_probe_phase_duration_seconds_bucket", labels.merging(["le": "10"]) { $1 }] == 1)
        #expect(
            page["connectivity_probe_phase_duration_seconds_count", ["endpoint": "apple.hotspot", "phase": "tls"]]
                == nil
        )
        #expect(page["connectivity_notifier_dropped_total", ["notifier": "LinesNotifier", "index": "0"]] == 4)
        #expect(page["connectivity_notifier_failures_total", ["notifier": "LinesNotifier", "index": "0"]] == 2)
        #expect(page["connectivity_build_info", ["version": PackageVersion.current]] == 1)
        #expect(page["connectivity_rounds_total", [:]] == 1)
    }

    @Test func `Metrics without any event are valid`() throws {
        let page = try ExpositionParser(Metrics().page([]))
        #expect(page["connectivity_rounds_total", [:]] == 0)
        #expect(page["connectivity_access", ["access": "online"]] == nil)
    }

    @Test func `Labels are bounded, printable and without the query of a URL`() throws {
        var metrics = Metrics()
        for number in 0..<10_000 { metrics.endProbe(.sample("host-\(number).example")) }
        var page = metrics.page([])
        #expect(page.utf8.count < 300_000)
        let parsed = try ExpositionParser(page)
        let count = Double(10_000 - Metrics.endpointCountMax)
        #expect(parsed["connectivity_probes_total", ["endpoint": "other", "verdict": "inconclusive"]] == count)
        metrics = Metrics()
        metrics.endProbe(.sample("https://check.example/path?token=s3cret#part"))
        metrics.endProbe(.sample("\u{1B}[2J\n\"}\u{202E}" + String(repeating: "é", count: 10_000)))
        page = metrics.page([])
        _ = try ExpositionParser(page)
        #expect(page.contains(#"endpoint="https://check.example/path""#) && !page.contains("s3cret"))
        #expect(!page.unicodeScalars.contains("\u{1B}") && !page.unicodeScalars.contains("\u{202E}"))
    }

    @Test func `The alert rules and the dashboard name metrics that exist`() throws {
        let known = Set(try ExpositionParser(Self.metrics.page(Self.statistics)).samples.map(\.name))
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Plugins/ConnectivityNotifiers/Monitoring")
        for name in ["alerts.yml", "dashboard.json"] {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let used = Set(text.matches(of: /connectivity_[a-z_]+/).map { String($0.output) })
            #expect(used.count > 4)
            #expect(used.subtracting(known).isEmpty, "\(name)")
        }
        let dashboard = try Data(contentsOf: folder.appending(path: "dashboard.json"))
        let object = try JSONSerialization.jsonObject(with: dashboard) as? [String: Any]
        #expect((object?["panels"] as? [Any])?.isEmpty == false)
    }
}

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The endpoint of metrics` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs a body while a notifier serves.
    private func serving(
        _ address: String = "127.0.0.1:1",
        _ body: (LocalAddress, PrometheusNotifier) async throws -> Void
    ) async throws {
        let loopback: IPAddress = "127.0.0.1"
        let isPath = address.hasPrefix("unix:")
        let listen = try #require(isPath ? LocalAddress(address) : LocalAddress(loopback, port: 0))
        let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
        var notifier = PrometheusNotifier(listen)
        notifier.whenListening = { port.yield($0) }
        let served = notifier
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var statistics = NotifierStatistics(name: "A")
                statistics.dropped = 7
                let all = [statistics]
                try await served.serve(NotifierRun(statistics: { all }))
            }
            group.addTask {
                try await Task.sleep(for: .seconds(10))
                port.finish()
            }
            var iterator = ports.makeAsyncIterator()
            let number = try #require(await iterator.next())
            let bound = try #require(isPath ? listen : LocalAddress(loopback, port: number))
            try await body(bound, served)
            group.cancelAll()
            while let _ = try? await group.next() {}
        }
    }

    @Test(arguments: ["127.0.0.1", "unix"])
    func `A scrape gets the metrics of the run, on a port and on a Unix socket`(kind: String) async throws {
        let path = folder.path("metrics")
        try await serving(kind == "unix" ? "unix:\(path)" : "") { address, notifier in
            try await notifier.handle(.assessmentChanged(.portal))
            let response = LocalClient.response(of: address, to: LocalClient.scrape)
            let parts = response.components(separatedBy: "\r\n\r\n")
            #expect(parts.first?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
            #expect(parts.first?.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n") == true)
            #expect(parts.first?.contains("Content-Length: \(parts.last?.utf8.count ?? 0)\r\n") == true)
            let page = try ExpositionParser(try #require(parts.last))
            #expect(page["connectivity_access", ["access": "captive"]] == 1)
            #expect(page["connectivity_notifier_dropped_total", ["notifier": "A", "index": "0"]] == 7)
            if kind == "unix" {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                #expect(mode as? Int == 0o660)
            }
        }
        #expect(try folder.names() == [], "the file of the socket is removed")
    }

    @Test(
        arguments: [
            ("HEAD /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "200"),
            ("GET /metrics?x=1 HTTP/1.0\nHost: [::1]:1\n\n", "200"),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"),
            ("POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"),
            ("GET /metrics HTTP/1.1\r\nHost: rebound.example:9479\r\n\r\n", "421"),
            ("GET /metrics HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n", "421"),
            ("GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n", "421"),
            ("GET /metrics HTTP/1.1\r\n\r\n", "421"),
            ("GET /metrics\r\n\r\n", "400"), ("\r\n\r\n", "400"), ("\u{0}\u{FF}\n\n", "400"),
            ("GET /metrics FTP/1.1\r\n\r\n", "400"),
        ]
    )
    func `Answers each kind of request with its status code`(request: String, status: String) async throws {
        try await serving { address, _ in
            let response = LocalClient.response(of: address, to: request)
            #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response.prefix(60))")
            if request.hasPrefix("HEAD") { #expect(response.hasSuffix("\r\n\r\n")) }
        }
    }

    @Test func `A head without end is refused after eight kilobytes`() async throws {
        try await serving { address, _ in
            let client = try #require(LocalClient(address))
            client.send("GET /metrics HTTP/1.1\r\n")
            client.send("X: " + String(repeating: "a", count: 8300))
            #expect(client.readAll().hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test func `No more than 32 connections are served at a time`() async throws {
        try await serving { address, _ in
            let holders = (0..<40).compactMap { _ in LocalClient(address) }
            // Connections are accepted in their order, so all of them were when the last one has its answer.
            #expect(LocalClient.response(of: address, to: LocalClient.scrape).hasPrefix("HTTP/1.1 200 "))
            #expect(holders.count == 40 && holders.count { !$0.isClosed } == 31)
            for client in holders { client.close() }
        }
    }

    @Test func `Clients that hold connections, send slowly or never read do not block others`() async throws {
        try await serving { address, notifier in
            var metrics = 0
            for number in 0..<2000 { try await notifier.handle(.probeEnded(.sample("host-\(number)"))) }
            var holders: [LocalClient] = []
            for number in 0..<300 {
                guard let client = LocalClient(address) else { continue }
                if number % 3 == 1 { client.send("GET /metrics HTTP/1.1\r\n") }
                if number % 3 == 2 { client.send(LocalClient.scrape) }
                holders.append(client)
            }
            let start = ContinuousClock.now
            for _ in 0..<5 {
                let response = LocalClient.response(of: address, to: LocalClient.scrape)
                if response.hasPrefix("HTTP/1.1 200 "), response.hasSuffix("\n") { metrics += 1 }
            }
            #expect(metrics == 5)
            #expect(ContinuousClock.now - start < .seconds(5))
            for client in holders { client.close() }
        }
    }

    @Test func `A port that is taken is a failure with advice, and the endpoint appears when it is free`() async throws
    {
        try await serving { address, _ in
            let second = PrometheusNotifier(address)
            let error = await #expect(throws: NotifierFault.self) { try await second.serve(NotifierRun()) }
            #expect(error?.description == "\(address): Address already in use; choose another port")
        }
    }

    @Test func `A socket that another process serves stays, and a stale one is replaced`() async throws {
        let path = folder.path("metrics")
        try await serving("unix:\(path)") { address, _ in
            await #expect(throws: NotifierFault.self) { try await PrometheusNotifier(address).serve(NotifierRun()) }
            #expect(LocalClient.response(of: address, to: LocalClient.scrape).hasPrefix("HTTP/1.1 200 "))
        }
        // A file that is no socket is never removed.
        try Data("mine".utf8).write(to: URL(filePath: path))
        let address = try #require(LocalAddress(path: path))
        await #expect(throws: NotifierFault.self) { try await PrometheusNotifier(address).serve(NotifierRun()) }
        #expect(try folder.text("metrics") == "mine")
        try FileManager.default.removeItem(atPath: path)
        _ = try DatagramReceiver(address)
        unsafe unlink(path)
        try Descriptor(socket: AF_UNIX, Descriptor.stream).bind(to: address.form)
        #expect(try folder.names() == ["metrics"])
        try await serving("unix:\(path)") { address, _ in
            #expect(LocalClient.response(of: address, to: LocalClient.scrape).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `The notifiers of metrics keep the laws of notifiers`() async throws {
        let address = try #require(LocalAddress(path: folder.path("metrics")))
        try await NotifierLaws.check(PrometheusNotifier(address))
        try await NotifierLaws.check(PrometheusFileNotifier(file: folder.path("a.prom")))
    }

    @Test func `The metrics file is valid after each round, and ends with the run`() async throws {
        let notifier = PrometheusFileNotifier(file: folder.path("a.prom"))
        let statistics = try await deliver([.sample(.determining), .portal], to: notifier)
        #expect(statistics.failed == 0)
        #expect(try folder.names() == [])
        try await notifier.handle(.assessmentChanged(.sample(.determining)))
        try await notifier.handle(.probeEnded(.sample("a")))
        try await notifier.handle(.roundEnded(.sample(.partial)))
        let page = try ExpositionParser(try folder.text("a.prom"))
        #expect(page["connectivity_probes_total", ["endpoint": "a", "verdict": "inconclusive"]] == 1)
        #expect(try folder.names() == ["a.prom"])
        try await notifier.handle(.runEnded(throwing: nil))
        #expect(try folder.names() == [])
    }

    @Test func `Options of the notifiers of metrics that cannot be used are refused with advice`() throws {
        for listen in [
            "9479", ":9479", "0.0.0.0:9479", "192.0.2.1:9479", "localhost:9479", "::1:9479", "127.0.0.1:0", "unix:a",
            "unix:/",
        ] {
            let text = try refusal(#"{"use": "notifier.prometheus", "listen": "\#(listen)"}"#)
            #expect(text.contains("listen: must be a loopback address with a port, such as 127.0.0.1:9479"), "\(text)")
        }
        #expect(try refusal(#"{"use": "notifier.prometheus"}"#).contains(#""listen" is missing"#))
        let file = try refusal(#"{"use": "notifier.prometheus-file", "file": "/a/metrics.txt"}"#)
        #expect(file.contains("must end with .prom, because the textfile collector reads no other file"))
        for listen in ["127.0.0.1:9479", "[::1]:9479", "unix:/run/a.sock"] {
            let whole = try notifier(
                PrometheusNotifier.self,
                #"{"use": "notifier.prometheus", "listen": "\#(listen)"}"#
            )
            #expect(try whole.reference().options == #"{"listen":"\#(listen)","mode":"0660"}"#)
        }
    }
}
#endif
