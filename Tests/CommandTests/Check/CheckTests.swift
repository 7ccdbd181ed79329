#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

/// Runs the whole command against a server on loopback, through the loopback interface, so that no network is
/// needed.
@Suite struct `Check` {
    private func check(_ reply: TestServer.Reply, _ words: String...) async throws -> Transcript {
        let server = try TestServer { _ in reply }
        defer { server.stop() }
        let url = server.url("/probe").description
        return await Transcript.of(words: ["check", "--scope", "lo", "--endpoint", url] + words)
    }

    private let portal = TestServer.Reply.message(
        status: 302,
        headers: ["Location": "http://login.example/"],
        body: []
    )

    @Test func `check ends with the exit status of the access`() async throws {
        let genuine = TestServer.Reply.message(status: 200, headers: [:], body: Array("pong".utf8))
        try await expect(check(genuine, "--expect-contains", "pong").status, .success)
        try await expect(check(genuine, "--expect-contains", "song").status, .blocked)
        try await expect(check(portal, "--json").status, .captive)
        let none = [
            "check", "--source", #"{"use": "source.static", "interfaces": [{"name": "eth0", "hasCarrier": false}]}"#,
        ]
        await expect(Transcript.of(words: none).status, .disconnected)
        let refused = await Transcript.of("check", "--scope", "lo", "--endpoint", "http://127.0.0.1:1/")
        expect(refused.status, .unreachable)
        expect(refused.output.first?.contains("the connection was refused"), true)
    }

    @Test(arguments: [["check"], ["check", "--scope", "each-interface"], ["explain", "--verbose"]])
    func `The name of an interface cannot control the terminal`(words: [String]) async {
        let source = #"{"use": "source.static", "interfaces": [{"name": "e\u001b[31m\u009b", "kind": "ethernet"}]}"#
        let transcript = await Transcript.of(words: words + ["--source", source, "--endpoint", "http://127.0.0.1:1/"])
        let text = transcript.output.joined()
        #expect(text.contains(#"e\u{1b}[31m\u{9b}"#))
        #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{9B}"].contains($0) })
    }

    /// The forms are those of the Monitoring Plugins Development Guidelines.
    @Test func `check --format nagios prints one line with performance data and ends with 0 to 3`() async throws {
        let genuine = TestServer.Reply.message(status: 200, headers: [:], body: Array("pong".utf8))
        let server = try TestServer { _ in genuine }
        defer { server.stop() }
        func check(_ text: String, _ words: String...) async -> Transcript {
            let endpoint = ["--scope", "lo", "--endpoint", server.url("/a|b").description]
            return await Transcript.of(
                words: ["check", "--format", "nagios", "--expect-contains", text] + endpoint + words
            )
        }
        let ok = await check("pong")
        expect(ok.status.rawValue, 0)
        let line = try #require(ok.output.first)
        #expect(ok.output.count == 1 && line.hasPrefix("OK - online on lo (loopback): "), "\(ok.output)")
        let parts = line.split(separator: " | ")
        #expect(parts.count == 2 && line.count { $0 == "|" } == 1)
        let form = /([a-z]+)=(U|[0-9.]+s?;;;0(;[0-9]+)?)/
        let labels = parts.last?.split(separator: " ").map { $0.wholeMatch(of: form)?.1 }
        expect(labels, ["duration", "genuine", "lookup", "connect", "tls", "response"], "\(line)")
        expect(parts.last?.contains("genuine=1;;;0;1"), true)
        let critical = await check("song")
        expect(critical.status.rawValue, 2)
        expect(critical.output.first?.hasPrefix("CRITICAL - blocked on lo"), true)
        let unknown = await check("pong", "--config", "/nowhere")
        #expect(unknown.status.rawValue == 3 && unknown.errors.isEmpty)
        expect(unknown.output.first?.hasPrefix("UNKNOWN - cannot read /nowhere"), true)
    }

