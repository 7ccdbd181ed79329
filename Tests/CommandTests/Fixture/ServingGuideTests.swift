#if canImport(CCurl) && os(Linux)
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Follows the guide "Serving a scenario" literally: its files are those that run.
@Suite(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable))) struct `The guide to serving a scenario` {
    private static let root = URL.package

    private static func blocks(_ language: String) throws -> [String] {
        let guide = root.appending(path: "Sources/Kit/ConnectivityKit.docc/ServingAScenario.md")
        return try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
            .map { ($0.components(separatedBy: "\n```").first ?? "") + "\n" }
    }

    /// Runs a script in a folder with the files of the guide.
    private func run(_ files: [String: String], _ script: String) throws -> [String] {
        let folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        return try Tool.run("cd \(folder); PATH=$PATH:$(dirname $tool)\n\(script)", seconds: 60)
    }

    private func scenario() throws -> String { try #require(try Self.blocks("json").first) }

    @Test func `The guide's scenario is the one in Fixtures`() throws {
        let file = Self.root.appending(path: "Fixtures/scenarios/guest.json")
        try expect(scenario(), String(contentsOf: file, encoding: .utf8))
    }

    @Test(.needs(.program("pytest", from: "python3-pytest")))
    func `The guide's tests in Python pass, and fail as shown without the sign-in`() throws {
        let tests = try #require(try Self.blocks("python").first)
        let files = ["guest.json": try scenario(), "test_guest.py": tests]
        let passed = try run(files, "pytest -q -p no:cacheprovider test_guest.py")
        expect(passed.last?.hasPrefix("3 passed in "), true, "\(passed.joined(separator: "\n"))")
        let broken = tests.replacing("sign_in(network, room=\"12\")", with: "sign_in(network, room=\"21\")")
        try #require(broken != tests)
        let failed = try run(
            ["guest.json": try scenario(), "test_guest.py": broken],
            "pytest -q -p no:cacheprovider test_guest.py"
        )
        let shown = try #require(try Self.blocks("text").first { $0.hasPrefix(">") })
        for line in shown.split(separator: "\n") {
            #expect(failed.contains(String(line)), "\(failed.joined(separator: "\n"))")
        }
    }

    @Test(.needs(.program("curl"), .program("jq")))
    func `The guide's shell script prints the shown output`() throws {
        let script = try #require(try Self.blocks("sh").first)
        let lines = try run(["guest.json": try scenario(), "guest.sh": script], "bash guest.sh")
        let shown = try #require(try Self.blocks("text").last)
        expect(lines, shown.split(separator: "\n").map(String.init))
    }

    @Test func `The guide's mistake is refused as shown`() throws {
        let mistaken = try scenario().replacing("\"leadsTo\": \"terms\"", with: "\"leadsTo\": \"term\"")
        let lines = try run(["guest.json": mistaken], "connectivityctl fixture serve guest.json")
        let shown = try #require(try Self.blocks("text").first { $0.hasPrefix("connectivityctl: ") })
        expect(lines, [shown.trimmingCharacters(in: .newlines)])
    }
}
#endif
