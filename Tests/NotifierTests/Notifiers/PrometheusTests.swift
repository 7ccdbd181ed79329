#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNotifiers

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
        var notifier = PrometheusNotifier(options: .init(address: listen))
        notifier.whenListening = { port.yield($0) }
        let served = notifier
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var statistics = NotifierRun.Statistics(name: "A")
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
            expect(parts.first?.hasPrefix("HTTP/1.1 200 OK\r\n"), true)
            expect(parts.first?.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"), true)
            expect(parts.first?.contains("Content-Length: \(parts.last?.utf8.count ?? 0)\r\n"), true)
            let page = try ExpositionParser(try #require(parts.last))
            expect(page["connectivity_access", ["access": "captive"]], 1)
            expect(page["connectivity_notifier_dropped_total", [:]], 7)
            if kind == "unix" {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                expect(mode as? Int, 0o660)
            }
        }
        try expect(folder.names(), [], "the file of the socket is removed")
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
            expect(metrics, 5)
            #expect(ContinuousClock.now - start < .seconds(5))
            for client in holders { client.close() }
        }
    }

    @Test func `A port that is taken is a failure with advice, and the endpoint appears when it is free`() async throws
    {
        try await serving { address, _ in
            let second = PrometheusNotifier(options: .init(address: address))
            let error = await #expect(throws: NotifierFault.self) { try await second.serve(NotifierRun()) }
            expect(error?.description, "\(address): Address already in use; choose another port")
        }
    }

    @Test func `A socket that another process serves stays, and a stale one is replaced`() async throws {
        let path = folder.path("metrics")
        try await serving("unix:\(path)") { address, _ in
            await #expect(throws: NotifierFault.self) {
                try await PrometheusNotifier(options: .init(address: address)).serve(NotifierRun())
            }
            #expect(LocalClient.response(of: address, to: LocalClient.scrape).hasPrefix("HTTP/1.1 200 "))
        }
        // A file that is no socket is never removed.
        try Data("mine".utf8).write(to: URL(filePath: path))
        let address = try #require(LocalAddress(path: path))
        await #expect(throws: NotifierFault.self) {
            try await PrometheusNotifier(options: .init(address: address)).serve(NotifierRun())
        }
        try expect(folder.text("metrics"), "mine")
        try FileManager.default.removeItem(atPath: path)
        _ = try DatagramReceiver(address)
        unsafe unlink(path)
        try Descriptor(socket: AF_UNIX, Descriptor.stream).bind(to: address.form)
        try expect(folder.names(), ["metrics"])
        try await serving("unix:\(path)") { address, _ in
            #expect(LocalClient.response(of: address, to: LocalClient.scrape).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `The notifiers of metrics keep the laws of notifiers`() async throws {
        let address = try #require(LocalAddress(path: folder.path("metrics")))
        try await NotifierLaws.check(PrometheusNotifier(options: .init(address: address)))
        try await NotifierLaws.check(PrometheusFileNotifier(options: .init(file: folder.path("a.prom"))))
    }

    @Test func `The metrics file is valid after each round and each observation, and ends with the run`() async throws {
        let notifier = PrometheusFileNotifier(options: .init(file: folder.path("a.prom")))
        let statistics = try await deliver([.sample(.determining), .portal], to: notifier)
        expect(statistics.failed, 0)
        try expect(folder.names(), ["a.prom.lock"])
        try await notifier.handle(.assessmentChanged(.sample(.determining)))
        try await notifier.handle(.probeEnded(.sample("a")))
        try await notifier.handle(.roundEnded(.sample(.partial)))
        let page = try ExpositionParser(try folder.text("a.prom"))
        expect(page["connectivity_probes_total", ["finding": "inconclusive"]], 1)
        try expect(Set(folder.names()), ["a.prom", "a.prom.lock"])
        // An observation does not wait for the next round.
        let time = Timestamp(sinceEpoch: .zero)
        let service = CompanionObservation("service", of: "git", "failing", .warning, because: .noEndpoint, at: time)
        try await notifier.handle(.observed(service))
        try #expect(folder.text("a.prom").contains("connectivity_observation_severity{"))
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(folder.names(), ["a.prom.lock"])
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
            try expect(whole.reference().options, #"{"listen":"\#(listen)"}"#)
        }
        for kind in [#"prometheus", "listen": "127.0.0.1:9479""#, #"prometheus-file", "file": "/a.prom""#] {
            let text = try refusal(#"{"use": "notifier.\#(kind), "detail": "some"}"#)
            #expect(text.contains("detail: is not one of access, endpoints, all"), "\(text)")
        }
        let options = #"{"use": "notifier.prometheus", "listen": "127.0.0.1:9479", "detail": "all"}"#
        #expect(try notifier(PrometheusNotifier.self, options).reference().options.contains(#""detail":"all""#))
    }
}
#endif
