#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestServer
import ConnectivityWire
import Foundation
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

/// The forms in which `check`, `wait`, `watch`, `explain`, `portal` and `gate` print.
@Suite struct `The output of an assessment` {
    private static let portal = TestServer.Reply.message(
        status: 302,
        headers: ["Location": "http://login.example/?next=1"],
        body: []
    )
    private static let genuine = TestServer.Reply.message(status: 200, headers: [:], body: Array("pong".utf8))

    private func run(_ reply: TestServer.Reply, _ words: [String], after: [String] = []) async throws -> Transcript {
        let server = try TestServer { _ in reply }
        defer { server.stop() }
        let own = ["--scope", "lo", "--endpoint", server.url("/").description, "--expect-equals", "pong"]
        return await Transcript.of(words: words + own + after)
    }

    @Test func `JSON has the sentence in addition to the code, and can be decided again`() async throws {
        let transcript = try await run(Self.portal, ["check", "--json"])
        let text = try #require(try transcript.object()["text"] as? String)
        expect(text, "the network requires you to sign in")
        let file = try temporaryFile(transcript.output.joined())
        await expect(Transcript.of("classify", "--assessment", file).status, .success)
        let other = try temporaryFile(transcript.output.joined().replacing("\"text\":\"", with: "\"text\":\"Not "))
        await expect(Transcript.of("classify", "--assessment", other).status, .differs)
    }

    @Test(arguments: [["check"], ["explain"], ["wait", "--access", "captive"]])
    func `The short form has what a display needs`(words: [String]) async throws {
        let transcript = try await run(Self.portal, words + ["--json=brief"])
        let object = try transcript.object()
        expect(object["access"] as? String, "captive", "\(transcript)")
        expect(object["reason"] as? String, "portal", "\(object)")
        expect(object["cause"] as? String, words[0] == "wait" ? nil : "portal", "\(object)")
        expect(object["interface"] as? String, "lo")
        expect(object["signInURL"] as? String, "http://login.example/?next=1")
        expect(object["isFinal"] as? Bool, true)
        expect((object["time"] as? String)?.hasSuffix("Z"), true)
        expect(transcript.output.count, 1)
    }

    @Test(arguments: ["a", "\"", "\\", "\u{1}", "€", "😀", "\u{7F}", "e\u{301}"])
    func `The short form has at most one kilobyte whatever the network says`(piece: String) throws {
        let long = String(repeating: piece, count: 5000)
        let json = JSON.object([
            ("access", .string(long)), ("isFinal", .bool(false)), ("reason", .object([("code", .string(long))])),
            ("interface", .object([("name", .string(long))])), ("portal", .object([("signInURL", .string(long))])),
            ("startedAt", .string("2026-11-21T08:30:00.123456789Z")), ("duration", .integer(1)),
            ("confirmedAt", .string("2026-11-21T08:30:00.123456789Z")),
            (
                "observations",
                .array(
                    (0..<3).map { _ in
                        .object([
                            ("kind", .string("service")), ("subject", .string(long)), ("state", .string("cut-off")),
                            (
                                "reason",
                                .object([("code", .string("x")), ("facts", .object([])), ("parts", .array([]))])
                            ),
                            ("at", .string("2026-11-21T08:30:00Z")),
                        ])
                    }
                )
            ),
        ])
        var brief = AssessmentBrief(json: json, text: long, since: .string("2026-11-21T08:30:00.123456789Z"))
        func size() throws -> Int { try JSON(encoding: brief).sorted.text.utf8.count + 1 }
        #expect(try size() <= AssessmentBrief.byteCountMax)
        try expect(JSON(encoding: brief)["signInURL"], .null)
        try expect(JSON(encoding: brief)["omitted"]?.decode([String].self), ["signInURL"])
        // The longest URL that is kept.
        var kept = "http://a.example/"
        while kept.utf8.count < 330 { kept += "x" }
        brief.signInURL = kept
        #expect(try size() <= AssessmentBrief.byteCountMax)
        try expect(JSON(encoding: brief)["signInURL"], .string(kept))
        try expect(JSON(encoding: brief)["omitted"]?.decode([String].self), [])
        let text = try #require(try JSON(encoding: brief)["text"]?.string)
        #expect(text.hasSuffix("…") && text.hasPrefix(piece))
        let words = try #require(try JSON(encoding: brief)["observations"]?.decode([String].self))
        let states = words.map { $0.hasSuffix(": cut-off") }
        expect(states, [true, true])
    }

    @Test func `Fields are printed by name`() async throws {
        let form = #"{access}\t{state}\t{reason}\t{cause}\t{interface}\t{portal}\t{{{confirmed}}}"#
        let captive = try await run(Self.portal, ["check", "--format", form])
        expect(captive.status, .captive)
        expect(captive.output, ["captive\tfinal\tportal\tportal\tlo\thttp://login.example/?next=1\t{}"], "\(captive)")
        let online = try await run(Self.genuine, ["wait", "--format", "{access} {portal}|{text}"])
        expect(online.output.first?.hasPrefix("online |"), true, "\(online)")
        let time = try await run(Self.genuine, ["check", "--utc", "--format", "{time} {since} {age}"])
        #expect(
            time.output.first?.wholeMatch(of: #/\d{4}-\d\d-\d\dT[0-9:]{8}Z \d{4}-\d\d-\d\dT[0-9:]{8}Z \d+s/#) != nil
        )
    }

    @Test func `portal prints fields also if there is nothing to sign in to`() async throws {
        for (reply, line) in [(Self.portal, "captive http://login.example/?next=1"), (Self.genuine, "online ")] {
            let transcript = try await run(reply, ["portal", "--format", "{access} {portal}"])
            #expect(transcript.status == .success && transcript.errors.isEmpty, "\(transcript)")
            expect(transcript.output, [line], "\(transcript)")
        }
    }

