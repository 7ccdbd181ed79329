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
