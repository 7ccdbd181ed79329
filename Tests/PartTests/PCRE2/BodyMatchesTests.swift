#if canImport(CPCRE2)
import ConnectivityCore
import ConnectivityPCRE2
import Foundation
import Testing
import TestSupport

@Suite struct `A regular expression` {
    private func exchange(_ body: [UInt8]) -> ProbeExchange {
        ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, body: body))
        )
    }

    private func finding(
        _ pattern: String,
        _ body: String,
        _ options: BodyMatches.Options = []
    ) throws -> Verdict.Finding {
        try BodyMatches(pattern, options: options).validate(exchange(Array(body.utf8))).finding
    }

    @Test func `A pattern matches anywhere in the body`() throws {
        try expect(finding("S.ccess", "<b>Success</b>"), .genuine)
        try expect(finding("^Success$", "<b>Success</b>"), .substituted)
    }

    @Test func `The options change the interpretation of a pattern`() throws {
        try expect(finding("success", "SUCCESS"), .substituted)
        try expect(finding("success", "SUCCESS", .caseInsensitive), .genuine)
        try expect(finding("a.b", "a\nb"), .substituted)
        try expect(finding("a.b", "a\nb", .dotMatchesLineEnds), .genuine)
        try expect(finding("a b # c", "ab", .extended), .genuine)
        try expect(finding("^b$", "a\nb\nc", .anchorsMatchLines), .genuine)
    }

    @Test(arguments: ["a.c", "(*ANYCRLF)a.c", "(*UTF)(*UCP)a.c"])
    func `A pattern is written with its options, behind what must be its beginning`(pattern: String) throws {
        let validator = try BodyMatches(pattern, options: [.caseInsensitive, .dotMatchesLineEnds])
        let again = try JSONDecoder().decode(BodyMatches.self, from: JSONEncoder().encode(validator))
        expect(again.validate(exchange(Array("xA\nCx".utf8))).finding, .genuine)
    }

    /// The predecessors count characters although the expression's range is in other units, and therefore miss such
    /// pages.
    @Test func `Line ends and characters outside the basic plane do not affect a match`() throws {
        let page = "<HTML>\r\n<BODY>\r\n😀 Success\r\n</BODY>"
        try expect(finding(".*?Success.*?</BODY>", page, [.caseInsensitive, .dotMatchesLineEnds]), .genuine)
    }

    @Test func `Bytes that are not UTF-8 match nothing and cause no error`() throws {
        let validator = try BodyMatches("ok\\b")
        let bytes: [UInt8] = [0xFF, 0xFE, 0xC3, 0x28, 0x00, 0xED, 0xA0, 0x80]
        expect(validator.validate(exchange(bytes)).finding, .substituted)
        expect(validator.validate(exchange(bytes + Array("ok ".utf8) + bytes)).finding, .genuine)
    }

    @Test(arguments: [
        ("^(a+)+$", 40, "match limit exceeded"), ("^(?:(a)(?=(a)*)|b)*$", 60_000, "heap limit exceeded"),
    ])
    func `A match that exceeds a limit is undecided, not a mismatch, and names the limit`(
        pattern: String,
        count: Int,
        limit: String
    ) throws {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: count) + [UInt8(ascii: "!")]
        let validator = try BodyMatches(pattern)
        let judged = ExchangeJudge(.standard).verdict(on: exchange(body), expecting: validator)
        for verdict in [validator.validate(exchange(body)), judged] {
            expect(verdict.finding, .inconclusive)
            expect(verdict.reason.code, "undecided")
            expect(verdict.reason.facts["detail"], .text(limit))
        }
    }

    @Test func `A match that needs more machine stack gets it`() throws {
        let body = Array(String(repeating: "ab", count: 20_000).utf8)
        #expect(try BodyMatches("^(?:a|ab)(?:(b|ba)|c)*?$").validate(exchange(body)).finding != .failed)
        try expect(BodyMatches("(?:(?:ab)|c)+$").validate(exchange(body)).finding, .genuine)
    }

    @Test(arguments: [("(", 1), ("a{2,1}", 5), ("[z-a]", 3), ("\\C", 2), ("(?<n>a)(?<n>b)", 12)])
    func `A pattern that cannot be compiled is rejected with the offset of its fault`(pattern: String, offset: Int) {
        let error = #expect(throws: PatternError.self) { try BodyMatches(pattern) }
        expect(error?.offset, offset)
        expect(error?.detail.isEmpty, false)
    }

    @Test func `A pattern beyond the limits is rejected`() {
        #expect(throws: PatternError.self) { try BodyMatches(String(repeating: "a", count: 4097)) }
        let nested = String(repeating: "(", count: 65) + String(repeating: ")", count: 65)
        #expect(throws: PatternError.self) { try BodyMatches(nested) }
    }

    @Test func `Many tasks can use one pattern concurrently`() async throws {
        let validator = try BodyMatches("[a-z]+\\d{11}")
        let hit = exchange(Array((String(repeating: "x y ", count: 2000) + "abc12345678901").utf8))
        let miss = exchange(Array(String(repeating: "x y ", count: 2000).utf8))
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let isHit = index.isMultiple(of: 2)
                    return validator.validate(isHit ? hit : miss).finding == (isHit ? .genuine : .substituted)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `A pattern is inconclusive for a failed exchange`() throws {
        let failure = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .failure(ProbeFailure(.emptyReply))
        )
        try expect(BodyMatches("x").validate(failure), .inconclusive)
    }
}
#endif
