import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `Parsed answers` {
    @Test func `The text of a page has no tags, scripts and comments`() throws {
        let page = try #require(
            ProbeExchange.answer(
                200,
                """
                <!DOCTYPE html><title> Guest&nbsp;Wi-Fi </title><!-- <p>hidden --><style>p { }</style>
                <p>Wel<b>come</b>,<p>sign&#39;in<script>location = '/next'</script>
                <meta HTTP-EQUIV=refresh content="0; url='/a?b=1&amp;c=2'">
                <form method=POST action=/login><input name="voucher_code"></form>
                """
            ).page
        )
        expect(page.title, "guest wi-fi")
        expect(page.text, "welcome, sign'in")
        expect(page.refresh, "/a?b=1&c=2")
        expect(page.scriptRedirect?.target, "/next")
        expect(page.signInForm?.action, "/login")
        expect(page.frame, nil)
    }

    @Test(arguments: [
        ("<!--><p>shown", "shown"), ("<!-- <p>hidden", ""), ("a<!>b", "ab"), ("a < b", "a < b"), ("a<?x ?>b<", "ab<"),
        ("<p title='a>b'>c", "c"), ("<script>if (a < b) '</p>'</SCRIPT >c", "c"), ("<title>a<p>b", "b"), ("", ""),
    ])
    func `A page is tokenized as browsers do it`(page: String, text: String) {
        expect(ProbeExchange.answer(200, page).page?.text, text)
    }

    @Test func `The body of an exchange is available as JSON if it is an object or a list`() {
        let json = ProbeExchange.answer(200, #"{"a": [1, 2.5, null, true, "x"], "b": {"c": -1}, "b": {"c": 3}}"#).json
        expect(json?.record?["a"], [1, 2.5, .null, true, "x"])
        expect(json?.record?["b"]?.record?["c"]?.integer, 3)
        expect(ProbeExchange.answer(200, "\u{FEFF} [1]").json, [1])
        for body in ["1", "\"text\"", "", "{", "[1] 2", String(repeating: "[", count: 17)] {
            expect(ProbeExchange.answer(200, body).json, nil, "\(body)")
        }
        expect(ProbeExchange.answer(200, "[" + String(repeating: " ", count: 64 * 1024) + "]").json, nil)
    }

    @Test func `The links of a header are available in order`() {
        let headers: HeaderFields = [
            "Link": "</a>; rel=next, <b>; title=\"x, y\"; rel=\"Blocked-By up\"", "link": "<c>",
        ]
        let links = ProbeExchange.answer(200, headers: headers).links
        expect(links.map(\.target), ["/a", "b", "c"])
        expect(links.map { $0.has("blocked-by") }, [false, true, false])
    }

    @Test func `An exchange without an answer has no page, JSON or links`() {
        let exchange = ProbeExchange.failure(.nameLookup)
        #expect(exchange.page == nil && exchange.json == nil && exchange.links.isEmpty)
    }

    @Test func `Replacing the answer of an exchange discards the parsed one`() {
        var exchange = ProbeExchange.answer(200, "<title>a</title>").read
        expect(exchange, ProbeExchange.answer(200, "<title>a</title>"))
        exchange.outcome = ProbeExchange.answer(200, "<title>b</title>").outcome
        expect(exchange.page?.title, "b")
    }
}

@Suite struct `Searching bytes` {
    private static let letters: [UInt8] = [0x41, 0x61, 0x62, 0xE1]

    private static func bytes(_ random: inout SplitMix64, upTo limit: Int) -> [UInt8] {
        // Only a few letters, so that matches are frequent; they differ in the highest bit and in the bit of the
        // case.
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in
            letters[Int.random(in: letters.indices, using: &random)]
        }
    }

    @Test func `A search finds the first match at any offset within a group of eight bytes`() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<5000 {
            let text = Self.bytes(&random, upTo: 40)
            let wanted = Self.bytes(&random, upTo: 3) + [0x61]
            let start = Int.random(in: 0...text.count, using: &random)
            let places = (start..<max(start, text.count - wanted.count + 1)).filter { text[$0...].starts(with: wanted) }
            expect(text.firstOffset(of: wanted, from: start), places.first)
            let small = wanted.map(\.asciiLowercased)
            let folded = text.map(\.asciiLowercased)
            let foldedPlaces = (start..<max(start, text.count - small.count + 1))
                .filter { folded[$0...].starts(with: small) }
            expect(text.firstOffset(ofLowercased: small, from: start), foldedPlaces.first)
        }
    }

    @Test func `A text set finds the same texts as one search for each`() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<2000 {
            let texts = (0..<5).map { _ in
                String(
                    decoding: (Self.bytes(&random, upTo: 4) + [0x61, 0x62, 0x61, 0x62]).map { $0 & 0x7F },
                    as: UTF8.self
                )
            }
            let bytes = Self.bytes(&random, upTo: 60)
            let found = texts.indices.filter { bytes.contains(Array(texts[$0].utf8)) }
            expect(TextSet(texts).all(in: bytes), Set(found))
            expect(TextSet(texts).first(in: bytes), found.first)
        }
        expect(TextSet(["\0\0\0a"]).first(in: [0x61]), nil, "before the beginning stands nothing")
    }

    @Test func `Invalid UTF-8 is repaired as in the standard library`() {
        var random = SplitMix64(seed: 0xEF)
        let parts: [UInt8] = [
            0x41, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0x9F, 0xA0, 0x90,
        ]
        for _ in 0..<20000 {
            let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                parts[Int.random(in: parts.indices, using: &random)]
            }
            expect(bytes.lossyUTF8, Array(String(decoding: bytes, as: UTF8.self).utf8), "\(bytes)")
            expect(bytes.isUnchangedByRepair, (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
            expect(String(validUTF8: bytes), String(validating: bytes, as: UTF8.self), "\(bytes)")
        }
    }
}
