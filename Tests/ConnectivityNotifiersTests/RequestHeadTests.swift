import Testing

@testable import ConnectivityNotifiers

@Suite struct `The head of a request` {
    private func head(_ text: String) throws -> RequestHead? { try RequestHead(Array(text.utf8), byteCountMax: 200) }

    @Test func `Lines end at line feeds alone, whatever Swift calls a new line or a character`() throws {
        let text =
            "\r\nGET /a?b HTTP/1.1\r\nA:  b\u{85}Host: evil\u{2028}Host: evil \t\nE:\u{301}x\r\nHost:y\r\n\r\nrest"
        let head = try #require(try head(text))
        #expect(head.method == "GET" && head.target == "/a?b" && head.minorVersion == 1)
        #expect(head.values(of: "a") == ["b\u{85}Host: evil\u{2028}Host: evil"])
        #expect(head.values(of: "e") == ["\u{301}x"])
        #expect(head.values(of: "host") == ["y"])
        #expect(head.fields.last?.line == Array("Host:y".utf8))
        #expect(head.byteCount == text.utf8.count - 4)
    }

    @Test(arguments: ["", "G", "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nA: b\r\n\r"])
    func `A head without its empty line is awaited`(text: String) throws {
        #expect(try head(text) == nil)
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

    @Test func `A head longer than the limit is refused, with and without its end`() throws {
        func text(_ count: Int) -> String { "GET / HTTP/1.1\n" + String(repeating: "A: b\n", count: count) }
        #expect(try head(text(36) + "\n")?.fields.count == 36)
        #expect(throws: RequestHead.Refusal.tooLarge) { try head(text(37) + "\n") }
        #expect(throws: RequestHead.Refusal.tooLarge) { try head(text(37)) }
    }
}
