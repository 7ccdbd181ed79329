#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Plugins that are libraries, as a user has them.
@Suite(.needs(.compiler)) struct `Plugins as libraries` {
    private static let header = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CConnectivityPlugin/connectivity_plugin.h").path()

    /// Compiles a library that expects a body without the letter x, after a statement; returns its path.
    private func library(_ statement: String = "", more: String = "") throws -> String {
        let folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let source = """
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            #include "\(Self.header)"
            static size_t say(char *reply, size_t capacity, const char *text) {
                size_t length = strlen(text);
                memcpy(reply, text, length < capacity ? length : capacity);
                return length;
            }
            static size_t introduce(char *reply, size_t capacity) {
                return say(reply, capacity, "{\\"protocol\\": 1, \\"name\\": \\"example.letter\\", \\"version\\": \\"1.0\\", "
                    "\\"registers\\": [{\\"use\\": \\"validator.example.letter\\", \\"expectation\\": true}]}");
            }
            \(more)
            static size_t validate(void *state, const struct connectivity_exchange_v1 *exchange, char *reply, size_t capacity) {
                const char *verdict = "genuine";
                \(statement)
                if (exchange->failure.count) return 0;
                if (exchange->body.count && memchr(exchange->body.start, 'x', exchange->body.count)) verdict = "substituted";
                return snprintf(reply, capacity, "{\\"verdict\\": \\"%s\\", \\"reason\\": \\"the letter was looked for\\"}", verdict);
            }
            static const struct connectivity_table_v1 table = {sizeof table, introduce, 0, 0, validate};
            const struct connectivity_table_v1 *connectivity_plugin_v1(void) { return &table; }
            """
        try source.write(toFile: folder + "/letter.c", atomically: true, encoding: .utf8)
        let lines = try Tool.run(
            "cd \(folder) && cc -w -shared -fPIC -fvisibility=hidden -o letter.so letter.c && chmod 755 . letter.so && echo made"
        )
        try #require(lines == ["made"], "\(lines)")
        return folder + "/letter.so"
    }

    private func configuration(_ library: String, _ url: String) throws -> String {
        try temporaryFile(
            """
            { "plugins": [{ "library": "\(library)" }], "interface": "lo",
              "endpoints": [{ "url": "\(url)", "expect": "validator.example.letter" }] }
            """,
            suffix: ".json"
        )
    }

    @Test func `A library judges a live answer, explain names it, and a saved assessment is decided again without it`()
        async throws
    {
        let server = try TestServer { _ in .message(status: 200, headers: [:], body: Array("abc".utf8)) }
        defer { server.stop() }
        let library = try library()
        let configuration = try configuration(library, "\(server.url("/"))")
        let explain = await Transcript.of("explain", "--verbose", "--config", configuration)
        let reported = "The witness validator.example.letter 1.0 says: genuine, the letter was looked for."
        #expect(explain.output.contains { $0.hasSuffix(reported) }, "\(explain)")
        let check = await Transcript.of("check", "--json", "--config", configuration)
        #expect(check.status == .success, "\(check)")
        try FileManager.default.removeItem(atPath: library)
        let saved = try temporaryFile(check.output.joined(separator: "\n"), suffix: ".json")
        let again = await Transcript.of("classify", "--assessment", saved)
        #expect(again.status == .success && again.output.first?.hasPrefix("agrees: online") == true, "\(again)")
        let missing = await Transcript.of("check", "--config", configuration)
        #expect(missing.status == .configuration)
        #expect(
            missing.errors.first?.contains("pipeline: at plugins[0]: \(library) cannot be read: No such file") == true
        )
    }

    @Test func `A library whose constructor hangs is refused, and the command ends`() throws {
        let hanging = "__attribute__((constructor)) static void begin(void) { for (;;) pause(); }"
        let configuration = try configuration(library(more: hanging), "http://127.0.0.1:1/")
        let lines = try Tool.run("\"$tool\" plugins --config \(configuration); echo \"status $?\"", seconds: 60)
        #expect(lines.first?.contains("at plugins[0]: it did not answer in time") == true, "\(lines)")
        #expect(lines.last == "status 78", "\(lines)")
    }

    @Test func `A library that is still being copied is refused at every length, and harms no process`() throws {
        let library = try library()
        let lines = try Tool.run(
            """
            file=\(library); size=$(stat -c %s $file); mv $file $file.whole
            for percent in 0 1 2 5 10 20 30 40 50 60 70; do
                head -c $((size * percent / 100)) $file.whole >$file; chmod 755 $file
                "$tool" plugins --config \(try configuration(library, "http://127.0.0.1:1/")) >/dev/null 2>&1; echo $?
            done | sort | uniq -c
            head -c $((size / 2)) $file.whole >$file
            "$tool" plugins --config \(try configuration(library, "http://127.0.0.1:1/"))
            """
        )
        #expect(lines.first?.split(separator: " ") == ["11", "78"], "\(lines)")
        let reason = "\(library) is incomplete: it ends before its last segment; copy it again"
        #expect(lines.last?.hasSuffix(reason) == true, "\(lines)")
    }

    @Test func `plugins lists a library with its carrier and digest`() async throws {
        let library = try library()
        let listed = await Transcript.of("plugins", "--config", try configuration(library, "http://127.0.0.1:1/"))
        let text = listed.output.joined(separator: "\n")
        #expect(
            text.contains("plugin example.letter 1.0: \(library)\n  carrier  library\n  digest   sha256:"),
            "\(text)"
        )
    }

    @Test func `plugin try judges recordings in another process, and serve makes a program of a library`() async throws
    {
        let library = try library()
        let recording = try temporaryFile("# url: http://a.example/\nHTTP/1.1 200 OK\n\nabx")
        let lines = try Tool.run("\"$tool\" plugin try \(library) \(recording); echo status $?")
        #expect(
            lines == [
                "\(recording): substituted; validator.example.letter says: substituted, the letter was looked for",
                "status 0",
            ]
        )
        let served = try Tool.run(
            """
            echo '{"id":0,"type":"hello"}' | "$tool" plugin serve \(library)
            echo '{"id":0,"type":"hello"}' | "$tool" plugin serve /no/such.so
            """
        )
        #expect(served.first?.hasPrefix(#"{"id":0,"protocol":1,"name":"example.letter""#) == true, "\(served)")
        #expect(
            served.last == #"{"id":0,"error":"/no/such.so cannot be read: No such file or directory"}"#,
            "\(served)"
        )
    }

    @Test func `A validator in Swift is a program by one line, with its options, and keeps the laws`() throws {
        let recording = try temporaryFile("# url: http://a.example/\nHTTP/1.1 200 OK\n\none\ntwo\n")
        let lines = try Tool.run(
            """
            program=$(dirname "$tool")/status-line
            "$tool" plugin try --options '{"line": "two"}' $program \(recording)
            "$tool" plugin try $program \(recording)
            "$tool" plugin try --options '{"line": 2}' $program \(recording)
            "$tool" plugin check --calls 20 $program >/dev/null; echo status $?
            """,
            seconds: 100
        )
        #expect(lines.count == 4, "\(lines)")
        #expect(lines.first?.hasPrefix("\(recording): genuine; ") == true, "\(lines)")
        #expect(lines.dropFirst().first?.hasSuffix("says: substituted, there is no such line") == true, "\(lines)")
        #expect(
            lines.dropFirst(2).first?.contains("validator.example.line: at line: expected text; found a number")
                == true,
            "\(lines)"
        )
        #expect(lines.last == "status 0", "\(lines)")
    }

    /// Statements, what comes before `validate`, and what the check says.
    ///
    /// The short form has the first, fourth and seventh; that a library keeps all laws is part of another test.
    private static let checks = [
        ("abort();", "", "signal 6 ended it"),
        ("", "", "status 0"),
        ("exit(0);", "", "exit status 0"),
        ("", "__attribute__((constructor)) static void begin(void) { abort(); }", "signal 6 ended it"),
        ("", "__attribute__((constructor)) static void begin(void) { for (;;) pause(); }", "it did not answer hello"),
        ("puts(\"checking\"); fflush(stdout);", "", "\"checking\""),
        ("static int n; if (n++ % 2) verdict = \"failed\";", "", "first and"),
    ]

    @Test(arguments: LongForm.some(of: checks))
    func `plugin check loads a library in another process, and names the law that it breaks`(
        statement: String,
        more: String,
        said: String
    ) throws {
        let path = try library(statement, more: more)
        let lines = try Tool.run("\"$tool\" plugin check --calls 20 \(path); echo status $?", seconds: 100)
        #expect(lines.contains { $0.contains(said) }, "\(lines)")
        #expect(lines.last == (said == "status 0" ? "status 0" : "status 7"), "\(lines)")
    }
}
#endif
