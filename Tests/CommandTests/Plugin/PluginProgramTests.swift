#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Plugins in other processes, as a user has them: in a configuration, over real sockets.
@Suite(.needs(.python)) struct `Plugins as programs` {
    /// The plugin of 15 lines that the guide shows, with what it says instead of a verdict for the body `wait`.
    private static let pong = """
        #!/usr/bin/python3
        import json, os, sys, time
        for line in sys.stdin:
            request = json.loads(line)
            answer = {"id": request.get("id")}
            if request["type"] == "hello":
                options = {"type": "object", "properties": {"word": {"type": "string"}, "times": {"type": "integer", "minimum": 1}}}
                pong = {"use": "validator.example.pong", "summary": "expects pong", "expectation": True, "options": options}
                answer.update(protocol=1, name="example-pong", version="1.0", registers=[pong])
            elif request["type"] == "validate":
                body = (request["exchange"]["response"] or {}).get("body") or ""
                if body == "kill": os.kill(os.getpid(), 9)
                genuine = body == request["options"].get("word", "pong")
                answer.update(finding="genuine" if genuine else "substituted", reason="the body is " + body[:40])
            else: continue
            print(json.dumps(answer), flush=True)
        """

    private struct Setting {
        var configuration: String
        var plugin: String
    }

    private func setting(_ url: String, options: String = "", plugin code: String = pong) throws -> Setting {
        let plugin = try temporaryFile(code, suffix: ".py")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plugin)
        let configuration = """
            { "plugins": [{ "program": ["\(plugin)"] }],
              "scope": "lo",
              "endpoints": [
                { "url": "\(url)",
                  "expect": { "use": "validator.example.pong"\(options) } }
              ],
              "schedule": { "interval": 0.3, "retryFirst": 0.3, "retryMaximum": 0.3 } }
            """
        return Setting(configuration: try temporaryFile(configuration, suffix: ".json"), plugin: plugin)
    }

    private func server(_ bodies: [String]) throws -> TestServer {
        let counter = Counter()
        return try TestServer { _ in
            .message(status: 200, headers: [:], body: Array(bodies[min(counter.next(), bodies.count - 1)].utf8))
        }
    }

    @Test func `A process of a plugin program ends when its host is killed, even in another session`() throws {
        let numbers = temporaryPath()
        let code = """
            #!/usr/bin/python3
            import os, sys, time
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    with open("\(numbers)", "w") as file: print(os.getpid(), os.getppid(), file=file)
                    time.sleep(1000)
                os._exit(0)
            time.sleep(0.3)

            """
        let setting = try setting("http://127.0.0.1:1/", plugin: code + Self.pong)
        let lines = try Tool.run(
            """
            "$tool" watch --quiet --config \(setting.configuration) > /dev/null 2>&1 & pid=$!
            until [ -s \(numbers) ]; do sleep 0.05; done
            sleep 0.5; read -r child parent < \(numbers)
            kill -0 $child && echo running
            kill -KILL $pid; wait $pid 2>/dev/null
            for i in $(seq 100); do kill -0 $child 2>/dev/null || { echo gone; break; }; sleep 0.05; done
            """
        )
        expect(lines, ["running", "gone"])
    }

    @Test func `A Python plugin in a configuration judges a live answer, and explain names it`() async throws {
        let server = try server(["pong"])
        defer { server.stop() }
        let setting = try setting("\(server.url("/pong"))")
        let check = await Transcript.of("check", "--config", setting.configuration)
        expect(check.status, .success, "\(check.errors)")
        expect(check.output.last?.contains("the body is pong"), true)
        let explain = await Transcript.of("explain", "--verbose", "--config", setting.configuration)
        let reported = "The witness validator.example.pong 1.0 says: genuine, the body is pong."
        #expect(explain.output.contains { $0.hasSuffix(reported) }, "\(explain.output)")
        let other = try self.setting("\(server.url("/pong"))", options: #", "word": "song""#)
        await expect(Transcript.of("check", "--config", other.configuration).status, .blocked)
    }

    @Test func `A saved assessment and a recorded session are decided again without the plugin`() async throws {
        let server = try server(["song"])
        defer { server.stop() }
        let setting = try setting("\(server.url("/pong"))", options: #", "times": 2"#)
        let check = await Transcript.of("check", "--json", "--config", setting.configuration)
        expect(check.status, .blocked)
        let saved = try temporaryFile(check.output.joined(separator: "\n"), suffix: ".json")
        let session = temporaryPath(".session.json")
        let recorded = await Transcript.of(
            "fixture",
            "record",
            "--mode",
            "all",
            "--output",
            session,
            "--config",
            setting.configuration
        )
        try FileManager.default.removeItem(atPath: setting.plugin)
        let again = await Transcript.of("classify", "--assessment", saved)
        #expect(again.status == .success && again.output.first?.contains("the body is song") == true, "\(again)")
        expect(recorded.status, .success, "\(recorded)")
        let verified = await Transcript.of("fixture", "verify", session)
        expect(verified.status, .success, "\(verified)")
    }

    @Test func `A plugin that ends during a round is named, and the next round uses a new one`() async throws {
        let server = try server(["kill"])
        defer { server.stop() }
        let setting = try setting("\(server.url("/pong"))")
        let check = await Transcript.of("check", "--config", setting.configuration)
        expect(check.status, .determining)
        expect(
            check.output.first?.contains("validator.example.pong gave no verdict: signal 9 ended it"),
            true,
            "\(check)"
        )

        let later = try self.server(["kill", "pong"])
        defer { later.stop() }
        let next = try self.setting("\(later.url("/pong"))")
        let lines = try Tool.run(
            """
            out=$(mktemp -u); mkfifo "$out"
            "$tool" watch --config \(next.configuration) > "$out" 2>/dev/null & pid=$!
            { while read -r line; do echo "$line"; case "$line" in *online*) break;; esac; done; kill -TERM $pid; cat >/dev/null; } < "$out"
            wait $pid; rm -f "$out"
            """
        )
        expect(lines.last?.contains("online on lo"), true, "\(lines)")
    }

    @Test func `A plugin that cannot be started is refused with its place in the configuration`() async throws {
        let text = "{\n  \"plugins\": [\n    { \"program\": [\"/no/such\"] }] }"
        let check = await Transcript.of("check", "--config", try temporaryFile(text))
        expect(check.status, .configuration)
        expect(
            check.errors.first?.hasSuffix(
                "line 3, column 5: pipeline: at plugins[0]: /no/such cannot be read: No such file or directory"
            ),
            true,
            "\(check.errors)"
        )
        let relative = await Transcript.of(
            "check",
            "--config",
            try temporaryFile(#"{"plugins": [{"program": ["pong"]}]}"#)
        )
        expect(relative.errors.first?.contains("must be absolute"), true)
    }

    @Test func `plugins lists the programs with version, digest and limits`() async throws {
        let setting = try setting("http://127.0.0.1:1/")
        let object = try await Transcript.of("plugins", "--json", "--config", setting.configuration).object()
        let program = try #require((object["plugins"] as? [[String: Any]])?.first)
        #expect(program["name"] as? String == "example-pong" && program["version"] as? String == "1.0")
        expect((program["digest"] as? String)?.count, 71)
        expect((program["limits"] as? String)?.contains("memory 4096 MiB"), true)
        let text = await Transcript.of("plugins", "--config", setting.configuration).output.joined(separator: "\n")
        #expect(text.contains(/validator +validator\.example\.pong/) && text.contains("expects pong"))
        #expect(text.contains("[times] [word]"))
    }

    /// `.ci/long` checks that it keeps the laws.
    @Test func `A validator in Swift is a program by one line, with its options`() throws {
        let recording = try temporaryFile("# url: http://a.example/\nHTTP/1.1 200 OK\n\none\ntwo\n")
        let lines = try Tool.run(
            """
            program=$(dirname "$tool")/status-line
            "$tool" plugin try --options '{"line": "two"}' $program \(recording)
            "$tool" plugin try $program \(recording)
            "$tool" plugin try --options '{"line": 2}' $program \(recording)
            """
        )
        expect(lines.count, 3, "\(lines)")
        expect(lines.first?.hasPrefix("\(recording): genuine; "), true, "\(lines)")
        expect(lines.dropFirst().first?.hasSuffix("says: substituted, there is no such line"), true, "\(lines)")
        expect(
            lines.dropFirst(2).first?.contains("validator.example.line: at line: expected text; found a number"),
            true,
            "\(lines)"
        )
    }

    @Test func `No plugin outlives a command that is killed`() throws {
        let setting = try setting("http://127.0.0.1:1/")
        let lines = try Tool.run(
            """
            "$tool" watch --config \(setting.configuration) >/dev/null 2>&1 & pid=$!
            for i in $(seq 100); do plugin=$(pgrep -f \(setting.plugin)) && break; sleep 0.1; done
            echo "plugin ${plugin:+runs}"
            { kill -KILL $pid; wait $pid; } 2>/dev/null  # the shell's own line about it
            for i in $(seq 50); do kill -0 $plugin 2>/dev/null || break; sleep 0.1; done
            kill -0 $plugin 2>/dev/null && echo "it still runs" || echo "it is gone"
            """
        )
        expect(lines, ["plugin runs", "it is gone"])
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
#endif
