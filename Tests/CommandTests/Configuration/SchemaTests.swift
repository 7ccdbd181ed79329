#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestServer
import ConnectivityWire
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

extension Need {
    /// The validator of JSON Schema for Python.
    fileprivate static let jsonSchema = Need.success(
        of: "/usr/bin/python3 -c 'import jsonschema'",
        else: "needs jsonschema: apt-get install python3-jsonschema"
    )
}

@Suite struct `The schema` {
    private let fixtures = URL.package.appending(path: "Fixtures")
    private static let names = SchemaVerb.documents.map(\.name)

    private func schema(_ name: String) async -> String {
        await Transcript.of("schema", name).output.joined(separator: "\n") + "\n"
    }

    /// Returns the faults that an independent validator finds, one line per fault.
    private func faults(_ name: String, _ documents: [String]) async throws -> [String] {
        let schema = try temporaryFile(await schema(name))
        let lines = documents.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.validator, schema, try temporaryFile(lines)]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return printed.split(separator: "\n").map(String.init)
    }

    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open(sys.argv[1]))
        Draft202012Validator.check_schema(schema)
        for line in open(sys.argv[2]):
            for fault in Draft202012Validator(schema).iter_errors(json.loads(line)):
                print(fault.json_path, fault.message[:300])
        """

    @Test(arguments: names) func `Each schema in the repository is what the command prints`(name: String) async throws {
        let file = try String(contentsOf: fixtures.appending(path: "schemas/\(name).schema.json"), encoding: .utf8)
        await expect(schema(name), file)
    }

    @Test func `An unknown schema name is refused with the known names`() async {
        let transcript = await Transcript.of("schema", "verdict")
        expect(transcript.status, .usage)
        let known = "assessment, brief, bundle, configuration, event, report, session, sign-in-recipe, status"
        expect(transcript.errors.first?.contains(known), true)
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for a bundle`() async throws {
        let server = try TestServer { _ in .message(status: 302, headers: ["Location": "http://login.example/"]) }
        let file = try temporaryFile("")
        let words = ["explain", "--bundle", file, "--scope", "lo", "--endpoint", server.url("/").description]
        await expect(Transcript.of(words: words).status, .captive)
        try await expect(faults("bundle", [try String(contentsOfFile: file, encoding: .utf8)]), [])
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for every assessment that is printed`() async throws {
        let replies: [TestServer.Reply] = [
            .message(status: 204, headers: [:], body: []),
            .message(status: 200, headers: [:], body: [0xFF, 0x00]),
            .message(status: 302, headers: ["Location": "http://login.example/"], body: []),
            .message(status: 511, headers: [:], body: Array("<form><input type=password></form>".utf8)),
            TestServer.Reply([.wait(.seconds(300))]),
        ]
        var documents: [String] = []
        for reply in replies {
            let server = try TestServer { _ in reply }
            defer { server.stop() }
            for scope in [["--scope", "lo"], ["--scope", "each-interface"]] {
                let words =
                    ["check", "--json", "--probe-timeout", "0.3", "--endpoint", server.url("/").description] + scope
                documents += await Transcript.of(words: words).output
            }
        }
        let unplugged = #"{"use": "source.static", "interfaces": [{"name": "eth0", "hasCarrier": false}]}"#
        documents += await Transcript.of("check", "--source", unplugged, "--json").output
        expect(documents.count, 11)
        try await expect(faults("assessment", documents), [])
        let spoiled = try #require(documents.first).replacing(#""isFinal":true"#, with: #""isFinal":1"#)
        #expect(try await faults("assessment", [spoiled]) != [])
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for every recorded session`() async throws {
        let folder = fixtures.appending(path: "sessions")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(SessionRecording.suffix) }
        #expect(files.count > 90)
        let documents = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        try await expect(faults("session", documents), [])
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for every recipe of the repository`() async throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: fixtures.appending(path: "recipes"),
            includingPropertiesForKeys: nil
        )
        let documents = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        #expect(documents.count >= 8)
        try await expect(faults("sign-in-recipe", documents), [])
        let spoiled = try #require(documents.first).replacing(#""steps":"#, with: #""step":"#)
        #expect(try await faults("sign-in-recipe", [spoiled]) != [])
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for the report of a journal`() async throws {
        let maker = URL.package.appending(path: "Tests/Report/journal.py").path()
        let journal = temporaryPath(".db")
        _ = try Tool.run("python3 '\(maker)' \(journal)")
        let documents = await Transcript.of("report", "--json", journal).output
        #expect(documents.joined().contains("hasEnded"))
        try await expect(faults("report", documents), [])
        let spoiled = try #require(documents.first).replacing(#""hasEnded":"#, with: #""ended":"#)
            .replacing(#""observed":"#, with: #""seen":"#)
        #expect(try await faults("report", [spoiled]) != [])
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for configurations written by hand and by the command`()
        async throws
    {
        let written = [
            "{}",
            #"{"schedule": {"interval": null, "jitter": null}, "quality": {"owners": null}, "limits": {"total": null}}"#,
            """
            {"source": "source.netlink", "prober": ["prober.curl"], "policy": {"use": "policy.share", "share": 0.5},
             "validators": {"only": ["validator.redirect"]}, "endpoints": ["apple.hotspot", {"url": "https://a.example/",
             "headers": {"Accept": "*/*", "X-Key": {"file": "/a", "prefix": "k"}}, "body": "x", "patience": 2,
             "expect": {"use": "validator.contains", "text": "pong"}},
             {"question": {"kind": "com.example.clock", "facts": {"a": [1, null]}}, "owner": "me"}], "pool": ["android"],
             "scope": "lo", "schedule": {"interval": 3}, "limits": {"total": 2}, "notifiers": ["notifier.lines"]}
            """,
        ]
        let registry = try PluginRegistry.standard()
        var documents = written
        for text in written {
            let configuration = try PipelineConfiguration(json: text.utf8, registry: registry)
            documents.append(try JSON(encoding: configuration).text)
        }
        try await expect(faults("configuration", documents), [])
        try await expect(faults("configuration", [#"{"endpoint": []}"#, #"{"limits": {"total": true}}"#]).count, 2)
    }

    @Test(.needs(.jsonSchema, .python)) func `The schema holds for every line between the command and a plugin`()
        async throws
    {
        let plugin = try temporaryFile(
            """
            #!/usr/bin/python3
            import json, sys
            def note(name, line): open(__file__ + name, "a").write(line + "\\n")
            options = {"type": "object", "properties": {"file": {"type": "string"}}}
            registers = [{"use": "validator.example.v"}, {"use": "prober.example.p", "kinds": ["com.example.k"]},
                {"use": "notifier.example.n", "summary": "notes", "options": options}, {"use": "source.example.s"}]
            reason = {"code": "com.example.reason", "facts": {"a": [1, None]}}
            for line in sys.stdin:
                note(".requests", line.strip())
                request = json.loads(line)
                answer = {
                    "hello": {"protocol": 1, "name": "x", "version": "1", "registers": registers, "sentences": {"com.example.a": "b"}},
                    "validate": {"finding": "captive", "reason": reason, "signInURL": "/login"},
                    "probe": {"answer": {"kind": "com.example.k", "facts": {}}}, "notify": {},
                    "observe": {"more": True, "interfaces": [{"name": "lo", "kind": "ethernet"}]},
                }.get(request["type"])
                if answer is None: continue
                text = json.dumps({"id": request["id"]} | answer)
                note(".answers", text)
                print(text, flush=True)
            """
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plugin)
        let configuration = try temporaryFile(
            """
            {"plugins": [{"program": ["\(plugin)"]}], "source": "source.example.s", "prober": ["prober.example.p"],
             "endpoints": [{"question": {"kind": "com.example.k", "facts": {}}, "owner": "x"}], "scope": "lo",
             "validators": ["validator.example.v"], "notifiers": [{"use": "notifier.example.n", "file": "x"}]}
            """
        )
        let lines = try Tool.run("timeout 3 \"$tool\" watch --config \(configuration)")
        #expect(lines.contains { $0.contains("captive on lo") }, "\(lines)")
        for (name, count) in [("requests", 5), ("answers", 4)] {
            let written = try String(contentsOfFile: "\(plugin).\(name)", encoding: .utf8).split(separator: "\n")
            #expect(written.count >= count)
            try await expect(faults("plugin-\(name.dropLast())", written.map(String.init)), [])
        }
        #expect(try await faults("plugin-answer", [#"{"id": 1, "finding": "online"}"#]) != [])
    }

    @Test(.needs(.jsonSchema)) func `The schema holds for every line of events`() async throws {
        let count = Mutex(0)
        let server = try TestServer { _ in
            let isFirst = count.withLock { count in
                defer { count += 1 }
                return count == 0
            }
            let portal: HeaderFields = ["Location": "http://portal.example/"]
            return .message(status: isFirst ? 302 : 204, headers: isFirst ? portal : [:], body: [])
        }
        defer { server.stop() }
        let lines = try temporaryFile("")
        let configuration = try temporaryFile(
            """
            {"endpoints": [{"url": "\(server.url("/"))", "expect": {"use": "validator.status-code", "expected": [204]}}],
             "scope": "lo",
             "schedule": {"interval": 0.05, "captiveFirst": 0.05},
             "notifiers": [{"use": "notifier.lines", "to": "\(lines)", "format": "json",
               "events": ["changed", "confirmed", "observed", "source-failed", "probe-ended", "round-ended", "ended"]}]}
            """
        )
        let pipeline = try Pipeline(
            PipelineConfiguration(json: try Data(contentsOf: URL(filePath: configuration)), registry: .standard())
        ) {}
        let run = Task { try await pipeline.run() }
        var documents: [String] = []
        while documents.count(where: { $0.contains(#""type":"observed""#) }) < 2 {
            try await Task.sleep(for: .milliseconds(20))
            // The last line may not be written to its end yet.
            let text = try String(contentsOfFile: lines, encoding: .utf8)
            documents = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
        run.cancel()
        _ = await run.result
        try await expect(faults("event", documents), [])
    }
}
#endif
