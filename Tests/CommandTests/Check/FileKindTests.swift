#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import Testing
import TestSupport

@testable import ConnectivityCommand

@Suite struct `Files of other kinds` {
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

    @Test func `A file of another kind is named, and the commands that take it`() async throws {
        let bundle = try await bundle(isHonest: true, "a")
        let response = try temporaryFile("HTTP/1.1 200 OK\r\n\r\nhello")
        let session = try temporaryFile(#"{"format": "connectivity-session", "version": 3}"#)
        let check = await Transcript.of("check", "--scope", "lo", "--endpoint", "http://127.0.0.1:1/", "--json")
        let assessment = try temporaryFile(check.output.joined())
        let rows: [([String], String)] = [
            (["explain", "--read", session], "a recorded session, which emulate"),
            (["explain", "--read", response], "a recorded response, which classify, emulate"),
            (["fixture", "verify", bundle + ".session.json"], "a bundle, which explain --read and"),
            (["fixture", "verify", assessment], "an assessment, which classify --assessment and explain --read"),
            (["classify", bundle], "a bundle, which explain --read and"),
            (["classify", "--assessment", session], "a recorded session, which emulate"),
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