    @Test func `check --format refuses other forms, and with --json all but json`() async throws {
        let other = await Transcript.of("check", "--format", "xml")
        #expect(other.status == .usage && other.errors.first?.contains("text, json or nagios") == true)
        let both = await Transcript.of("check", "--format", "nagios", "--json")
        #expect(
            both.status.rawValue == 3 && both.output.first?.hasPrefix("UNKNOWN - check: --json and --format") == true
        )
    }

    @Test func `Every ending of a check for Nagios is one line on standard output, and 3 without a result`()
        async throws
    {
        let broken = try temporaryFile("{ \"endpoints\": [")
        let wrong = try temporaryFile(#"{ "validator": "x" }"#)
        for words in [
            ["--no-such-option"], ["--endpoint", "no-such-endpoint"], ["--config", broken], ["--config", wrong],
            ["extra"],
            ["--interface", "no-such-interface"], ["--timeout", "never"],
        ] {
            for format in [["--format", "nagios"], ["--format=nagios"]] {
                let transcript = await Transcript.of(words: ["check"] + format + words)
                expect(transcript.status.rawValue, 3, "\(words): \(transcript)")
                #expect(transcript.output.count == 1 && transcript.errors.isEmpty, "\(words): \(transcript)")
                expect(transcript.output.first?.hasPrefix("UNKNOWN - "), true, "\(words): \(transcript)")
            }
        }
        let server = try TestServer { _ in
            .message(status: 200, body: Array("pong".utf8)).with(.init { $0.delayBeforeHeader = .seconds(60) })
        }
        defer { server.stop() }
        let endpoint = ["--scope", "lo", "--endpoint", server.url().description, "--expect-contains", "pong"]
        let late = await Transcript.of(words: ["check", "--format", "nagios", "--timeout", "300ms"] + endpoint)
        #expect(late.status.rawValue == 3 && late.output.count == 1, "\(late)")
        expect(late.output.first?.contains("the time of 300ms was over"), true, "\(late)")
        // What another command prints or runs is not for Nagios.
        await expect(Transcript.of("gate", "--no-such-option", "--", "x", "--format", "nagios").status, .usage)
        await expect(Transcript.of("watch", "--format", "nagios").status, .usage)
    }

    @Test func `The names in an error cannot control the terminal`() async {
        let transcript = await Transcript.of("check", "--source", "\u{1B}[31mx")
        expect(transcript.errors.first?.contains(#"\u{1b}[31mx"#), true)
    }

    @Test func `check prints the reason and where to sign in`() async throws {
        let policy = try temporaryFile(#"{"policy": {"use": "policy.share", "share": 1}}"#)
        let transcript = try await check(portal, "--config", policy)
        expect(transcript.output.first, "captive on lo (loopback): sign in at http://login.example/")
        let all = transcript.output.joined(separator: "\n")
        #expect(all.contains("redirected (302) to the sign-in page"), "\(all)")
        expect(all.split(separator: "login.example").count, 2, "The URL is printed once: \(all)")
        let whole = try await check(portal, "--config", policy, "--verbose").output.joined()
        #expect(whole.contains(#"redirected (302) to "http://login.example/""#), "\(whole)")
    }

    @Test func `explain answers in the first line, and --verbose prints every step`() async throws {
        let server = try TestServer { [portal] _ in portal }
        defer { server.stop() }
        let words = ["explain", "--scope", "lo", "--endpoint", server.url("/probe").description]
        let transcript = await Transcript.of(words: words)
        expect(transcript.status, .captive)
        try #require(transcript.output.count == 3, "\(transcript)")
        let answer = "captive: the network requires you to sign in (certain). Sign in at http://login.example/"
        expect(transcript.output[0], answer)
        #expect(transcript.output[1].hasPrefix("  Evidence: http://127.0.0.1:"))
        #expect(transcript.output[2].hasPrefix("  Ruled out: the link and the address"))
        #expect(transcript.output[1].hasSuffix(": redirected (302) to the sign-in page."), "The URL is printed once")
        let whole = await Transcript.of(words: words + ["--verbose"]).output
        try #require(whole.count == 10, "\(whole)")
        expect(whole[0], answer)
        #expect(whole[1].hasPrefix("1. Evidence: http://127.0.0.1:"))
        #expect(whole[2].hasPrefix("2. Ruled out: the link and the address"))
        // Without IPv6 there is only one address.
        #expect(whole[3].hasPrefix("3. lo (loopback) is up and connected, with the address"))
        #expect(whole[3].contains(" 127.0.0.1/8"))
        #expect(whole[5].contains("/probe got 302 and 0 bytes from 127.0.0.1 in "))
        #expect(whole[6].hasPrefix("6. Result: captive: "))
        #expect(
            whole[7].hasPrefix(
                "7. Each answer is judged by these links, of which the first objection decides: unanswered; "
            )
        )
        // Every 30 seconds, less the jitter, which is 5 percent in the mean.
        #expect(whole[9].hasPrefix("9. Watching costs about 126 requests and "))
        let json = try await Transcript.of(words: words + ["--json"]).object()
        expect(json.keys.sorted(), ["answers", "assessment", "diagnosis", "explanation"])
        expect((json["explanation"] as? [String])?.count, 10)
    }

    @Test(arguments: [(["Me", "You"], 60), (["Me"], 1)])
    func `explain --verbose ends with what an hour of watching asks of each owner`(
        owners: [String],
        interval: Int
    ) async throws {
        let server = try TestServer { _ in .message(status: 200, headers: [:], body: Array("pong".utf8)) }
        defer { server.stop() }
        let endpoints = owners.map { owner in
            let expectation = #"{"use": "validator.contains", "text": "pong"}"#
            return #"{"url": "\#(server.url("/\(owner)"))", "owner": "\#(owner)", "expect": \#(expectation)}"#
        }
        let schedule = #"{"interval": \#(interval), "jitter": 0}"#
        let configuration = try temporaryFile(
            #"{"endpoints": [\#(endpoints.joined(separator: ", "))], "schedule": \#(schedule)}"#
        )
        let words = ["explain", "--verbose", "--scope", "lo", "--config", configuration]
        let last = try #require(await Transcript.of(words: words).output.last)
        let count = 3600 / interval
        #expect(last.contains("Watching costs about \(owners.count * count) requests and "), "\(last)")
        let list = owners.map { "\($0) \(count)" }.joined(separator: ", ")
        #expect(last.hasSuffix(" KiB of answers per hour while all is well: \(list)."), "\(last)")
    }

    @Test func `explain of a network that is online has one line`() async throws {
        let server = try TestServer { _ in .message(status: 200, headers: [:], body: Array("pong".utf8)) }
        defer { server.stop() }
        let endpoint = ["--endpoint", server.url("/").description, "--expect-contains", "pong"]
        let transcript = await Transcript.of(words: ["explain", "--scope", "lo"] + endpoint)
        expect(transcript.output, ["online: the provider answered correctly. Nothing needs to be done."])
    }

    @Test func `check ends with the cause that explain finds`() async throws {
        let server = try TestServer { _ in .message(status: 403, headers: [:], body: Array("blocked".utf8)) }
        defer { server.stop() }
        let words = ["--scope", "lo", "--endpoint", server.url("/").description, "--expect-contains", "pong"]
        let check = await Transcript.of(words: ["check"] + words)
        let explain = await Transcript.of(words: ["explain"] + words)
        expect(check.status, .blocked, "\(check)")
        let answer = try #require(explain.output.first?.split(separator: ": ", maxSplits: 1).last)
        expect(check.output.last?.split(separator: "\n").last, "Cause: \(answer)", "\(check) \(explain)")
        let json = await Transcript.of(words: ["check", "--json"] + words)
        #expect(!json.output.joined().contains("Cause"))
    }

    @Test func `On a terminal the access is bold, and a sign-in URL has no query`() async throws {
        let long = TestServer.Reply.message(
            status: 302,
            headers: ["Location": "http://login.example/in?mac=02:00:5e:00:53:01&fas=aGVsbG8"],
            body: []
        )
        let server = try TestServer { _ in long }
        defer { server.stop() }
        let lines = Mutex<[String]>([])
        var console = Console(
            print: { line in lines.withLock { $0.append(line) } },
            printError: { _ in },
            isColoured: true
        )
        console.isTerminal = true
        let words = ["--scope", "lo", "--endpoint", server.url("/").description]
        func output(_ verb: String, _ more: String...) async -> [String] {
            lines.withLock { $0 = [] }
            _ = await CommandLineTool.run([verb] + words + more, console: console)
            return lines.withLock { $0 }
        }
        let captive = "\u{1B}[1;33mcaptive\u{1B}[0m"
        await expect(output("check").first, "\(captive) on lo (loopback): sign in at http://login.example/in?…")
        await expect(output("check", "-v").first?.hasSuffix("fas=aGVsbG8"), true)
        let explained = await output("explain").first
        let cause = "the network requires you to sign in (certain)"
        expect(explained, "\(captive): \(cause). Sign in at http://login.example/in?…")
        #expect(await output("portal").contains("page:\nhttp://login.example/in?mac=02:00:5e:00:53:01&fas=aGVsbG8"))
    }

    @Test(arguments: [
        "check", "explain", "gate -- true", "portal", "emulate", "open --browser true",
        "fixture record --mode all --output -",
    ])
    func `An interface that does not exist is wrong usage, and those that exist are named`(verb: String) async {
        let words = verb.split(separator: " ").map(String.init)
        let place = words.firstIndex(of: "--") ?? words.endIndex
        let option = ["--scope", "no-such"]
        let transcript = await Transcript.of(words: words[..<place] + option + words[place...])
        expect(transcript.status, .usage)
        // "There is lo", or "there are eth0, lo".
        #expect(transcript.errors.joined().contains(/there is no interface no-such; there (is|are) .*\blo\b/))
    }

    @Test func `The nearest interface is suggested`() async {
        let source = #"{"use": "source.static", "interfaces": [{"name": "wlan0"}, {"name": "eth0"}]}"#
        let transcript = await Transcript.of("check", "--source", source, "--scope", "eht0")
        let line = "connectivityctl: check: there is no interface eht0; there are wlan0, eth0; did you mean eth0?; "
        expect(transcript.errors.first?.hasPrefix(line), true, "\(transcript)")
    }

    @Test func `A scope that is almost each-interface is no interface`() async {
        let transcript = await Transcript.of("check", "--scope", "each-interfaces")
        #expect(transcript.errors.first?.contains("did you mean each-interface?") == true, "\(transcript)")
    }

    @Test func `Interfaces can be left out by name and by kind`() async {
        for pattern in ["lo", "l*", "loopback"] {
            let transcript = await Transcript.of("check", "--scope", "lo", "--ignore", pattern)
            expect(transcript.status, .usage, "\(pattern)")
        }
    }

    @Test func `check keeps the time limit of a probe`() async throws {
        let start = ContinuousClock.now
        let transcript = try await check(TestServer.Reply([.wait(.seconds(300))]), "--probe-timeout", "0.3")
        expect(transcript.status, .unreachable)
        expect(transcript.output.first?.contains("the response did not arrive in time"), true)
        // The server would delay its answer by 300 seconds; a busy machine may add some delay.
        #expect(start.duration(to: .now) < .seconds(200))
    }

    @Test func `The demonstration shows every state in order`() async throws {
        let transcript = await Transcript.of("demo", "--json")
        expect(transcript.status, .success, "\(transcript.errors)")
        let states = try transcript.output.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        .compactMap { $0?["access"] as? String }
        expect(states, ["determining", "unreachable", "captive", "online", "captive"])
    }

    @Test func `The demonstration also shows assessments published before it began to listen`() async throws {
        let recorder = AnnouncedAssessments()
        for access in [InternetAccess.determining, .unreachable] {
            let time = Timestamp(sinceEpoch: .zero)
            await recorder.handle(
                .assessmentChanged(Assessment(access: access, reason: .notYetJudged, startedAt: time))
            )
        }
        let (lines, console) = AsyncStream.makeStream(of: String.self)
        let story = Story(
            gateway: try DemoGateway(),
            prober: CurlProber(),
            configuration: PipelineConfiguration(),
            console: Console(print: { console.yield($0) }, printError: { console.yield($0) }),
            isJSON: false
        )
        try await expect(story.follow(recorder, for: 1), ["unreachable"])
        console.finish()
        let words = await lines.reduce(into: [String]()) { $0.append($1) }
        expect(words.count, 2)
        expect(words.first?.contains("determining"), true, "\(words)")
        expect(words.last?.contains("unreachable"), true, "\(words)")
    }

    @Test func `A challenge is new in every check, and only an answer that repeats it is genuine`() async throws {
        let seen = Mutex<[String]>([])
        let server = try TestServer { request in
            let challenge = request.headers["X-Tailscale-Challenge"] ?? ""
            let first = seen.withLock { all in
                all.append(challenge)
                return all[0]
            }
            // A cache repeats the answer to the first request.
            let answer = request.target == "/cached" ? first : challenge
            return .message(status: 204, headers: ["X-Tailscale-Response": "response \(answer)"], body: [])
        }
        let prepared = try TestServer { _ in .message(status: 204) }
        defer { for server in [server, prepared] { server.stop() } }
        let file = URL(filePath: temporaryPath(".json"))
        defer { try? FileManager.default.removeItem(at: file) }
        func check(_ url: HTTPURL) async throws -> Transcript {
            let expect = #"{"use": "validator.challenge"}"#
            try Data(#"{"endpoints": [{"url": "\#(url)", "expect": \#(expect)}]}"#.utf8).write(to: file)
            return await Transcript.of("check", "--scope", "lo", "--config", file.path(), "--json")
        }
        let first = try await check(server.url("/cached"))
        expect(first.status, .success)
        #expect(try await check(server.url("/cached")).status != .success)
        try await expect(check(server.url("/")).status, .success)
        #expect(try await check(prepared.url("/")).status != .success)
        #expect(Set(seen.withLock { $0 }).count == 3 && seen.withLock { $0.allSatisfy { $0.count > 8 } })
        // The challenge is part of the record, so the record is decided again.
        let saved = try SavedAssessment(json: Data(first.output.joined().utf8), registry: try .standard())
        #expect(saved.decideAgain(by: try #require(saved.configuration).rules).agrees)
    }

    @Test func `check sends the configured header fields and body, and prints no secret`() async throws {
        let server = try TestServer { request in
            let isKnown = request.headers["Authorization"] == "Bearer open-sesame" && request.body == Array("ping".utf8)
            return .message(status: isKnown ? 200 : 401, headers: [:], body: Array((isKnown ? "pong" : "no").utf8))
        }
        defer { server.stop() }
        let folder = URL(filePath: temporaryPath())
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (secret, file) = (folder.appending(path: "token"), folder.appending(path: "check.json"))
        try Data("open-sesame\n".utf8).write(to: secret)
        let configuration = """
            {"endpoints": [{
                "url": "\(server.url("/health"))", "body": "ping", "expect": {"use": "validator.equals", "text": "pong"},
                "headers": {"Authorization": {"file": "\(secret.path())", "prefix": "Bearer "}}
            }]}
            """
        try Data(configuration.utf8).write(to: file)
        let transcript = await Transcript.of("check", "--scope", "lo", "--config", file.path(), "--json")
        expect(transcript.status, .success, "\(transcript)")
        #expect(!transcript.output.joined().contains("sesame"))
        try FileManager.default.removeItem(at: secret)
        let without = await Transcript.of("check", "--scope", "lo", "--config", file.path())
        #expect(without.status == .configuration && without.errors.first?.contains("No such file") == true)
    }
}
#endif
