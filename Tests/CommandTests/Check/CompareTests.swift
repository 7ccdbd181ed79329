#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import Testing
import TestSupport

@testable import ConnectivityCommand

@Suite struct `Compare` {
    /// The file of a diagnosis of one server, whose answers are `pong` or a page of a filter.
    private func bundle(isHonest: Bool, _ paths: String...) async throws -> String {
        let server = try TestServer { _ in
            isHonest
                ? .message(status: 200, headers: [:], body: Array("pong".utf8))
                : .message(status: 403, headers: [:], body: Array("blocked".utf8))
        }
        defer { server.stop() }
        let endpoints = paths.map {
            #"{"name": "\#($0)", "url": "\#(server.url("/\($0)"))", "expect": {"use": "validator.equals", "text": "pong"}}"#
        }
        let configuration = try temporaryFile(#"{"endpoints": [\#(endpoints.joined(separator: ", "))]}"#)
        let file = temporaryPath(".json")
        let words = ["explain", "--scope", "lo", "--config", configuration, "--bundle", file]
        _ = await Transcript.of(words: words)
        return file
    }

    @Test func `compare prints both conclusions first, and counts requests of only one side`() async throws {
        let (good, bad) = (try await bundle(isHonest: true, "a", "b"), try await bundle(isHonest: false, "a", "c", "d"))
        let transcript = await Transcript.of("compare", good, bad)
        expect(transcript.status, .differs)
        let lines = transcript.output
        let online = "online: the provider answered correctly. Nothing needs to be done."
        expect(lines.first, "first:  \(online)", "\(lines)")
        let blocked = "second: blocked: a filter answers instead of the servers ("
        expect(lines.dropFirst().first?.hasPrefix(blocked), true, "\(lines)")
        func names(_ lines: [String]) -> [String] {
            lines.compactMap { $0.wholeMatch(of: /([a-d]):( .*)?/).map { "\($0.1)" } }
        }
        #expect(lines.contains("access: online -> blocked") && names(lines) == ["a"], "\(lines)")
        expect(lines.last, "\nasked only in the first: 1; asked only in the second: 2 (--verbose lists them)")
        let whole = await Transcript.of("compare", "-v", good, bad).output
        expect(names(whole).sorted(), ["a", "b", "c", "d"], "\(whole)")
        #expect(whole.contains { $0.hasSuffix("not asked") })
        expect(whole.last?.contains("asked only"), false)
        await expect(Transcript.of("compare", good, good).output, ["nothing differs"])
        let quiet = await Transcript.of("compare", "-q", good, bad)
        #expect(quiet.status == .differs && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet)")
    }

    @Test func `A file of another kind is named, and the commands that take it`() async throws {
        let bundle = try await bundle(isHonest: true, "a")
        let response = try temporaryFile("HTTP/1.1 200 OK\r\n\r\nhello")
        let session = try temporaryFile(#"{"format": "connectivity-session", "version": 3}"#)
        let check = await Transcript.of("check", "--scope", "lo", "--endpoint", "http://127.0.0.1:1/", "--json")
        let assessment = try temporaryFile(check.output.joined())
        let rows: [([String], String)] = [
            (["explain", "--read", session], "a recorded session, which report, emulate"),
            (["compare", bundle, response], "a recorded response, which classify, emulate"),
            (["fixture", "verify", bundle + ".session.json"], "a bundle, which explain --read, compare"),
            (["report", bundle], "a bundle, which explain --read, compare"),
            (["report", assessment], "an assessment, which classify --assessment, explain --read"),
            (["classify", bundle], "a bundle, which explain --read, compare"),
            (["classify", "--assessment", session], "a recorded session, which report"),
            (["classify", "--assessment", response], "a recorded response, which classify"),
        ]
        try FileManager.default.copyItem(atPath: bundle, toPath: bundle + ".session.json")
        for (words, text) in rows {
            let transcript = await Transcript.of(words: words)
            expect(transcript.status, .data, "\(words) \(transcript)")
            let all = (transcript.errors + transcript.output).joined(separator: "\n")
            #expect(all.contains(": this is \(text)"), "\(words) \(all)")
        }
        // A damaged file is not reported as a file of another kind.
        let damaged = try temporaryFile(#"{"format": "connectivity-bundle", "assessment": {}}"#)
        let transcript = await Transcript.of("explain", "--read", damaged)
        #expect(transcript.status == .data && transcript.errors.first?.contains("this is") == false, "\(transcript)")
    }
}
#endif
