#if canImport(CCurl) && os(Linux)
import ConnectivityCommand
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import Testing
import TestSupport

/// Writes the output of `check --json` to a file, which `classify --assessment` reads.
@Suite struct `Replay` {
    /// Returns the output of `check --json` with a server that gives this reply.
    private func line(_ reply: TestServer.Reply, _ words: String...) async throws -> String {
        let server = try TestServer { _ in reply }
        defer { server.stop() }
        let url = server.url("/probe").description
        let transcript =
            words.count == 2
            ? await Transcript.of("check", "--json", "--scope", "lo", "--endpoint", url, words[0], words[1])
            : await Transcript.of("check", "--json", "--scope", "lo", "--endpoint", url)
        return try #require(transcript.output.first, "\(transcript.errors)")
    }

    private func portal() async throws -> String {
        let headers: HeaderFields = [
            "Location": "http://login.example/", "Set-Cookie": "sid=d1e2a3d4; Path=/", "X-A": "1", "x-a": "2",
            "Content-Type": "image/x",
        ]
        let policy = try temporaryFile(#"{"policy": {"use": "policy.share", "share": 0.5}}"#)
        return try await line(.message(status: 302, headers: headers, body: [0xFF, 0x00, 0xFE]), "--config", policy)
    }

    /// A machine without a link.
    private static let unplugged = #"{"use": "source.static", "interfaces": [{"name": "eth0", "hasCarrier": false}]}"#

    @Test func `classify --assessment agrees with every access that check saved`() async throws {
        let genuine = TestServer.Reply.message(status: 200, headers: [:], body: Array("pong".utf8))
        let lines = [
            try await line(genuine, "--expect-contains", "pong"), try await line(genuine, "--expect-equals", "song"),
            try await line(genuine, "--expect-regex", "p[o]ng"), try await portal(),
            try await line(.message(status: 503, headers: [:], body: []), "--probe-timeout", "0.3"),
            await Transcript.of("check", "--json", "--source", Self.unplugged).output.joined(),
            await Transcript.of("check", "--json", "--scope", "lo", "--endpoint", "http://127.0.0.1:1/").output
                .joined(),
        ]
        let file = try temporaryFile(lines.joined(separator: "\n"))
        let transcript = await Transcript.of("classify", "--assessment", file)
        expect(transcript.status, .success, "\(transcript.output)")
        let accesses = transcript.output.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        expect(
            accesses,
            [
                "agrees: online", "agrees: blocked", "agrees: online", "agrees: captive", "agrees: unreachable",
                "agrees: disconnected:", "agrees: unreachable",
            ]
        )
    }

    @Test func `classify --assessment reads objects in any layout and several in one file`() async throws {
        let line = try await portal()
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let pretty = String(
            decoding: try JSONSerialization.data(withJSONObject: object, options: .prettyPrinted),
            as: UTF8.self
        )
        let file = try temporaryFile("\n\(pretty)\n\(line)\n\n\(pretty)\(pretty)")
        let transcript = await Transcript.of("classify", "--json", "--assessment", file)
        expect(transcript.status, .success)
        let expected = #"{"agrees":true,"decided":"captive","differsAt":null,"saved":"captive"}"#
        expect(transcript.output, [expected, expected, expected, expected])
    }

    @Test func `A saved assessment contains no cookie`() async throws {
        let line = try await portal()
        #expect(line.contains(#"{"name":"Set-Cookie","value":"sid=REDACTED; Path=/"}"#))
        #expect(!line.contains("d1e2a3d4"))
    }

    @Test(arguments: [
        (
            #""access":"captive""#, #""access":"online""#,
            "saved online, decided again captive; first difference at \"paths.0.access\""
        ),
        (
            #""status":302"#, #""status":204"#,
            "decided again determining; first difference at \"paths.0.endpoints.0.reason.facts.location\""
        ),
        ("\"bodyBase64\":\"/wD+\"", "\"bodyBase64\":\"/wD/\"", "first difference at \"checksum\""),
        (#""use":"policy.share""#, #""use":"policy.quorum""#, "first difference at \"checksum\""),
    ])
    func `classify --assessment detects changes`(text: String, other: String, expected: String) async throws {
        let line = try await portal()
        #expect(line.contains(text))
        let changed = line.replacingOccurrences(of: text, with: other)
            .replacingOccurrences(of: #""share":0.5,"use":"policy.quorum""#, with: #""use":"policy.quorum""#)
        let transcript = await Transcript.of("classify", "--assessment", try temporaryFile(changed))
        expect(transcript.status, .differs)
        expect(transcript.output.first?.hasPrefix("differs: saved "), true)
        expect(transcript.output.first?.contains(expected), true, "\(transcript.output)")
    }

    @Test func `classify --assessment refuses other JSON in one line that names the key`() async throws {
        let line = try await portal()
        for (text, hint) in [
            ("", "contains no assessment"), ("nonsense", "line 1, column 1: this is not JSON"),
            (line + "\n{", "line 2, column 2: this is not JSON"), ("[1]", "assessment: "),
            (
                line.replacing(#""configuration":{"#, with: #""configuration":{"colour":1,"#),
                "at colour: unknown option"
            ),
            (
                line.replacing(#""configuration":{"#, with: #""configuration":null,"x":{"#),
                "\"configuration\" is missing"
            ),
            (line.replacing("/wD+", with: "/wD"), "at paths[0].endpoints[0].response.bodyBase64: is not Base64"),
        ] {
            let transcript = await Transcript.of("classify", "--assessment", try temporaryFile(text))
            expect(transcript.status, .data, "\(hint)")
            expect(transcript.errors.count, 1)
            expect(transcript.errors.first?.contains(hint), true, "\(hint): \(transcript.errors)")
        }
        await expect(Transcript.of("classify", "--assessment", "/no/such/file").status, .noInput)
        await expect(Transcript.of("classify", "--assessment", "x", "y").status, .usage)
    }
}
#endif
