#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Testing
import TestSupport

@testable import ConnectivityCommand

/// `--timeout` is the time of a whole command; the servers here delay their answers by minutes.
@Suite struct `The time of a command` {
    private static let late = TestServer.Reply([.wait(.seconds(300))])
    private static let portal = TestServer.Reply.message(
        status: 302,
        headers: ["Location": "http://login.example/"],
        body: []
    )

    /// Runs a command with endpoints that answer so, and probes that may take a minute.
    private func run(_ replies: [TestServer.Reply], _ words: [String], after: [String] = []) async throws -> Transcript
    {
        let servers = try replies.map { reply in try TestServer { _ in reply } }
        defer { for server in servers { server.stop() } }
        let endpoints = servers.flatMap { ["--endpoint", $0.url("/").description] }
        return await Transcript.of(words: words + ["--scope", "lo", "--probe-timeout", "1m"] + endpoints + after)
    }

    @Test(arguments: [["check"], ["explain"], ["check", "--json"]])
    func `A command that runs out of time prints an incomplete result and marks it`(words: [String]) async throws {
        let start = ContinuousClock.now
        let transcript = try await run([Self.late], words + ["--timeout", "300ms"])
        expect(transcript.status, .determining, "\(transcript)")
        let line = "connectivityctl: the time of 300ms was over; the result is what was known by then"
        expect(transcript.errors, [line])
        #expect(start.duration(to: .now) < .seconds(50))
    }

    @Test func `A final result counts although an endpoint is silent, and an earlier one does not`() async throws {
        let words = ["check", "--timeout"]
        let whole = try await run([Self.portal, Self.late], words + ["1m"])
        #expect(whole.status == .captive && whole.errors.isEmpty, "\(whole)")
        let early = try await run([Self.portal, Self.late], words + ["400ms"])
        #expect(early.status == .determining && early.errors.count == 1, "\(early)")
    }

    @Test func `A preliminary result opens no gate, and is never online`() async throws {
        let genuine = TestServer.Reply.message(status: 200, headers: [:], body: Array("pong".utf8))
        let words = ["gate", "--timeout", "400ms", "--access", "online,captive", "--expect-equals", "pong"]
        for first in [genuine, Self.portal] {
            let transcript = try await run([first, Self.late], words, after: ["--", "true"])
            expect(transcript.status, .closed, "\(transcript)")
        }
        let one = try await run([genuine, Self.late], ["check", "--expect-equals", "pong", "--timeout", "400ms"])
        #expect(one.status != .success, "\(one)")
    }

    @Test func `A service that has not answered in time is not reported as failed`() async throws {
        let server = try TestServer { _ in Self.late }
        defer { server.stop() }
        let words = ["check", "--timeout", "2s", "--service", server.url("/").description]
        let transcript = try await run([Self.portal], words)
        expect(transcript.status, .captive, "\(transcript)")
        #expect(transcript.output.contains { $0.contains(": undecided: ") }, "\(transcript.output)")
        expect(transcript.errors.count, 1, "\(transcript.errors)")
    }

    @Test func `Emulated clients that were cut off have no result`() async throws {
        let server = try TestServer { _ in Self.late }
        defer { server.stop() }
        let transcript = await Transcript.of(
            "emulate",
            "--url",
            server.url("/").description,
            "--detector",
            "android",
            "--timeout",
            "300ms"
        )
        expect(transcript.status, .timedOut, "\(transcript)")
        expect(transcript.errors, ["connectivityctl: the time of 300ms was over before the end"])
        #expect(transcript.output.isEmpty)
    }

    @Test func `watch --for ends by itself`() async throws {
        let lines = try Tool.run("\"$tool\" watch --for 500ms --endpoint http://127.0.0.1:1/ --scope lo; echo $?")
        expect(lines.last, "0", "\(lines)")
        #expect(lines.contains { $0.contains("unreachable on lo") }, "\(lines)")
    }
}
#endif
