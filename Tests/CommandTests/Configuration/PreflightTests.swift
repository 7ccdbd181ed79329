#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestServer
import ConnectivityToolkit
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `The preflight` {
    private func doctor(_ json: String) async throws -> Transcript {
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        return await Transcript.of("doctor", "--config", try temporaryFile(json), "--resolver", resolver)
    }

    private func notifier(_ options: String) async throws -> Transcript {
        try await doctor("{ \"notifiers\": [{ \(options) }] }")
    }

    /// The options of a notifier, and the code of the finding about it.
    @Test(arguments: [
        (#""use": "notifier.program", "program": ["/nonexistent/hook"]"#, "no-program"),
        (#""use": "notifier.program", "program": ["/proc/version"]"#, "no-program"),
        (#""use": "notifier.state-file", "file": "/nonexistent/x.json""#, "not-writable"),
        (#""use": "notifier.outages", "file": "/nonexistent/dir/o.db""#, "not-writable"),
        (#""use": "notifier.lines", "to": "/nonexistent/lines""#, "not-writable"),
        (#""use": "notifier.prometheus-file", "file": "/nonexistent/a.prom""#, "not-writable"),
        (#""use": "notifier.status", "socket": "/nonexistent/s.sock""#, "not-writable"),
        (#""use": "notifier.prometheus", "listen": "unix:/nonexistent/s.sock""#, "not-writable"),
        (#""use": "notifier.journal", "socket": "/nonexistent/journal""#, "no-socket"),
        (#""use": "notifier.http", "url": { "file": "/nonexistent/url" }"#, "no-secret"),
        (#""use": "notifier.http", "url": { "environment": "H3_NO_SUCH_URL" }"#, "no-secret"),
        (#""use": "notifier.http", "url": "https://a.example/", "queue": "/nonexistent/q""#, "not-writable"),
    ])
    func `doctor finds what a notifier lacks`(options: String, code: String) async throws {
        let transcript = try await notifier(options)
        expect(transcript.status, .differs)
        expect(transcript.output.first?.hasPrefix("1 error"), true, "\(transcript)")
        #expect(transcript.output.contains { $0.hasPrefix("error: ") && $0.contains("(\(code))") }, "\(transcript)")
    }

    @Test func `doctor finds a port that is taken`() async throws {
        let server = try TestServer { _ in .message(status: 204, headers: [:]) }
        let transcript = try await notifier(
            #""use": "notifier.prometheus", "listen": "127.0.0.1:\#(server.port)""#
        )
        #expect(transcript.output.contains { $0.contains("127.0.0.1:\(server.port)") && $0.contains("(in-use)") })
        expect(transcript.status, .differs, "\(transcript)")
    }

    @Test func `doctor finds authorities that the prober of a configuration cannot read`() async throws {
        for (file, code) in [("/nonexistent/ca.pem", "no-authorities"), ("/etc/hostname", "no-authorities")] {
            let transcript = try await doctor(#"{ "prober": { "use": "prober.curl", "caFile": "\#(file)" } }"#)
            #expect(transcript.output.contains { $0.contains("(\(code))") && $0.contains(file) }, "\(transcript)")
        }
    }

    @Test func `A secret that others can read is a warning`() async throws {
        let file = try temporaryFile("token")
        for (mode, expected) in [(0o644, true), (0o640, false), (0o600, false)] {
            expect(unsafe chmod(file, mode_t(mode)), 0)
            let transcript = try await doctor(
                #"""
                { "endpoints": ["default", { "url": "https://a.example/", "expect": "validator.empty",
                    "headers": { "Authorization": { "file": "\#(file)" } } }] }
                """#
            )
            expect(transcript.output.contains { $0.contains("(secret-readable)") }, expected, "\(transcript)")
        }
    }

    @Test(arguments: [("http://kiosk.dev/", true), ("http://kiosk.example/", false), ("https://kiosk.dev/", false)])
    func `A name that browsers ask only over https shows no sign-in page`(url: String, expected: Bool) async throws {
        let transcript = try await doctor(
            #"{ "endpoints": ["default", { "url": "\#(url)", "expect": "validator.empty" }] }"#
        )
        expect(transcript.output.contains { $0.contains("(preloaded-host)") }, expected, "\(transcript)")
    }

    @Test func `A service and a portal that browsers ask only over https are findings`() async throws {
        func lines(_ members: String) async throws -> [String] {
            try await doctor("{ \(members) }").output.filter { $0.contains("(preloaded-host)") }
        }
        func service(_ url: String) -> String {
            #""companions": [{ "use": "companion.services", "services": ["\#(url)"] }]"#
        }
        let plain = try await lines(service("http://stock.dev/"))
        #expect(plain.count == 1 && plain[0].hasPrefix("warning: ") && plain[0].contains("stock.dev"), "\(plain)")
        try await expect(lines(service("https://stock.dev/")), [])
        func rule(_ host: String) -> String {
            #""companions": [{ "use": "companion.sign-in", "ssid": "H", "portal": "\#(host)", "agent": "sign-in.click-through" }]"#
        }
        let portal = try await lines(rule("login.app"))
        #expect(portal.count == 1 && portal[0].hasPrefix("note: ") && portal[0].contains("login.app"), "\(portal)")
        try await expect(lines(rule("login.example")), [])
    }

    @Test(arguments: [
        (
            #"{ "use": "notifier.prometheus", "listen": "127.0.0.1:19479" }"#,
            #"{ "use": "notifier.prometheus", "listen": "127.0.0.1:19479", "detail": "all" }"#, true
        ),
        (
            #"{ "use": "notifier.prometheus", "listen": "127.0.0.1:19479" }"#,
            #"{ "use": "notifier.prometheus", "listen": "127.0.0.1:19480" }"#, false
        ),
        (
            #"{ "use": "notifier.state-file", "file": "/tmp/a.json" }"#,
            #"{ "use": "notifier.state-file", "file": "/tmp/../tmp/a.json" }"#, true
        ),
        (
            #"{ "use": "notifier.status", "socket": "/tmp/a.sock" }"#,
            #"{ "use": "notifier.prometheus", "listen": "unix:/tmp/a.sock" }"#, true
        ),
        (
            #"{ "use": "notifier.lines", "to": "/tmp/a.log" }"#, #"{ "use": "notifier.lines", "to": "/tmp/a.log" }"#,
            false
        ),
        (#"{ "use": "notifier.state-file", "file": "-" }"#, #"{ "use": "notifier.state-file", "file": "-" }"#, false),
    ])
    func `Two notifiers at one place are an error`(first: String, second: String, expected: Bool) async throws {
        let transcript = try await doctor("{ \"notifiers\": [\(first), \(second)] }")
        let found = transcript.output.filter { $0.contains("(same-place)") }
        expect(found.count, expected ? 1 : 0, "\(transcript)")
        #expect(found.allSatisfy { $0.hasPrefix("error: notifier.") && $0.contains("is also the place of") })
    }

    @Test(arguments: [
        (#""interface": "*""#, #""ssid": "Depot""#, true),
        (#""ssid": "Depot*""#, #""ssid": ["Depot 1", "Depot 2*"]"#, true),
        (#""ssid": "Depot""#, #""interface": "*""#, false), (#""ssid": "Depot""#, #""ssid": "Depot*""#, false),
        (#""interface": "wifi""#, #""interface": "wlan0""#, false),
        (#""domain": "A.example""#, #""domain": "a.example""#, true),
        (#""gateway": ["192.0.2.1", "192.0.2.2"]"#, #""gateway": "192.0.2.1", "ssid": "Depot""#, true),
        (#""ssid": "*""#, #""interface": "eth0""#, false),
    ])
    func `A rule that no network reaches is a warning`(first: String, second: String, expected: Bool) async throws {
        let networks =
            #"{ "networks": [{ "name": "one", \#(first), "interval": 60 }, { "name": "two", \#(second), "interval": 90 }] }"#
        let lines = try await doctor(networks).output.filter { $0.contains("(rule-shadowed)") }
        expect(lines.count, expected ? 1 : 0, "\(lines)")
        #expect(lines.allSatisfy { $0.contains("the network rule two is never used: the network rule one before it") })
        func rule(_ name: String, _ members: String, _ portal: String?) -> String {
            let portal = portal.map { #", "portal": "\#($0)""# } ?? ""
            return
                #"{ "use": "companion.sign-in", "name": "\#(name)", \#(members)\#(portal), "agent": "sign-in.click-through" }"#
        }
        for (one, other, reaches) in [
            (nil, "a.example", true), ("*.example", "a.example", true), ("a.example", nil, false),
            ("a.example", "b.example", false),
        ] as [(String?, String?, Bool)] {
            let rules = #"{ "companions": [\#(rule("one", first, one)), \#(rule("two", second, other))] }"#
            let found = try await doctor(rules).output.filter { $0.contains("(rule-shadowed)") }
            expect(found.count, expected && reaches ? 1 : 0, "\(rules) \(found)")
        }
    }

    @Test(arguments: [
        ("http://hook.example/s3cret", true), ("https://hook.example/", false), ("http://127.0.0.1:8080/", false),
    ])
    func `A webhook over plain http to another host is a warning`(url: String, expected: Bool) async throws {
        let lines = try await notifier(#""use": "notifier.http", "url": "\#(url)""#).output
        let found = lines.filter { $0.contains("(plain-webhook)") }
        #expect(found.count == (expected ? 1 : 0) && !found.contains { $0.contains("s3cret") }, "\(lines)")
    }

    @Test func `The clock is examined without asking anybody`() throws {
        func codes(_ time: String, isKept: Bool?) throws -> [String] {
            ClockFindings.all(try #require(Timestamp(rfc3339: time)), isKept: isKept).map(\.code)
        }
        #expect(Timestamp(dayOfRelease: PackageVersion.date) != nil)
        expect(Timestamp(dayOfRelease: "November 3, 2026"), Timestamp(rfc3339: "2026-11-03T00:00:00Z"))
        try expect(codes("2019-01-01T00:00:00Z", isKept: true), ["clock-behind"])
        try expect(codes("2099-01-01T00:00:00Z", isKept: true), [])
        try expect(codes("2099-01-01T00:00:00Z", isKept: nil), [])
        try expect(codes("2099-01-01T00:00:00Z", isKept: false), ["clock-free"])
    }

    @Test func `doctor reports in its first line that there is no problem`() async throws {
        let transcript = try await doctor("{}")
        expect(transcript.output.first?.hasPrefix("no problems found"), true, "\(transcript)")
        expect(transcript.status, .success)
    }

    @Test func `watch reports missing requirements at its start`() async throws {
        let server = try TestServer { _ in .message(status: 204, headers: [:]) }
        let file = try temporaryFile(
            #"""
            { "source": { "use": "source.static", "interfaces": [] }, "notifiers": [
                { "use": "notifier.program", "program": ["/nonexistent/hook"] },
                { "use": "notifier.prometheus", "listen": "127.0.0.1:\#(server.port)" }] }
            """#
        )
        let lines = try Tool.run("timeout -s TERM 2 $tool watch --config \(file)")
        #expect(lines.contains { $0.contains("notifier.program: there is no program /nonexistent/hook") }, "\(lines)")
        #expect(
            lines.contains { $0.contains("notifier.prometheus: another program uses 127.0.0.1:\(server.port)") },
            "\(lines)"
        )
    }
}
#endif
