import ConnectivityToolkit
import TestSupport
import Testing

@testable import ConnectivityCore

@Suite struct `The head of a request` {
    private func head(_ text: String) throws -> RequestHead? { try RequestHead(Array(text.utf8), byteCountMax: 200) }

    @Test func `Lines end only at line feeds, unlike Swift's newlines and characters`() throws {
        let text =
            "\r\nGET /a?b HTTP/1.1\r\nA:  b\u{85}Host: evil\u{2028}Host: evil \t\nE:\u{301}x\r\nHost:y\r\n\r\nrest"
        let head = try #require(try head(text))
        #expect(head.method == "GET" && head.target == "/a?b" && head.minorVersion == 1)
        expect(head.headers.values(of: "a"), ["b\u{85}Host: evil\u{2028}Host: evil"])
        expect(head.headers.values(of: "e"), ["\u{301}x"])
        expect(head.headers.values(of: "host"), ["y"])
        expect(head.lines.last.map(Array.init), Array("Host:y".utf8))
        expect(head.byteCount, text.utf8.count - 4)
    }

    @Test(arguments: ["", "G", "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nA: b\r\n\r"])
    func `A head without its empty line is awaited`(text: String) throws {
        try expect(head(text), nil)
    }

    @Test(arguments: [
        "\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/1.x\n\n", "G\u{E9}T / HTTP/1.1\n\n", "GET /\u{E9} HTTP/1.1\n\n", "GET /\t HTTP/1.1\n\n",
        " GET / HTTP/1.1\n\n",
        "GET / HTTP/1.1\nA\n\n", "GET / HTTP/1.1\nA : b\n\n", "GET / HTTP/1.1\nA: b\n c\n\n", "GET / HTTP/1.1\n: b\n\n",
        "GET / HTTP/1.1\nA: b\rHost: c\n\n", "GET / HTTP/1.1\nA: b\u{0}\n\n", "\u{0}\n\n",
    ])
    func `A head that readers could understand in different ways is refused`(text: String) {
        #expect(throws: RequestHead.Refusal.malformed, "\(text)") { try head(text) }
    }

    @Test func `Fields of a response may be folded, in ISO 8859-1, and named in any way if that is permitted`() {
        var fields = HeaderFields()
        func add(_ text: String, anyName: Bool = false) -> Bool {
            fields.append(line: Array(text.utf8)[...], anyName: anyName)
        }
        #expect(!add(" folded") && !add("") && !add("no colon") && !add("two words: b"))
        #expect(add("A: \t b \t\r") && add("\t c ") && add(" "))
        #expect(add("two words: b", anyName: true) && !add("no colon", anyName: true))
        _ = fields.append(line: [0x42, 0x3A, 0xE9])
        #expect(
            fields.fields.map(\.name) == ["A", "two words", "B"]
                && fields.fields.map(\.value) == ["b c", "b", "\u{E9}"]
        )
    }

    @Test func `Names of fields are compared without the case of ASCII letters, and with everything else as it is`() {
        let fields: HeaderFields = ["CONTENT-type": "a", "content-TYPE": "b", "\u{212A}ey": "c", "key2": "d"]
        expect(fields.values(of: "Content-Type"), ["a", "b"])
        // The sign for kelvin is a k in lower case.
        #expect(
            fields["key"] == nil && fields["\u{212A}ey"] == "c" && fields["KEY2"] == "d"
                && fields["[ontent-Type"] == nil
        )
    }

    @Test func `A folded line belongs to the field before it if the server permits that`() throws {
        let bytes = Array("GET / HTTP/1.1\r\nx-odd:  a\r\n b \r\n\r\n".utf8)
        try expect(RequestHead(bytes, byteCountMax: 200, unfolds: true)?.headers["X-Odd"], "a b")
        let first = Array("GET / HTTP/1.1\r\n a\r\n\r\n".utf8)
        #expect(throws: RequestHead.Refusal.malformed) { try RequestHead(first, byteCountMax: 200, unfolds: true) }
    }

    @Test func `A head longer than the limit is refused, with and without its end`() throws {
        func text(_ count: Int) -> String { "GET / HTTP/1.1\n" + String(repeating: "A: b\n", count: count) }
        try expect(head(text(36) + "\n")?.headers.fields.count, 36)
        #expect(throws: RequestHead.Refusal.tooLarge) { try head(text(37) + "\n") }
        #expect(throws: RequestHead.Refusal.tooLarge) { try head(text(37)) }
    }
}
