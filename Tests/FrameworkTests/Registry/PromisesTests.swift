#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The script that demands a test for each promise of the README and the guides, on packages of one guide and two tests.
@Suite(.needs(.python)) struct `The ledger of promises` {
    private static let tests = """
        @Test func `A cable is seen`() {}
        @Test(.enabled(if: true)) func `A cable that is pulled is seen`() {}
        """

    /// Returns the lines of the script, or the rows of its table if it found nothing wrong.
    private func lines(guide: String, laws: String = "") throws -> [String] {
        let root = FileManager.default.temporaryDirectory.appending(path: "promises-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let files = [
            "README.md": "# A package\n", "Sources/A/A.docc/G.md": guide, "Sources/A/Laws/CableLaws.swift": laws,
            "Tests/ATests/CableTests.swift": Self.tests, "Tests/Lab/rows.tsv": "pulled\tby hand\n",
        ]
        for (path, text) in files {
            let file = root.appending(path: path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let script = URL.package.appending(path: ".ci/promises")
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path, root.path]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return text.split(separator: "\n").map(String.init) }
        return try String(contentsOf: root.appending(path: ".build/docs/promises.tsv"), encoding: .utf8)
            .split(separator: "\n").dropFirst().map(String.init)
    }

    @Test(arguments: [
        ("It never fails.", #"no test is named for: It never fails."#),
        ("| a | b |\n| --- | --- |\n| never | always |", "no test is named for: never always"),
        ("It works. It\nfails at\nmost once.\n", "no test is named for: It fails at most once."),
        ("It never fails. It always works. <!-- kept: A cable is seen -->", "no test is named for: It never fails."),
        ("- It never fails.\n- It works. <!-- kept: A cable is seen -->", "no test is named for: - It never fails."),
        ("It never fails. <!-- kept: A cable is not seen -->", #"no test is named "A cable is not seen""#),
        ("It works. <!-- kept: Tests/Lab/rows.tsv push -->", #"Tests/Lab/rows.tsv has no "push""#),
        ("It never fails. <!-- kept: A cable -->", #"2 tests begin with "A cable""#),
        ("It never fails. <!-- fact -->", "a fact needs its source"), ("It never fails. <!-- note -->", "no test"),
        ("### It never fails\n", "no test is named for: ### It never fails"),
    ])
    func `A promise without a row, or with a row that does not hold, fails`(guide: String, fault: String) throws {
        let lines = try lines(guide: "# G\n\n\(guide)\n")
        expect(lines.first?.hasPrefix("Sources/A/A.docc/G.md:"), true, "\(lines)")
        #expect(lines.first?.contains(fault) == true && lines.count == 2, "\(lines)")
    }

    @Test(arguments: [
        "```sh\nit never fails\n```", "So:\n\n    it never fails\n\n    it always works", "The option `--never` works.",
        "It works.", "See [this](Never.md).",
    ])
    func `Code needs no row`(guide: String) throws {
        try expect(lines(guide: "# G\n\n\(guide)\n"), [])
    }

    @Test func `A row has the promise, its place, the test and the file of the test`() throws {
        let guide = """
            # G

            It never fails. <!-- kept: A cable is --> It
            cannot, says another. <!-- fact: RFC 1 --> It works.
            It always works. <!-- kept: A cable that --><!-- kept: Tests/Lab/rows.tsv pulled -->

            | a | never | <!-- kept: A cable is seen -->
            """
        let file = "Tests/ATests/CableTests.swift"
        try expect(
            lines(guide: guide),
            [
                "It never fails.\tSources/A/A.docc/G.md:3\tA cable is seen\t\(file)",
                "It cannot, says another.\tSources/A/A.docc/G.md:4\tRFC 1\ta fact",
                "It always works.\tSources/A/A.docc/G.md:5\tA cable that is pulled is seen\t\(file)",
                "It always works.\tSources/A/A.docc/G.md:5\tpulled\tTests/Lab/rows.tsv",
                "a never\tSources/A/A.docc/G.md:7\tA cable is seen\t\(file)",
            ]
        )
    }

    @Test func `A suite of laws needs a test in which every law is broken`() throws {
        let laws = "public enum CableLaws {\n    enum Law: String {\n        case seen = \"it is seen\"\n    }\n}\n"
        let lines = try lines(guide: "# G\n", laws: laws)
        let fault = #"Sources/A/Laws/CableLaws.swift:3: no test is named "Every cable law is broken by""#
        expect(lines.first, fault, "\(lines)")
    }
}
#endif