    /// Fails in one way, after a redirect if the page leads on.
    private struct FailingPage: Prober {
        let kinds: Set<Question.Kind> = [.http]
        let failure: ProbeFailure
        let leadsOn: Bool

        func probe(_ request: ProbeRequest) async -> ProbeExchange {
            guard leadsOn, request.url?.host == "portal.example" else {
                return ProbeExchange(request: request, outcome: .failure(failure))
            }
            let response = ProbeResponse(status: 302, headers: ["Location": "http://next.example/"])
            return ProbeExchange(request: request, outcome: .success(response))
        }
    }

    @Test(arguments: [
        (ProbeFailure(.nameLookup, facts: ["cause": "no-such-name"]), "the name does not exist"),
        (ProbeFailure(.connectionRefused), "the connection was refused"),
        (ProbeFailure(.tls(.unknownAuthority)), "TLS failed: the certificate is from an unknown authority"),
        (ProbeFailure(.timedOut(.connect)), "the connection attempt timed out"),
    ])
    func `portal says why the sign-in page, or a page to which it leads, cannot be opened`(
        failure: ProbeFailure,
        sentence: String
    ) async throws {
        let portal = CaptivePortal(signInURL: "http://portal.example/", kind: .redirect)
        let start = Timestamp(sinceEpoch: .zero)
        let assessment = Assessment(access: .captive(portal), reason: .noEndpoint, startedAt: start)
        for (leadsOn, url) in [(false, "http://portal.example/"), (true, "http://next.example/")] {
            var names = try #require(PortalNames(assessment))
            let prober = FailingPage(failure: failure, leadsOn: leadsOn)
            await names.read(by: prober, ProbeRequest.Path(), ProbeRequest.Limits())
            let found = try #require(names.failure)
            expect(found.url.description, url)
            try expect(PluginRegistry.standard().sentences.sentence(for: found.reason), sentence)
        }
    }

    @Test func `portal prints a page that cannot be opened, and succeeds`() async throws {
        let reply = TestServer.Reply.message(status: 302, headers: ["Location": "http://portal.invalid/"], body: [])
        let text = try await run(reply, ["portal"])
        expect(text.status, .success)
        #expect(text.output.contains { $0.hasPrefix("       but that page cannot be opened: ") }, "\(text)")
        let json = try await run(reply, ["portal", "--json"])
        #expect(json.output.joined().contains(#""failure":{"reason":{"code":"#), "\(json)")
    }

    @Test func `A field cannot control the terminal`() async throws {
        let source = #"{"use": "source.static", "interfaces": [{"name": "e\u001b[31m", "kind": "ethernet"}]}"#
        let words = ["--source", source, "--endpoint", "http://127.0.0.1:1/", "--format", "{interface} {text}"]
        let transcript = await Transcript.of(words: ["check"] + words)
        expect(transcript.output.first?.hasPrefix(#"e\u{1b}[31m "#), true, "\(transcript)")
        expect(transcript.output.joined().unicodeScalars.contains("\u{1B}"), false)
    }

    @Test(arguments: [["check"], ["check", "--json"], ["check", "--format", "{access}"], ["portal"]])
    func `With --quiet, only the exit status says the result`(words: [String]) async throws {
        let transcript = try await run(Self.portal, words + ["-q"])
        expect(transcript.status, (words == ["portal"] ? .success : .captive))
        #expect(transcript.output.isEmpty && transcript.errors.isEmpty, "\(transcript)")
        let wrong = await Transcript.of(words: words + ["-q", "--endpoint", "nothing"])
        expect(wrong.errors.count, 1, "errors are still printed")
    }

    @Test func `A closed gate prints nothing with --quiet`() async throws {
        let closed = try await run(Self.portal, ["gate", "--quiet"], after: ["--", "true"])
        #expect(closed.status == .closed && closed.output.isEmpty && closed.errors.isEmpty, "\(closed)")
        let wrong = await Transcript.of("gate", "--quiet", "--endpoint", "nothing", "--", "true")
        expect(wrong.errors.count, 1)
    }

    @Test func `portal and open agree if there is nothing to sign in to`() async throws {
        for (reply, status) in [
            (Self.genuine, ExitStatus.success), (.message(status: 500, headers: [:], body: []), nil),
        ] {
            let portal = try await run(reply, ["portal"])
            let open = try await run(reply, ["open", "--plain"])
            expect(portal.status, open.status, "\(portal) \(open)")
            if let status { expect(portal.status, status) } else { #expect(portal.status != .success) }
            expect(portal.errors.first?.hasPrefix("connectivityctl: nothing to sign in to: "), true)
            expect(open.output.first?.hasPrefix("nothing to sign in to: "), true)
        }
    }

    @Test func `watch prints the local time with its zone, and UTC if asked`() throws {
        let lines = try Tool.run(
            """
            export TZ=XYZ-5:30
            watch() { "$tool" watch --for 600ms --heartbeat 200ms --scope lo --endpoint http://127.0.0.1:1/ "$@"; }
            watch | grep unreachable; echo -; watch --utc | grep unreachable; echo -; watch --json=brief | wc -L
            """
        )
        let parts = lines.split(separator: "-")
        try #require(parts.count == 3, "\(lines)")
        #expect(parts[0].allSatisfy { $0.contains(#/^20[0-9T:-]+\+05:30  /#) }, "\(lines)")
        #expect(parts[0].contains { $0.contains("  still unreachable, confirmed ") }, "\(lines)")
        #expect(parts[1].allSatisfy { $0.contains(#/^20[0-9T:-]+Z  /#) }, "\(lines)")
        #expect(try #require(Int(parts[2].first ?? "")) <= 1023)
    }
}
#endif
