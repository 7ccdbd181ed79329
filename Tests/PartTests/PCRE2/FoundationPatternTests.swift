import ConnectivityCore
import ConnectivityPCRE2
import Foundation
import TestSupport
import Testing

/// Patterns as people write them for `NSRegularExpression`, after which the options are named.
@Suite struct `A pattern and NSRegularExpression` {
    private static let cases: [(pattern: String, options: BodyMatches.Options, subject: String)] = [
        // Line ends.
        ("^200 ok$", .anchorsMatchLines, "status\r\n200 ok\r\nend"), ("^status: green$", [], "status: green\r\n"),
        ("^status: green$", .anchorsMatchLines, "a\r\nstatus: green\r\n"), ("^b$", .anchorsMatchLines, "a\rb\rc"),
        ("^b$", .anchorsMatchLines, "a\u{2028}b\u{2029}c"), ("^b$", .anchorsMatchLines, "a\u{85}b\u{85}c"),
        ("^$", .anchorsMatchLines, "a\r\nb"), ("^$", .anchorsMatchLines, "a\r\n\r\nb"), ("a$", [], "a\n"),
        ("a$", [], "a\r"), ("a$", [], "a\n\n"), ("^b", [], "a\nb"), ("ok\\Z", [], "ok\r\n"), ("ok\\z", [], "ok\r\n"),
        ("\\Aok", .anchorsMatchLines, "a\nok"), ("^b", .anchorsMatchLines, "a\u{0B}b"), ("a.b", [], "a\u{2028}b"),
        ("a.b", [], "a\rb"), ("a.b", .dotMatchesLineEnds, "a\nb"), ("a.*c", [], "a\r\nc"), ("a\\Rb", [], "a\r\nb"),
        // Letters of all scripts.
        ("\\bÖffnungszeiten\\b", [], "unsere Öffnungszeiten sind"), ("\\bПривет\\b", [], "Скажи: Привет!"),
        ("[[:upper:]]cole", [], "École"), ("^\\w+$", [], "Größe"), ("^\\w+$", [], "привет_1"), ("\\W", [], "日本語"),
        ("^\\d+$", [], "٣٤"), ("a\\sb", [], "a\u{A0}b"), ("a\\sb", [], "a\u{3000}b"), ("^[[:alpha:]]+$", [], "naïve"),
        ("\\p{Lu}", [], "é"), ("^\\p{Greek}+$", [], "αβγ"), ("^.$", [], "😀"), ("\\bé", [], "aé"),
        ("öffnen", .caseInsensitive, "ÖFFNEN"), ("[à-ý]", .caseInsensitive, "É"), ("\\Bb", [], "äb"),
        ("i", .caseInsensitive, "İ"), ("σ", .caseInsensitive, "ς"),
        // Features that both have.
        ("(?i)success", [], "SUCCESS"), ("(?<=a)b", [], "ab"), ("(a)\\1", [], "aa"), ("(?<n>a)\\k<n>", [], "aa"),
        ("a++b", [], "aab"), ("\\Qa.b\\E", [], "axb"), ("[\\w.]+@[\\w.]+", [], "jürgen@müller.example"),
        ("a b # c", .extended, "ab"), ("(?m)^b$", [], "a\r\nb\r\n"), ("(?s)a.b", [], "a\u{85}b"),
        ("\\x{41}", [], "AB"), ("\\h", [], "a\tb"), ("^[^a]$", [], "\n"), ("\\x41", [], "A"),
    ]

    @Test func `Patterns agree with NSRegularExpression on line ends, letters of all scripts and all options`() throws {
        var differing: [String] = []
        for (pattern, options, subject) in Self.cases {
            var theirs: NSRegularExpression.Options = []
            if options.contains(.caseInsensitive) { theirs.insert(.caseInsensitive) }
            if options.contains(.extended) { theirs.insert(.allowCommentsAndWhitespace) }
            if options.contains(.dotMatchesLineEnds) { theirs.insert(.dotMatchesLineSeparators) }
            if options.contains(.anchorsMatchLines) { theirs.insert(.anchorsMatchLines) }
            let expression = try NSRegularExpression(pattern: pattern, options: theirs)
            let found = expression.firstMatch(in: subject, range: NSRange(subject.startIndex..., in: subject)) != nil
            let response = ProbeResponse(status: 200, body: Array(subject.utf8))
            let exchange = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
            let ours = try? BodyMatches(pattern, options: options).validate(exchange).finding
            if ours != (found ? .genuine : .substituted) {
                differing.append(
                    "\(pattern.debugDescription) on \(subject.debugDescription): \(found), ours \(String(describing: ours))"
                )
            }
        }
        expect(differing, [])
    }

    @Test func `A pattern that needs more than the stack of compiled code is matched without it`() throws {
        let body = Array((String(repeating: "ab", count: 20_000) + "!").utf8)
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, body: body))
        )
        for pattern in ["^(?:(a)(?=(b)*)|b)*!$", "^(?:(?:a|b)(?:()|c))*!"] {
            try expect(BodyMatches(pattern).validate(exchange).finding, .genuine, "\(pattern)")
        }
    }

    @Test func `An invalid pattern reports the missing part and its position`() {
        let error = #expect(throws: PatternError.self) { try BodyMatches("(a") }
        expect("\(error.map(String.init(describing:)) ?? "")", "missing closing parenthesis at offset 2")
    }
}
