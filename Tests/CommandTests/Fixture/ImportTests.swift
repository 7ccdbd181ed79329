#if canImport(CCurl) && os(Linux)
import ConnectivityCommand
import ConnectivityCore
import ConnectivityRecords
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

/// Imports recordings of other programs, and decides them.
@Suite struct `Imported recordings` {
    private let folder: String
    private static let imports = URL.package.appending(path: "Fixtures/imports").path()

    init() throws {
        folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    private func `import`(_ file: String) async -> Transcript {
        await Transcript.of("fixture", "import", file, "--output", "\(folder)/in")
    }

    private func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
    }

    /// States what follows from the imported session, and returns that.
    private func verdicts(_ name: String) async -> [String] {
        let stated = await Transcript.of("fixture", "expect", "--write", "\(folder)/in/\(name).session.json")
        expect(stated.status, .success, "\(stated)")
        let verified = await Transcript.of("fixture", "verify", "\(folder)/in")
        expect(verified.status, .success, "\(verified.output)")
        expect(verified.output.first?.contains("1 agrees"), true, "\(verified.output)")
        return stated.output.filter { $0.hasPrefix("    at ") }.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }

    @Test func `An archive of mitmproxy becomes a session that can be decided and states no secret`() async throws {
        let imported = await `import`("\(Self.imports)/mitmproxy.har")
        expect(imported.status, .success, "\(imported)")
        expect(
            imported.output.dropLast(),
            [
                "note: the interface is not known; \"unknown\" stands for it",
                "note: 1 entry that no probe could have sent was skipped",
                "note: 12 requests of no known endpoint were left out; --endpoint names one",
            ]
        )
        await expect(
            verdicts("mitmproxy"),
            [
                "determining not-yet-judged", "captive portal http://login.example/splash?mac=00:00:5e:00:53:01",
            ]
        )
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/in") {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/in/\(name)"))
            expect(bytes.range(of: Data("9a:01:7e".utf8)), nil, "\(name)")
        }
    }

    @Test(arguments: ["firefox", "chromium"])
    func `What a browser recorded at a portal leads to captive and then to online`(browser: String) async throws {
        let imported = await `import`("\(Self.imports)/\(browser).har")
        expect(imported.status, .success, "\(imported)")
        expect(imported.output.contains { $0.contains("requests of no known endpoint were left out") }, true)
        let found = await verdicts(browser)
        expect(found.first, "determining not-yet-judged")
        expect(found.dropFirst().first, "captive portal http://portal.example/sign-in")
        expect(found.last?.hasPrefix("online "), true, "\(found)")
        expect(found.count, 3)
    }

    @Test func `Requests that an archive repeats are later rounds of its session`() async throws {
        func entry(_ second: Int, _ response: String) -> String {
            """
            {"startedDateTime": "2026-11-26T12:00:\(10 + second).5Z", "time": 20, "request": {"method": "GET",
            "url": "http://captive.apple.com/hotspot-detect.html", "headers": []}, "response": {\(response)}, "timings": {}}
            """
        }
        let success = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
        let entries = [
            entry(1, #""status": 302, "headers": [{"name": "Location", "value": "http://p.example/"}]"#),
            entry(2, #""status": 0, "_error": "net::ERR_ABORTED", "headers": []"#),
            entry(9, #""status": 200, "headers": [], "content": {"text": "\#(success)"}"#),
            entry(30, #""status": 200, "headers": [], "content": {"text": "\#(success)"}"#),
        ]
        let file = try write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8, to: "two.har")
        let imported = await `import`(file)
        #expect(imported.output.contains("note: 1 request that the client gave up was skipped"), "\(imported)")
        let found = await verdicts("two")
        expect(found.prefix(2), ["determining not-yet-judged", "captive portal http://p.example/"])
        expect(found.last?.hasPrefix("online "), true, "\(found)")
    }

    @Test func `A session that is imported asks each built-in endpoint that was asked, of any address family`()
        async throws
    {
        let urls = Endpoint.builtIn.compactMap(\.url)
        // Those that are asked again are another round.
        let entries = (urls + urls.prefix(3)).map { url in
            """
            {"startedDateTime": "2026-11-26T12:00:10Z", "request": {"method": "GET", "url": "\(url)"},
            "response": {"status": 0, "_error": "net::ERR_CONNECTION_REFUSED"}}
            """
        }
        let file = try write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8, to: "all.har")
        await expect(`import`(file).status, .success)
        await expect(verdicts("all").last, "unreachable nothing-usable")
    }

    @Test(arguments: [5_001, 500])
    func `An archive with more requests than a session may have is refused in one line`(count: Int) async throws {
        let entry = """
            {"startedDateTime": "2026-11-26T12:00:10Z", "request": {"method": "GET", "url": "http://a.example/"},
            "response": {"status": 204}}
            """
        // Twice as many rounds as a session may have for that many different requests.
        let others = (0..<(count < 1000 ? count : 0)).flatMap { number in
            [entry, entry.replacing("a.example/", with: "a.example/\(number)")]
        }
        let entries = ([String](repeating: entry, count: count) + others).joined(separator: ",")
        let refused = await `import`(try write(#"{"log": {"entries": [\#(entries)]}}"#.utf8, to: "many.har"))
        expect(refused.status, .data)
        expect(refused.errors.count, 1)
        expect(
            refused.errors.first?.contains("it has more requests than a session may have; import a part of it"),
            true,
            "\(refused)"
        )
    }

    @Test(arguments: [
        ("a.pcapng", "\n\r\r\n", "is a packet capture, which is not read; record with fixture record"),
        ("a.har", "", "line 1, column 1"),
        ("a", #"{"log": {"entries": []}}"#, "it contains no GET"),
        ("a", #"{"log": {}}"#, "entries"), ("a", "", "line 1"),
    ])
    func `A file of a kind that is not imported is refused in one line`(
        name: String,
        text: String,
        fault: String
    ) async throws {
        let refused = await `import`(try write(Array(text.utf8), to: name))
        expect(refused.status, .data, "\(refused)")
        expect(refused.errors.count, 1)
        expect(refused.errors.first?.contains(fault), true, "\(refused.errors)")
    }

    @Test func `A wrong assessment in a bundle becomes a failing and then a passing test`() async throws {
        let server = try TestServer { _ in .message(status: 200, body: Array("Your plan has ended.".utf8)) }
        defer { server.stop() }
        let endpoint =
            #"{"url": "\#(server.url("/ping"))", "expect": {"use": "validator.status-code", "expected": [200]}}"#
        let configuration = try write(#"{"endpoints": [\#(endpoint)]}"#.utf8, to: "own.json")
        let (bundle, file) = ("\(folder)/user.json", "\(folder)/in/user.session.json")
        _ = await Transcript.of("explain", "--config", configuration, "--scope", "lo", "--bundle", bundle)
        let made = await `import`(bundle)
        expect(made.output.first, "from the session follows online enough-owners, as the bundle says", "\(made)")
        func replace(_ text: String, by other: String) throws {
            let before = try String(contentsOfFile: file, encoding: .utf8)
            #expect(before.contains(text), "\(before)")
            try before.replacing(text, with: other).write(toFile: file, atomically: true, encoding: .utf8)
        }
        try replace(
            #""access": "online", "code": "enough-owners""#,
            by: #""access": "blocked", "code": "substituted""#
        )
        let fails = await Transcript.of("fixture", "verify", file)
        expect(fails.status, .differs)
        expect(
            fails.output.contains { $0.hasSuffix("because of substituted, got online because of enough-owners") },
            true,
            "\(fails)"
        )
        expect(fails.output.last?.hasPrefix("    why: "), true, "\(fails)")
        try replace(
            #"{"use": "validator.status-code", "expected": [200]}"#,
            by: #"{"use": "validator.contains", "text": "pong"}"#
        )
        await expect(Transcript.of("fixture", "verify", file).output, ["1 recording: 1 agrees"])
    }

    @Test func `classify prints the lines that state its verdict, and fixture verify agrees with them`() async throws {
        let response = "HTTP/1.1 302 Found\nLocation: http://p.example/in\n\n"
        let file = try write(response.utf8, to: "a.http")
        let shown = await Transcript.of("classify", "--url", "http://captive.apple.com/hotspot-detect.html", file)
        let lines = shown.output.dropFirst()
        expect(
            lines,
            [
                "# url: http://captive.apple.com/hotspot-detect.html", "# expect: captive redirect",
                "# sign-in: http://p.example/in",
            ]
        )
        let stated = try write((lines.joined(separator: "\n") + "\n" + response).utf8, to: "b.http")
        let verified = await Transcript.of("fixture", "verify", stated)
        expect(verified.output, ["1 recording: 1 agrees"])
    }
}
#endif
