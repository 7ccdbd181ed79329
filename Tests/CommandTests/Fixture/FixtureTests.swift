#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityRecords
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools
@testable import ConnectivityTestServer

/// Tests the commands for recordings over loopback.
@Suite struct `Recordings` {
    private let folder: String

    init() throws {
        folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    private let portal = TestServer.Reply.message(
        status: 302,
        headers: ["Location": "http://login.example/?token=d1e2a3d4c5", "Set-Cookie": "sid=0123456789; Path=/"]
    )

    private func record(_ server: TestServer, _ words: String...) async -> Transcript {
        let url = server.url("/probe").description
        let fixed = [
            "fixture", "record", "--scope", "lo", "--endpoint", url, "--output", "\(folder)/a.session.json",
        ]
        return await Transcript.of(words: fixed + words)
    }

    @Test func `A recording contains no secrets, agrees with itself, and leads to the same access`() async throws {
        let server = try TestServer { [portal] _ in portal }
        defer { server.stop() }
        let made = await record(server, "--mode", "all", "--from", "a test")
        expect(made.status, .success, "\(made.errors)")
        #expect(made.errors.isEmpty)
        expect(made.output.first?.hasPrefix("recorded 1 exchange to "), true)
        #expect(made.output.contains { $0.contains("captive portal http://login.example/?token=REDACTED-") })
        let text = try String(contentsOfFile: "\(folder)/a.session.json", encoding: .utf8)
        for secret in ["d1e2a3d4c5", "0123456789"] { #expect(!text.contains(secret)) }
        let verified = await Transcript.of("fixture", "verify", folder)
        expect(verified.status, .success)
        expect(verified.output, ["1 recording: 1 agrees"])
    }

    @Test func `A network is recorded to be sent, with a form and without secrets`() async throws {
        let server = try TestServer { [portal] _ in portal }
        defer { server.stop() }
        let words = [
            "fixture", "record", "--scope", "lo", "--endpoint", server.url("/probe").description, "--share",
            "\(folder)/net",
        ]
        let made = await Transcript.of(words: words)
        expect(made.status, .success, "\(made)")
        expect(made.output.last, "read both files in \(folder)/net and fill in ABOUT.md before you send them")
        let form = try String(contentsOfFile: "\(folder)/net/ABOUT.md", encoding: .utf8)
        #expect(form.contains("- What a person had to do") && form.contains("- captive"), "\(form)")
        let session = try String(contentsOfFile: "\(folder)/net/network.session.json", encoding: .utf8)
        for secret in ["d1e2a3d4c5", "0123456789"] {
            #expect(!session.contains(secret) && !form.contains(secret), "\(form)")
        }
        await expect(Transcript.of("fixture", "verify", "\(folder)/net").output, ["1 recording: 1 agrees"])
        await expect(Transcript.of(words: words).status, .noOutput)
        let both = await Transcript.of(words: words + ["--output", "x"])
        #expect(both.status == .usage && both.errors.first?.contains("--share and --output cannot be combined") == true)
    }

    @Test func `The network is only recorded if the mode permits it`() async throws {
        let server = try TestServer { [portal] _ in portal }
        defer { server.stop() }
        let never = await record(server, "--mode", "never")
        expect(never.status, .noInput)
        expect(never.errors.first?.hasSuffix("a.session.json does not exist; leave out --mode to record it"), true)
        expect(server.requestCount, 0)
        await expect(record(server, "--mode", "missing").status, .success)
        expect(server.requestCount, 1)
        let again = await record(server, "--mode", "missing")
        expect(again.status, .success)
        expect(again.output.first?.hasPrefix("agrees: "), true)
        await expect(record(server, "--mode", "never").output.first?.hasPrefix("agrees: "), true)
        let refused = await record(server)
        expect(refused.status, .noOutput)
        let advice = "a.session.json already exists; --mode all records it again, --mode never checks it"
        expect(refused.errors.first?.hasSuffix(advice), true)
        expect(server.requestCount, 1)
        let words = ["fixture", "record", "--mode", "all", "--output", "\(folder)/none.session.json"]
        let inCI = await Transcript.of(words: words, environment: ["CI": "true"])
        expect(inCI.status, .noInput)
        expect(inCI.errors.first?.contains("nothing is recorded if the variable CI is set"), true)
    }

    @Test func `A recording over some time contains its rounds`() async throws {
        let server = try TestServer { [portal] _ in portal }
        defer { server.stop() }
        // The first round takes a moment, and longer if hundreds of other tests have just begun.
        for seconds in ["0.5", "2", "8", "30"] {
            let made = await record(server, "--mode", "all", "--for", seconds)
            expect(made.status, .success, "\(made.errors)")
            let file = URL(filePath: "\(folder)/a.session.json")
            let session = try SessionRecording(parsing: Array(Data(contentsOf: file)))
            if session.exchanges.isEmpty { continue }
            return expect(session.expectations.last?.access, "captive")
        }
        Issue.record("no round came within 30 seconds")
    }

    @Test func `fixture record reports when replacing secrets changes the result`() async throws {
        let server = try TestServer { _ in .message(status: 200, body: Array("?token=abcd1234efgh".utf8)) }
        defer { server.stop() }
        let made = await record(server, "--mode", "all", "--expect-regex", "tok[e]n=abcd")
        expect(made.status, .success)
        expect(made.errors.count, 1)
        expect(made.errors.first?.contains("result of the live run: online "), true, "\(made.errors)")
        let path = "\(folder)/a.session.json"
        let session = try SessionRecording(parsing: Array(Data(contentsOf: URL(filePath: path))))
        expect(session.provenance.notes.first?.contains("result of this file: blocked "), true)
        await expect(Transcript.of("fixture", "verify", path).status, .success)
        // If the configuration holds the same secret as the answer, it is replaced in both, and the result stays
        // the same.
        #expect(await record(server, "--mode", "all", "--expect-contains", "?token=abcd1234efgh").errors.isEmpty)
    }

    @Test func `The output of curl is imported without secrets`() async throws {
        try "HTTP/1.1 302 Found\r\nLocation: http://p.example/?mac=3c:22:fb:9a:01:7e\r\n\r\n"
            .write(toFile: "\(folder)/c.txt", atomically: true, encoding: .utf8)
        let url = "http://captive.apple.com/hotspot-detect.html"
        let words = ["fixture", "import", "\(folder)/c.txt", "--url", url, "--output", "\(folder)/in"]
        let imported = await Transcript.of(words: words)
        expect(imported.status, .success, "\(imported.errors)")
        let text = try String(contentsOfFile: "\(folder)/in/c.http", encoding: .utf8)
        #expect(text.contains("Location: http://p.example/?mac=00:00:5e:00:53:01\r\n"))
        #expect(text.hasPrefix("# url: \(url)\n"))
    }

    @Test func `The files of an import have the name of a person or a device in no name`() async throws {
        for name in ["lena.gast@mail 001b44113ab7", "room 412", "3c22fb9a017e"] {
            try "HTTP/1.1 204 No Content\r\n\r\n"
                .write(toFile: "\(folder)/\(name).txt", atomically: true, encoding: .utf8)
            let out = "\(folder)/in \(name.count)"
            let imported = await Transcript.of("fixture", "import", "\(folder)/\(name).txt", "--output", out)
            expect(imported.status, .success, "\(imported.errors)")
            try expect(FileManager.default.contentsOfDirectory(atPath: out), ["recording.http"])
        }
    }

    @Test func `Importing an HTTP Archive into a folder overwrites no file`() async throws {
        let archive = """
            {"log": {"entries": [{"startedDateTime": "2026-11-26T12:00:10Z", "time": 20,
            "request": {"method": "GET", "url": "http://a.example/probe"},
            "response": {"status": 302, "headers": [{"name": "Location", "value": "http://login.example/"}]}}]}}
            """
        try archive.write(toFile: "\(folder)/a.har", atomically: true, encoding: .utf8)
        let out = "\(folder)/in"
        let imported = await Transcript.of("fixture", "import", "\(folder)/a.har", "--output", out)
        expect(imported.status, .success, "\(imported.errors)")
        try expect(
            FileManager.default.contentsOfDirectory(atPath: out).sorted(),
            [
                "a-1-302-a.example.http", "a.session.json",
            ]
        )
        let classified = await Transcript.of("classify", "\(out)/a-1-302-a.example.http")
        expect(classified.output.first?.hasPrefix("captive: redirected (302)"), true)
        await expect(Transcript.of("fixture", "import", "\(folder)/a.har", "--output", out).status, .noOutput)
        let below = await Transcript.of("fixture", "import", "\(folder)/a.har", "--output", "\(folder)/a.har/x")
        #expect(below.status == .noOutput && below.errors.first?.contains("cannot create the folder") == true)
    }

    /// What a browser records at a portal: its question, the page with what that loads, and the question again.
    private func archive(of question: String, _ status: Int, _ genuine: String) -> String {
        let entries: [(url: String, referer: String?, status: Int, body: String)] = [
            (question, nil, 307, ""),
            ("http://login.hotel.example/in", nil, 200, "<form action=go><input name=room></form>"),
            ("http://login.hotel.example/app.js", "http://login.hotel.example/in", 200, "start()"),
            ("http://news.example/", "http://login.hotel.example/in", 200, "<p>News"), (question, nil, status, genuine),
        ]
        let texts = entries.enumerated().map { index, entry in
            let referer = entry.referer.map { #"{"name": "Referer", "value": "\#($0)"}"# } ?? ""
            return #"""
                {"startedDateTime": "2026-11-26T12:00:\#(10 + index)Z", "time": 20, "request": {"method": "GET", "url": "\#(entry.url)",
                "headers": [\#(referer)]}, "response": {"status": \#(entry.status), "headers": [], "content": {"text": \#(String(decoding: JSON.string(entry.body).encoded(), as: UTF8.self))},
                "redirectURL": "\#(entry.status == 307 ? "http://login.hotel.example/in" : "")"}}
                """#
        }
        return #"{"log": {"entries": [\#(texts.joined(separator: ","))]}}"#
    }

    @Test(
        arguments: [
            ("http://detectportal.firefox.com/success.txt?ipv4", []), ("http://www.gstatic.com/generate_204", []),
            ("http://detectportal.firefox.com/success.txt", ["--endpoint", "http://other.example/"]),
        ]
    )
    func `An archive of a browser at a portal leads to captive and then to online`(
        question: String,
        options: [String]
    ) async throws {
        let isMozilla = question.contains("success")
        let text = archive(of: question, isMozilla ? 200 : 204, isMozilla ? "success\n" : "")
        try text.write(toFile: "\(folder)/b.har", atomically: true, encoding: .utf8)
        let out = "\(folder)/browser"
        let imported = await Transcript.of(words: ["fixture", "import", "\(folder)/b.har", "--output", out] + options)
        expect(imported.status, .success, "\(imported.errors)")
        expect(
            imported.output.contains("note: 3 requests of no known endpoint were left out; --endpoint names one"),
            true,
            "\(imported.output)"
        )
        let session = try SessionRecording(file: "\(out)/b.session.json")
        let replay = try #require(try session.replayed("b", .standard()))
        expect(replay.assessments.map(\.assessment.access.name), ["determining", "captive", "online"], "\(question)")
        try expect(FileManager.default.contentsOfDirectory(atPath: out).count, 3)
    }

    @Test func `In an archive without a known endpoint the requests that no answer led to are questions`() async throws
    {
        let text = archive(of: "http://check.hotel.example/ok", 200, "ok")
        try text.write(toFile: "\(folder)/c.har", atomically: true, encoding: .utf8)
        let imported = await Transcript.of("fixture", "import", "\(folder)/c.har", "--output", "\(folder)/own")
        expect(imported.output.contains("note: 3 requests that answers led to were left out"), true, "\(imported)")
        let session = try SessionRecording(file: "\(folder)/own/c.session.json")
        expect(
            Set(session.exchanges.compactMap { $0.exchange.request.url?.description }),
            ["http://check.hotel.example/ok"]
        )
        let onlyPages = text.replacing("check.hotel", with: "login.hotel").replacing("/ok", with: "/in")
            .replacing(#""headers": []}"#, with: #""headers": [{"name": "Referer", "value": "http://a.example/"}]}"#)
        try onlyPages.write(toFile: "\(folder)/d.har", atomically: true, encoding: .utf8)
        let none = await Transcript.of("fixture", "import", "\(folder)/d.har", "--output", "\(folder)/none")
        #expect(none.status == .data && none.errors.first?.hasSuffix("name one with --endpoint URL") == true, "\(none)")
        let mistyped = await Transcript.of("fixture", "import", "x.har", "--output", "o", "--endpoint", "nonsense")
        #expect(
            mistyped.status == .usage && mistyped.errors.first?.contains("is not a valid URL") == true,
            "\(mistyped)"
        )
    }

    @Test func `fixture import does not overwrite one recording with another of the same name`() async throws {
        for name in ["x", "y"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            try "HTTP/1.1 204 No Content\n\n"
                .write(toFile: "\(folder)/\(name)/c.txt", atomically: true, encoding: .utf8)
        }
        let words = ["fixture", "import", "\(folder)/x/c.txt", "\(folder)/y/c.txt", "--output", "\(folder)/in"]
        let imported = await Transcript.of(words: words)
        expect(imported.status, .usage)
        expect(imported.errors.first?.contains("two FILEs would be written to c.http"), true, "\(imported.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/in").isEmpty)
        let one = ["fixture", "import", "\(folder)/x/c.txt", "--output", "\(folder)/in"]
        await expect(Transcript.of(words: one).status, .success)
        await expect(Transcript.of(words: one).status, .noOutput)
    }

    @Test(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable)))
    func `A recording with https is served over TLS`() async throws {
        let session = SessionRecording(
            provenance: .init(source: "a test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
            events: [
                .init(
                    at: .zero,
                    .round(
                        ["http://a.example/", "https://a.example/"].map { url in
                            .init(
                                ProbeExchange(
                                    request: ProbeRequest(url),
                                    outcome: .success(
                                        ProbeResponse(
                                            status: 302,
                                            headers: ["Location": "http://p.example/in"]
                                        )
                                    )
                                )
                            )
                        }
                    )
                )
            ]
        )
        let path = "\(folder)/s.session.json"
        try Data(session.encoded()).write(to: URL(filePath: path))
        let lines = AsyncStream.makeStream(of: String.self)
        let console = Console(print: { lines.continuation.yield($0) }, printError: { lines.continuation.yield($0) })
        let words = ["fixture", "serve", path, "--certificate", "\(folder)/ca.pem"]
        try await withThrowingTaskGroup { group in
            group.addTask { _ = await CommandLineTool.run(words, console: console) }
            defer { group.cancelAll() }
            var iterator = lines.stream.makeAsyncIterator()
            let first = try #require(await iterator.next())
            let place = try #require(first.split(separator: " ").last)
            let options = ["connectTo": String(place), "caFile": "\(folder)/ca.pem"]
            let prober = try PluginRegistry.standard().prober(ComponentReference("prober.curl", options: options))
            let known = await prober.probe(ProbeRequest("https://a.example/"))
            expect(known.response?.headers["Location"], "http://p.example/in", "\(first) \(known.outcome)")
            let unknown = await prober.probe(ProbeRequest("https://b.example/"))
            guard case .failure(let failure) = unknown.outcome else {
                Issue.record("a host that is not recorded answered over TLS: \(unknown.outcome)")
                return
            }
            expect(failure.kind, .tls(.protocol))
        }
    }
}
#endif
