#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

@Suite struct `The commands for authors of plugins` {
    private static let kinds = ["prober", "notifier", "source", "sign-in"]

    private func folder() -> String { temporaryPath() }

    /// The short form has one language, because the test of the guide has the others.
    ///
    /// The one in Swift is built in `.ci/long`, because that takes longer than a test may.
    @Test(
        .needs(.compiler, .program("make"), .program("jq"), .python),
        arguments: LongForm.isOn ? ["sh", "python", "c"] : ["c"]
    )
    func `plugin new makes a plugin that builds, judges its recordings, keeps the laws and can be used`(
        language: String
    ) async throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = await Transcript.of("plugin", "new", "example.pong", "--language", language, "--output", folder)
        #expect(made.status == .success && made.output.contains("\(folder)/README.md"), "\(made)")
        let lines = try Tool.run(
            "PATH=$PATH:$(dirname $tool); \(folder)/test --calls 20; echo status $?",
            seconds: 100
        )
        expect(lines.last, "status 0", "\(lines)")
        #expect(
            lines.contains(
                #"recordings/genuine.http: genuine; validator.example.pong {"text":"pong"} says: genuine, the body is as expected"#
            )
        )
        #expect(
            lines.filter { $0.contains("  kept") }.count == 10 && !lines.contains { $0.contains("BROKEN") },
            "\(lines)"
        )
        let listed = await Transcript.of("plugins", "--config", folder + "/configuration.json")
        #expect(listed.output.joined().contains("plugin example.pong 1.0: \(folder)/example.pong"), "\(listed)")
        await expect(Transcript.of("plugin", "new", "example.pong", "--output", folder).status, .noOutput)
    }

    /// The short form has each language and each kind.
    ///
    /// Those in Swift are compiled alone, because a build of a package takes longer than a test may. A prober in sh, which starts
    /// programs for each message, takes minutes.
    @Test(
        .needs(.compiler, .program("make"), .program("jq"), .python),
        arguments: LongForm.isOn
            ? ["sh", "python", "c", "swift"].flatMap { language in Self.kinds.map { (language, $0) } }
            : Array(zip(["python", "sh", "c", "python"], Self.kinds))
    )
    func `plugin new makes each kind of plugin in every language, which can be used`(
        language: String,
        kind: String
    ) async throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let words = ["new", "example.pong", "--language", language, "--kind", kind, "--output", folder]
        let made = await Transcript.of(words: ["plugin"] + words)
        expect(made.status, .success, "\(made)")
        if language == "swift" {
            _ = try Tool.run(
                """
                cd \(folder) && mkdir -p .build/release && sed -i '/^swift build/d' test
                swiftc Sources/plugin/main.swift -o .build/release/plugin
                """,
                seconds: 100
            )
        }
        let lines = try Tool.run("PATH=$PATH:$(dirname $tool); \(folder)/test --calls 20; echo status $?", seconds: 100)
        #expect(lines.last == "status 0" && !lines.contains { $0.contains("BROKEN") }, "\(lines)")
        // The test of a prober asks it; the others are used here.
        guard kind != "prober" else { return #expect(lines.contains { $0.contains("online on lo") }, "\(lines)") }
        let path = folder + "/configuration.json"
        let used = try String(contentsOfFile: path, encoding: .utf8)
            .replacing("/tmp/example.pong.log", with: "\(folder)/log")
            .replacing("\n}", with: ",\n\"scope\": \"lo\", \"endpoints\": [{\"url\": \"http://127.0.0.1:1/\"}]}")
        try used.write(toFile: path, atomically: true, encoding: .utf8)
        guard kind == "notifier" else {
            let check = await Transcript.of("check", "--config", path)
            expect(check.output.first?.contains("on lo"), true, "\(check)")
            return
        }
        let log = try Tool.run(
            """
            "$tool" watch --config \(path) >/dev/null 2>&1 & pid=$!
            for i in $(seq 100); do grep -q unreachable \(folder)/log 2>/dev/null && break; sleep 0.1; done
            kill -TERM $pid; wait $pid; cat \(folder)/log
            """
        )
        #expect(log.contains { $0.hasPrefix("changed ") } && log.contains { $0.hasPrefix("ended ") }, "\(log)")
    }

    @Test func `plugin new refuses names and languages that it does not know`() async {
        for name in ["pong", "Example.Pong", "example.", "a.b/../../c", "9.x"] {
            await expect(Transcript.of("plugin", "new", name).status, .usage)
        }
        await expect(
            Transcript.of("plugin", "new", "a.b", "--language", "perl").errors.first?.contains(
                "--language must be sh, python, c or swift, not \"perl\""
            ),
            true
        )
    }

    @Test(.needs(.python)) func `plugin check ends with status 7 and names the law that is broken`() async throws {
        let text = """
            #!/usr/bin/python3
            import itertools, json, sys
            number = itertools.count()
            for line in sys.stdin:
                request = json.loads(line)
                if request["type"] == "hello":
                    print(json.dumps({"id": 0, "protocol": 1, "name": "x", "version": "1", "registers": [{"use": "validator.example.x"}]}), flush=True)
                elif "id" in request and request["type"] == "validate":
                    print(json.dumps({"id": request["id"], "finding": "inconclusive", "reason": str(next(number))}), flush=True)
            """
        let path = try temporaryFile(text)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let check = await Transcript.of("plugin", "check", path, "--calls", "20")
        expect(check.status, .differs)
        let broken = check.output.joined().split(separator: "\n").filter { $0.contains("BROKEN") }
        #expect(broken.count == 1 && broken[0].hasPrefix("it says the same about the same exchange"), "\(check)")
        let json = await Transcript.of("plugin", "check", path, "--calls", "20", "--json")
        expect(json.output.count { $0.contains(#""kept":false"#) }, 1)
        let missing = await Transcript.of("plugin", "check", "/no/such")
        #expect(missing.status == .noInput && missing.errors.joined().contains("does not exist"))
    }
}
#endif
