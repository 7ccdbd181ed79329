#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// The folder that `plugin new` makes, as an author changes, moves and uses it.
@Suite(.needs(.python)) struct `The folder of a plugin` {
    /// Makes a validator in Python, in a folder whose name needs care.
    private func made(_ words: String...) async throws -> String {
        let folder = temporaryPath() + " and ö"
        let made = await Transcript.of(words: ["plugin", "new", "example.pong", "--output", folder] + words)
        try #require(made.status == .success, "\(made)")
        return folder
    }

    private func edit(_ path: String, _ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(text.contains(old), "\(path) has no \(old)")
        // The mode must stay.
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.replacing(old, with: new).utf8))
        try handle.close()
    }

    /// Adds a required option to the program.
    private func requireVersion(_ folder: String) throws {
        try edit(
            "\(folder)/example.pong",
            #"{"type": "object", "#,
            #"{"type": "object", "required": ["minVersion"], "#
        )
        try edit(
            "\(folder)/example.pong",
            #""properties": {"#,
            #""properties": {"minVersion": {"type": "string"}, "#
        )
    }

    private static let withVersion = (#""text": "pong""#, #""text": "pong", "minVersion": "2.4""#)

    @Test func `A required option that is in the configuration reaches test, try, check and the pipeline`() async throws
    {
        let folder = try await made()
        try requireVersion(folder)
        try edit("\(folder)/configuration.json", Self.withVersion.0, Self.withVersion.1)
        let lines = try Tool.run(
            """
            PATH=$PATH:$(dirname "$tool"); cd /; "\(folder)/test" --calls 20; echo status $?
            """,
            seconds: 100
        )
        expect(lines.last, "status 0", "\(lines)")
        expect(lines.filter { $0.contains("  kept") }.count, 10, "\(lines)")
        expect(lines.first?.hasPrefix("recordings/genuine.http: genuine; "), true, "\(lines)")
        let tried = await Transcript.of("plugin", "try", folder)
        #expect(tried.status == .success && tried.output.count == 3, "\(tried)")
        expect(tried.output.first?.hasPrefix("\(folder)/recordings/genuine.http: genuine; "), true, "\(tried)")
        let one = await Transcript.of("plugin", "try", folder + "/", "\(folder)/recordings/other.http")
        #expect(one.output.count == 1 && one.output.first?.contains("other.http: substituted") == true, "\(one)")
        let checked = await Transcript.of("plugin", "check", "--calls", "20", folder)
        expect(checked.status, .success, "\(checked)")
        // The option text is another one for this run.
        let options = #"{"minVersion": "1", "text": "something else"}"#
        let other = await Transcript.of("plugin", "try", "--options", options, folder)
        #expect(other.status == .differs && other.output.first?.contains("substituted") == true, "\(other)")
    }

    @Test func `The configuration finds the program from any folder, and after a move`() async throws {
        let server = try TestServer { _ in .message(status: 200, headers: [:], body: Array("pong".utf8)) }
        defer { server.stop() }
        let folder = try await made()
        try edit("\(folder)/configuration.json", "http://status.example/", "\(server.url("/"))")
        try edit("\(folder)/configuration.json", "\n}", ",\n\"scope\": \"lo\"}")
        let moved = temporaryPath()
        try FileManager.default.moveItem(atPath: folder, toPath: moved)
        for (place, file) in [
            ("/", "\(moved)/configuration.json"), (moved, "configuration.json"), (moved, "./configuration.json"),
            ("\(moved)/recordings", "../configuration.json"), (moved, "- < configuration.json"),
        ] {
            let lines = try Tool.run(#"cd "\#(place)" && "$tool" check --config \#(file); echo status $?"#)
            expect(lines.last, "status 0", "\(place) \(file): \(lines)")
        }
        // Standard input has no folder; the current one takes its place.
        let outside = try Tool.run(
            #"cd / && "$tool" check --config - < \#(moved)/configuration.json 2>&1; echo status $?"#
        )
        expect(outside.last, "status 78", "\(outside)")
        expect(outside.first?.contains("/example.pong cannot be read: No such file"), true, "\(outside)")
    }

    @Test func `plugin check does not call a law kept that needs a validator, if there is no validator`() async throws {
        let folder = try await made("--kind", "source")
        let text = await Transcript.of(words: ["plugin", "check", "--calls", "20", folder])
        expect(text.status, .success, "\(text)")
        let rows = text.output.joined().split(separator: "\n").filter { $0.contains("it has no validator") }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("not checked") }, "\(text)")
        let json = await Transcript.of(words: ["plugin", "check", "--calls", "20", "--json", folder])
        expect(json.output.count { !$0.contains(#""kept""#) }, rows.count, "\(json)")
    }

    @Test(arguments: ["try", "check"])
    func `A plugin that does not exist is no broken law, and its name is in the error`(verb: String) throws {
        let lines = try Tool.run(#""$tool" plugin \#(verb) nowhere 2>&1; echo status $?"#)
        expect(lines, ["connectivityctl: nowhere does not exist", "status 66"])
    }

    @Test func `In a folder of configurations, each path is relative to its own file`() async throws {
        let folder = try await made()
        try FileManager.default.createDirectory(atPath: "\(folder)/config.d", withIntermediateDirectories: false)
        let plugins = #"{"plugins": [{"program": ["../example.pong"]}]}"#
        try plugins.write(toFile: "\(folder)/config.d/10-plugin.json", atomically: false, encoding: .utf8)
        let listed = await Transcript.of("plugins", "--config", folder)
        #expect(listed.output.joined().contains("plugin example.pong 1.0: "), "\(listed)")
    }

    @Test func `An argument of a program can be a file of the folder too`() async throws {
        let folder = try await made()
        try edit("\(folder)/configuration.json", #"["./example.pong"]"#, #"["/usr/bin/python3", "./example.pong"]"#)
        let tried = await Transcript.of("plugin", "try", folder)
        #expect(tried.status == .success && tried.output.count == 3, "\(tried)")
    }

    /// An old and a new text of the configuration, and what is said of it after the file.
    private static let faults = [
        (
            #""text": "pong""#, #""txet": "pong""#,
            "line 4, column 85: validator.example.pong: at txet: unknown option; did you mean text?"
        ),
        (
            #""text": "pong""#, #""text": 7"#,
            "line 4, column 93: validator.example.pong: at text: expected text; found a number"
        ),
        (#""text": "pong""#, #""text""#, "line 4, column 92: pipeline: this is not JSON"),
        (#""plugins""#, #""plugin""#, "line 2, column 3: pipeline: at plugin: unknown option; did you mean plugins?"),
        (
            #"[{ "program": ["./example.pong"] }]"#, "[]",
            "line 2, column 14: pipeline: at plugins: must name the one plugin that is tried or checked, not 0"
        ),
        (
            #"["./example.pong"]"#, #"["example.pong"]"#,
            "pipeline: at plugins[0]: the path of a program must be absolute, or begin with"
        ),
    ]

    @Test(arguments: faults)
    func `A fault of the configuration is one line with its place`(old: String, new: String, fault: String) async throws
    {
        let folder = try await made()
        try edit("\(folder)/configuration.json", old, new)
        for words in [["try", folder], ["check", "--calls", "20", folder]] {
            let refused = await Transcript.of(words: ["plugin"] + words)
            #expect(
                refused.status == .configuration && refused.output.isEmpty && refused.errors.count == 1,
                "\(refused)"
            )
            expect(refused.errors.first?.contains(fault), true, "\(refused)")
            expect(refused.errors.first?.hasPrefix("connectivityctl: \(folder)/configuration.json: "), true)
        }
    }

    @Test func `An option that is missing, and a folder of another kind, are one line`() async throws {
        let folder = try await made()
        try requireVersion(folder)
        for words in [["try", folder], ["check", folder]] {
            let refused = await Transcript.of(words: ["plugin"] + words)
            #expect(refused.status == .configuration && refused.output.isEmpty, "\(refused)")
            let fault = #"line 4, column 50: validator.example.pong: "minVersion" is missing"#
            expect(refused.errors, ["connectivityctl: \(folder)/configuration.json: \(fault)"])
        }
        try edit(
            "\(folder)/configuration.json",
            #"{ "use": "validator.example.pong", "text": "pong" }"#,
            #""validator.empty""#
        )
        let unused = await Transcript.of("plugin", "check", folder)
        let detail = #"validator.example.pong: "minVersion" is missing; the configuration does not use this validator"#
        expect(unused.errors, ["connectivityctl: \(folder)/configuration.json: \(detail)"])
        let bare = await Transcript.of("plugin", "try", "\(folder)/example.pong", "\(folder)/recordings/genuine.http")
        expect(bare.errors, [#"connectivityctl: --options: validator.example.pong: "minVersion" is missing"#])
        let empty = temporaryPath()
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        let other = await Transcript.of("plugin", "check", empty)
        #expect(
            other.status == .noInput && other.errors.first?.contains("has no configuration.json") == true,
            "\(other)"
        )
        let extra = await Transcript.of("plugin", "check", folder, "x")
        #expect(extra.status == .usage && extra.errors.first?.contains("arguments for the program") == true, "\(extra)")
        try FileManager.default.removeItem(atPath: "\(folder)/recordings")
        let none = await Transcript.of("plugin", "try", folder)
        #expect(none.status == .noInput && none.errors.first?.contains("has no recordings") == true, "\(none)")
    }

    @Test func `The options of a notifier are checked too`() async throws {
        let folder = try await made("--kind", "notifier")
        await expect(Transcript.of("plugin", "check", "--calls", "20", folder).status, .success)
        try edit("\(folder)/configuration.json", #""file""#, #""flie""#)
        let refused = await Transcript.of("plugin", "check", folder)
        expect(refused.status, .configuration, "\(refused)")
        expect(
            refused.errors.first?.contains("notifier.example.pong: at flie: unknown option; did you mean file?"),
            true
        )
    }
}
#endif
