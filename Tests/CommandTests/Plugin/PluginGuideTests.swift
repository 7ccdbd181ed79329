#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Follows the guide "A validator in ten minutes" literally.
@Suite struct `The guide to validators as programs` {
    private static let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/AValidatorInTenMinutes.md")

    private func blocks(_ language: String) throws -> [String] {
        try String(contentsOf: Self.guide, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
            .map { ($0.components(separatedBy: "\n```").first ?? "") + "\n" }
    }

    private func folder() throws -> String {
        let folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        return folder
    }

    /// A build of a package in Swift takes longer than a test may, and 500 calls of each plugin do, too; `.ci/long` follows the
    /// whole guide.
    @Test(.needs(.compiler, .python, .program("make"), .program("jq")))
    func `Every command works, except for the build of a package`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let commands = try blocks("sh").filter { !$0.contains("swift-pong") }
            .map { $0.replacing("--calls 500", with: "--calls 20") }
        expect(commands.count, 5)
        let script = "set -e; cd \(folder); PATH=$PATH:$(dirname $tool)\n\(commands.joined())\nkill $!\necho end"
        let lines = try Tool.run(script, seconds: 200)
        #expect(lines.contains("end"), "\(lines)")
        #expect(lines.contains { $0.contains("The witness validator.example.python-pong") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("says: failed, not ok: 1 of 2 checks") }, "\(lines)")
        #expect(!lines.contains { $0.contains("BROKEN") })
    }

    @Test(.needs(.python)) func `The plugin that is shown has at most 15 lines and keeps the laws`() async throws {
        let code = try #require(try blocks("python").first)
        #expect(code.split(separator: "\n").count <= 15)
        let path = try temporaryFile(code)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let check = await Transcript.of("plugin", "check", path, "--calls", "100")
        expect(check.status, .success, "\(check)")
        let recording = try temporaryFile("# url: http://a.example/\nHTTP/1.1 200 OK\n\npong")
        let tried = await Transcript.of("plugin", "try", path, recording)
        expect(tried.output, ["\(recording): genuine; validator.example.pong says: genuine, the body is pong"])
    }
}
#endif
