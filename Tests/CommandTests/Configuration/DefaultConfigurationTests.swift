#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `Configuration files that are read by default` {
    /// A folder for `XDG_CONFIG_HOME` with a configuration.
    private func home(_ text: String?, name: String = "config.json", mode: Int = 0o644) throws -> String {
        let home = URL(filePath: temporaryPath())
        let folder = home.appending(path: "connectivity/config.d")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let text {
            let file = home.appending(path: "connectivity/\(name)").path()
            try Data(text.utf8).write(to: URL(filePath: file))
            expect(unsafe chmod(file, mode_t(mode)), 0)
        }
        return home.path()
    }

    private func folders(_ environment: [String: String], root: Bool) -> [String] {
        ConfigurationFolder.candidates(environment, isRoot: root, system: "/etc/connectivity")
    }

    @Test func `root reads only the folder of the system, and other users their own one first`() {
        expect(folders(["HOME": "/home/a", "XDG_CONFIG_HOME": "/x"], root: true), ["/etc/connectivity"])
        expect(folders(["HOME": "/home/a"], root: false), ["/home/a/.config/connectivity", "/etc/connectivity"])
        expect(
            folders(["HOME": "/a", "XDG_CONFIG_HOME": "/x"], root: false),
            ["/x/connectivity", "/etc/connectivity"]
        )
        #expect(folders(["HOME": "/home/a", "CONNECTIVITY_NO_CONFIG": "1"], root: false).isEmpty)
        expect(folders(["XDG_CONFIG_HOME": "relative", "HOME": "a"], root: false), ["/etc/connectivity"])
    }

    private let lo = #"{ "source": { "use": "source.static", "interfaces": [] }, "expect": "validator.empty" }"#

    @Test func `The first folder that has a configuration is read`() throws {
        let (empty, first, second) = (try home(nil), try home("{}"), try home(lo))
        let names = [empty, first, second].map { "\($0)/connectivity" }
        try expect(ConfigurationFolder.first(of: ["/nonexistent"] + names, isRoot: false)?.path, names[1])
        #expect(try ConfigurationFolder.first(of: [names[0], "/nonexistent/x"], isRoot: false) == nil)
        let dropIn = try home("{}", name: "config.d/a.json")
        #expect(try ConfigurationFolder.first(of: ["\(dropIn)/connectivity"], isRoot: false) != nil)
    }

    @Test(arguments: [
        ("config.json", 0o664), ("config.json", 0o646), ("config.d", 0o775), (".", 0o777), ("..", 0o757),
    ])
    func `A configuration that others can write is refused in one line with the remedy`(part: String, mode: Int) throws
    {
        let home = try home("{}")
        expect(unsafe chmod("\(home)/connectivity/\(part)", mode_t(mode)), 0)
        let error = #expect(throws: CommandError.self) {
            _ = try ConfigurationFolder.first(of: ["\(home)/connectivity"], isRoot: false)
        }
        expect(error?.status, .configuration)
        #expect(
            error?.text.contains("chmod go-w") == true && error?.text.contains("\n") == false,
            "\(error?.text ?? "")"
        )
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `A configuration that another user owns is refused`() throws {
        let home = try home("{}")
        expect(unsafe chown("\(home)/connectivity/config.json", 65_534, 65_534), 0)
        let error = #expect(throws: CommandError.self) {
            _ = try ConfigurationFolder.first(of: ["\(home)/connectivity"], isRoot: true)
        }
        #expect(error?.status == .configuration && error?.text.contains("belongs to the user 65534") == true)
    }

    @Test func `A pipe, a folder or a file that is too large in its place is refused`() throws {
        let pipe = try home(nil)
        expect(unsafe mkfifo("\(pipe)/connectivity/config.json", 0o600), 0)
        #expect(throws: CommandError.self) {
            _ = try ConfigurationFolder.first(of: ["\(pipe)/connectivity"], isRoot: false)
        }
    }

    @Test func `Only verbs that probe, watch, examine or ask a service have such files`() throws {
        let reading = CommandLineTool.verbs.filter { $0.grammar.options.contains { $0.name == "no-config" } }
        expect(
            Set(reading.map { $0.grammar.name }),
            [
                "check", "explain", "watch", "wait", "gate", "portal", "open", "sign-in", "sign-in record", "doctor",
                "report", "emulate", "fixture record", "status",
            ]
        )
        func reads(_ verb: any Verb.Type, _ words: String...) throws -> Bool {
            verb.readsDefaultFiles(try Arguments(words, grammar: verb.grammar))
        }
        #expect(try reads(CheckVerb.self) && reads(EmulateVerb.self) && reads(ReportVerb.self))
        #expect(try !reads(CheckVerb.self, "--no-config") && !reads(CheckVerb.self, "--config", "x"))
        #expect(try !reads(EmulateVerb.self, "a.json") && !reads(ReportVerb.self, "a.db"))
        #expect(try !reads(DemoVerb.self) && !reads(ClassifyVerb.self, "a") && reads(StatusVerb.self))
    }

    @Test func `doctor says which files it has read, or where it looked`() async throws {
        let resolver = try temporaryFile("nameserver 192.0.2.53\n")
        let home = try home(#"{ "endpoints": ["apple.hotspot"] }"#)
        let folder = "\(home)/connectivity"
        let found = await Transcript.of(words: ["doctor", "--resolver", resolver], folders: [folder])
        #expect(found.output.contains { $0.contains("(single-owner)") }, "\(found)")
        #expect(found.output.contains("configuration: \(folder)/config.json"), "\(found)")
        let none = await Transcript.of(words: ["doctor", "--resolver", resolver], folders: ["/nonexistent/x"])
        #expect(none.output.contains("configuration: built-in defaults, because /nonexistent/x has none"), "\(none)")
        let skipped = await Transcript.of(words: ["doctor", "--no-config", "--resolver", resolver], folders: [folder])
        expect(skipped.status, .success)
        #expect(skipped.output.contains("configuration: built-in defaults, because of --no-config"), "\(skipped)")
        let both = await Transcript.of(words: ["doctor", "--no-config", "--config", "x"], folders: [])
        expect(both.status, .usage)
    }

    @Test func `A fault in such a file is reported with its place, and classify does not see it`() async throws {
        let folder = "\(try home("{\n  \"intervall\": 1 }"))/connectivity"
        let check = await Transcript.of(words: ["check"], folders: [folder])
        expect(check.status, .configuration)
        expect(check.errors.first?.contains("\(folder)/config.json: line 2, column 3: "), true, "\(check)")
        let page = try temporaryFile("<html>")
        #expect(await Transcript.of(words: ["classify", page], folders: [folder]).status != .configuration)
    }
}

extension Transcript {
    /// Runs a command for which these folders are those that are read by default.
    static func of(words: [String], folders: [String]) async -> Transcript {
        await of(words: words) { $0.defaultFolders = folders }
    }
}
#endif
