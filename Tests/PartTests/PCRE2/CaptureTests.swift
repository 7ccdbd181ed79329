#if canImport(CPCRE2)
import ConnectivityCore
import ConnectivityPCRE2
import ConnectivityRedaction
import Testing
import TestSupport

@Suite struct `The captures of a pattern` {
    private func captures(_ pattern: String, _ body: [UInt8], header: String? = nil) throws -> [String: String] {
        let response = ProbeResponse(status: 200, headers: ["X-Version": "v1.2"], body: body)
        let exchange = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
        let verdict = try BodyMatches(pattern, header: header).validate(exchange)
        expect(verdict.finding, .genuine)
        return verdict.reason.captures
    }

    @Test func `The texts of named groups are facts of the reason, and of those that took part only`() throws {
        let body = Array("version=1.4.2 build=77".utf8)
        let pattern = #"version=(?<version>[0-9.]+) (?:build=(?<build>\d+)|(?<tag>\w+))"#
        try expect(captures(pattern, body), ["version": "1.4.2", "build": "77"])
        #expect(try captures(#"(\d+)"#, body).isEmpty)
        try expect(captures(#"v(?<major>\d)"#, [], header: "X-Version"), ["major": "1"])
        try expect(captures(#"(?<whole>version)\K="#, body), ["whole": "version"])
    }

    @Test func `Captures are few, short and without control characters, whatever the body has`() throws {
        let pattern = (0..<20).map { "(?<g\($0 < 10 ? "0" : "")\($0)>a)" }.joined()
        try expect(captures(pattern, Array(String(repeating: "a", count: 20).utf8)).count, 8)
        let long = try captures(
            #"(?<all>(?s:.*))"#,
            Array("\u{1B}[2J\n\u{202E}".utf8 + [UInt8](repeating: 97, count: 90_000))
        )
        let text = try #require(long["all"])
        #expect(text.count < 200 && text.hasSuffix("…") && text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        try expect(captures(#"(?<all>a+)"#, [0xFF, 0xFE, 97, 97, 0xC3]), ["all": "aa"])
    }

    @Test func `A capture with a secret name is replaced in what leaves the device`() throws {
        let body = Array("token=abcdefgh12345678 version=2".utf8)
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, body: body))
        )
        let reason = try BodyMatches(#"token=(?<token>\w+) version=(?<version>\d)"#).validate(exchange).reason
        expect(reason.captures["token"], "abcdefgh12345678")
        #expect(reason.redacted.captures["token"] != "abcdefgh12345678" && reason.redacted.captures["version"] == "2")
    }
}
#endif
