#if canImport(CCurl) && os(Linux)
import ConnectivityCommand
import ConnectivityCore
import ConnectivityRecords
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct `Verification of fixtures` {
    private let folder: String

    init() throws {
        folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private static let url: HTTPURL = "https://a.example/204"
    private static let determining = SessionRecording.Expectation(access: "determining", code: "not-yet-judged")
    private static let online = SessionRecording.Expectation(access: "online", code: "enough-owners")

    /// Writes a session with one round of one genuine endpoint, and with these expected assessments.
    private func write(_ expected: [SessionRecording.Expectation], asking url: HTTPURL = url, to name: String) throws {
        let exchange = ProbeExchange(
            request: ProbeRequest(url),
            outcome: .success(ProbeResponse(status: 204)),
            timings: ProbeExchange.Timings(total: .milliseconds(20))
        )
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 1)]
        )
        let session = SessionRecording(
            provenance: .init(source: "a test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
            configuration: ##"{"endpoints": [{"url": "\##(Self.url)", "expect": {"use": "validator.empty"}}]}"##,
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([interface]))),
                .init(at: .zero, .round([.init(exchange)])),
            ] + expected.map { .init(at: .milliseconds(20), .expected($0)) }
        )
        try write(String(decoding: session.encoded(), as: UTF8.self), to: name)
    }

    private func verify(_ words: String...) async -> Transcript {
        await Transcript.of(words: ["fixture", "verify"] + words + [folder])
    }

    @Test func `fixture verify agrees with a session that states its assessments`() async throws {
        try write([Self.determining, Self.online], to: "a.session.json")
        let transcript = await verify()
        expect(transcript.status, .success)
        expect(transcript.output, ["1 recording: 1 agrees"])
    }

    @Test func `fixture verify reports an assessment that is stated but does not follow`() async throws {
        try write([Self.determining, Self.online, Self.determining], to: "a.session.json")
        let transcript = await verify()
        expect(transcript.status, .differs)
        #expect(
            transcript.output.contains { $0.hasSuffix(": expected determining because of not-yet-judged, got none") },
            "\(transcript.output)"
        )
        let quiet = await verify("-q")
        #expect(quiet.status == .differs && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet)")
    }

    @Test func `fixture verify reports an assessment that follows but is not stated`() async throws {
        try write([Self.determining], to: "a.session.json")
        let transcript = await verify()
        expect(transcript.status, .differs)
        #expect(
            transcript.output.contains { $0.hasSuffix(": expected none, got online because of enough-owners") },
            "\(transcript.output)"
        )
    }

    @Test func `fixture verify reports an answer to a question that would not be asked`() async throws {
        try write([Self.determining], asking: "https://b.example/", to: "a.session.json")
        let transcript = await verify()
        expect(transcript.status, .differs)
        #expect(
            transcript.output.contains {
                $0.contains("https://b.example/, which the pipeline does not ask; it asks GET https://")
            }
        )
    }

    @Test(arguments: [
        ("sign-in: http://p.example/", nil),
        ("sign-in: http://q.example/", "    sign-in: expected http://q.example/, found http://p.example/"),
        ("sign-in: http://p.example/\n# vendor: Nobody", "    vendor: expected Nobody, found none"),
    ])
    func `fixture verify compares the sign-in URL and the vendor`(lines: String, difference: String?) async throws {
        let head = "# url: http://captive.apple.com/hotspot-detect.html\n# expect: captive redirect\n# \(lines)\n"
        try write(head + "HTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a.http")
        let transcript = await verify()
        expect(transcript.status, (difference == nil ? .success : .differs))
        if let difference { #expect(transcript.output.contains(difference), "\(transcript.output)") }
    }

    @Test func `fixture verify reports damage rather than a difference in its exit status`() async throws {
        try write("# expect: genuine x\nHTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a.http")
        try write("# expect: no such verdict\nHTTP/1.1 204 No Content\n\n", to: "b.http")
        let transcript = await verify()
        expect(transcript.status, .data)
        expect(transcript.output.first, "2 recordings: 0 agree, 1 differs, 1 damaged")
        #expect(transcript.output.contains("damaged: \(folder)/b.http"))
        #expect(transcript.output.contains("    finding: expected genuine, found captive"), "\(transcript.output)")
    }

    @Test func `fixture expect shows a verdict, and states it on request without changing the response`() async throws {
        let response = "HTTP/1.1 302 Found\nLocation: http://p.example/\nX-Odd:  two  \n\nbody \u{e4}\r\n"
        try write("# url: http://captive.apple.com/hotspot-detect.html\n# expect: genuine x\n" + response, to: "a.http")
        let file = "\(folder)/a.http"
        let before = try String(contentsOfFile: file, encoding: .utf8)
        let shown = await Transcript.of("fixture", "expect", file)
        expect(shown.status, .success)
        #expect(shown.output[0].hasPrefix("\(file): captive: "))
        expect(shown.output[1...], ["    # expect: captive redirect", "    # sign-in: http://p.example/"])
        try expect(String(contentsOfFile: file, encoding: .utf8), before)
        let written = await Transcript.of("fixture", "expect", "--write", file)
        expect(written.status, .success, "\(written.errors)")
        try expect(
            String(contentsOfFile: file, encoding: .utf8),
            "# url: http://captive.apple.com/hotspot-detect.html\n# expect: captive redirect\n"
                + "# sign-in: http://p.example/\n" + response
        )
        await expect(verify().output, ["1 recording: 1 agrees"])
    }

    @Test func `fixture expect states the assessments of a session in place of others`() async throws {
        try write([Self.online], to: "a.session.json")
        let file = "\(folder)/a.session.json"
        let shown = await Transcript.of("fixture", "expect", file)
        expect(shown.output[0], "\(file): 2 assessments")
        #expect(shown.output[1].hasSuffix(": determining not-yet-judged"))
        await expect(verify().status, .differs)
        await expect(Transcript.of("fixture", "expect", "--write", file).status, .success)
        await expect(verify().output, ["1 recording: 1 agrees"])
    }

    @Test func `fixture verify compares a stated cause, and fixture expect states it again`() async throws {
        let file = "\(folder)/a.session.json"
        try write([Self.determining], to: "a.session.json")
        _ = await Transcript.of("fixture", "expect", "--write", file)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let stated = try #require(text.range(of: #""access": "online","#, options: .backwards))
        let wrong = text.replacingCharacters(in: stated, with: #""cause": "portal", "access": "online","#)
        try write(wrong, to: "a.session.json")
        let differs = await verify()
        expect(differs.status, .differs)
        #expect(differs.output.contains { $0.hasSuffix(": expected portal, found none") }, "\(differs.output)")
        _ = await Transcript.of("fixture", "expect", "--write", file)
        await expect(verify().output, ["1 recording: 1 agrees"])
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("cause"))
    }

    private static let sessions = URL.package.appending(path: "Fixtures/sessions").path()

    @Test func `fixture expect states no cause that is not likelier than others`() async throws {
        // Without a reason from the resolver, the name servers may be silent, refuse or fail.
        var text = try String(contentsOfFile: "\(Self.sessions)/dnsmasq-nxdomain.session.json", encoding: .utf8)
        let last = try #require(text.range(of: #""access": "unreachable","#, options: .backwards))
        text.replaceSubrange(last, with: #""cause": "name-server-silent", "access": "unreachable","#)
        try write(text, to: "a.session.json")
        let differs = await verify()
        #expect(differs.output.contains { $0.hasSuffix(": expected name-server-silent, found none") }, "\(differs)")
        _ = await Transcript.of("fixture", "expect", "--write", "\(folder)/a.session.json")
        #expect(try !String(contentsOfFile: "\(folder)/a.session.json", encoding: .utf8).contains("cause"))
    }

    @Test func `Each cause that a session of this package states follows from its evidence`() async throws {
        let transcript = await Transcript.of("fixture", "verify", Self.sessions)
        expect(transcript.status, .success, "\(transcript.output)")
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.sessions)
        let causes = try files.flatMap { name -> [String] in
            let bytes = try Array(Data(contentsOf: URL(filePath: "\(Self.sessions)/\(name)")))
            return try SessionRecording(parsing: bytes).expectations.compactMap(\.cause)
        }
        let stated: Set = [
            "portal", "filter", "proxy-required", "tls-intercepted", "tls-blocked", "no-link",
        ]
        #expect(Set(causes).isSuperset(of: stated), "\(Set(causes))")
    }

    @Test func `fixture expect states nothing if its configuration does not send a request of the session`()
        async throws
    {
        try write([], asking: "https://b.example/", to: "a.session.json")
        let file = "\(folder)/a.session.json"
        let before = try Data(contentsOf: URL(filePath: file))
        let transcript = await Transcript.of("fixture", "expect", "--write", file)
        expect(transcript.status, .differs)
        #expect(
            transcript.output.contains {
                $0.contains("https://b.example/, which the pipeline does not ask; it asks GET https://")
            }
        )
        try expect(Data(contentsOf: URL(filePath: file)), before)
        let standardInput = await Transcript.of("fixture", "expect", "--write", "-")
        expect(standardInput.status, .usage)
        #expect(standardInput.errors.contains { $0.contains("--write needs the names of files") })
        await expect(Transcript.of("fixture", "expect").status, .usage)
        await expect(Transcript.of("fixture", "expect", "\(folder)/none.http").status, .noInput)
    }

    @Test func `fixture import makes a session that verifies, of what explain --bundle wrote`() async throws {
        let server = try TestServer { _ in
            .message(status: 302, headers: ["Location": "http://login.example/"])
        }
        defer { server.stop() }
        let (bundle, session) = ("\(folder)/user.json", "\(folder)/in/user.session.json")
        let asked = [
            "explain", "--bundle", bundle, "--scope", "lo", "--endpoint", server.url("/probe").description,
        ]
        _ = await Transcript.of(words: asked)
        let made = await Transcript.of("fixture", "import", bundle, "--output", "\(folder)/in")
        expect(made.status, .success, "\(made.errors)")
        expect(
            made.output,
            [
                "from the session follows captive portal http://login.example/, as the bundle says",
                "wrote 1 file to \(folder)/in",
            ]
        )
        await expect(Transcript.of("fixture", "verify", session).output, ["1 recording: 1 agrees"])
        let checked = await Transcript.of(
            "check",
            "--json",
            "--scope",
            "lo",
            "--endpoint",
            server.url("/?token=d1e2a3d4c5").description
        )
        let saved = try temporaryFile(checked.output.joined())
        #expect(try String(contentsOfFile: saved, encoding: .utf8).contains("d1e2a3d4c5"))
        let redacted = await Transcript.of("fixture", "import", saved, "--output", "\(folder)/checked")
        expect(redacted.status, .success, "\(redacted.errors) \(redacted.output)")
        let written = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/checked")
        let name = try #require(written.first)
        let other = "\(folder)/checked/\(name)"
        #expect(try !String(contentsOfFile: other, encoding: .utf8).contains("d1e2a3d4c5"))
        await expect(Transcript.of("fixture", "verify", other).output, ["1 recording: 1 agrees"])
        let again = await Transcript.of("fixture", "import", bundle, "--output", "\(folder)/in")
        expect(again.status, .noOutput)
        let damaged = try temporaryFile(#"{"format": "connectivity-bundle"}"#)
        let refused = await Transcript.of("fixture", "import", damaged, "--output", "\(folder)/damaged")
        expect(refused.status, .data)
    }

    @Test func `fixture verify writes its results for services that build`() async throws {
        try write("# expect: genuine x\nHTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a<&>.http")
        try write("# expect: no such verdict\nHTTP/1.1 204 No Content\n\n", to: "b,c:d%.http")
        try write("HTTP/1.1 204 No Content\n\n", to: "c.http")
        let junit = await Transcript.of("fixture", "verify", "--format", "junit", folder)
        expect(junit.status, .data)
        let document = try XMLDocument(data: Data(junit.output.joined(separator: "\n").utf8))
        func files(_ path: String) throws -> [String] {
            try document.nodes(forXPath: path).compactMap(\.stringValue).map { String($0.dropFirst(folder.count + 1)) }
        }
        try expect(files("//testcase/@file"), ["a<&>.http", "b,c:d%.http", "c.http"])
        try expect(files("//testcase[failure]/@file"), ["a<&>.http"])
        try expect(files("//testcase[error]/@file"), ["b,c:d%.http"])
        try expect(files("//testcase[skipped]/@file"), ["c.http"])
        let github = await Transcript.of("fixture", "verify", "--format", "github", folder)
        expect(github.output.first, "3 recordings: 0 agree, 1 states no result, 1 differs, 1 damaged")
        expect(github.output.count, 3)
        #expect(github.output.contains { $0.hasPrefix("::error file=\(folder)/a<&>.http,title=replay::finding: ") })
        #expect(github.output.contains { $0.hasPrefix("::error file=\(folder)/b%2Cc%3Ad%25.http,title=replay::") })
        let wrong = await Transcript.of("fixture", "verify", "--format", "xml", folder)
        expect(wrong.status, .usage)
        #expect(
            wrong.errors.contains { $0.contains("--format must be text, json, junit or github, not \"xml\"") }
        )
    }
}
#endif
