import Testing

@testable import ConnectivityCore

@Suite struct `The JSON reader` {
    private func read(_ text: String) -> JSON? { JSON(Array(text.utf8)) }

    @Test(arguments: [
        ("null", JSON.null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)),
        ("-125", .number(-125)), ("-12.5e+1", .number(nil)), ("1E2", .number(nil)), ("1.0", .number(nil)),
        ("\"\"", .string("")), ("[]", .array([])),
        ("{}", .object([:])), ("[1, [2]]", .array([.number(1), .array([.number(2)])])),
        (#"{"a": {"b": null}, "c":"d"}"#, .object(["a": .object(["b": .null]), "c": .string("d")])),
        (#"{"a":1,"a":2}"#, .object(["a": .number(2)])), ("\u{FEFF}{}", .object([:])),
        (#""\"\\\/\b\f\n\r\tA\u0041\u00e9""#, .string("\"\\/\u{8}\u{C}\n\r\tAAé")),
        (#""\ud83d\ude00\ud83dx\ude00""#, .string("😀\u{FFFD}x\u{FFFD}")),
        (#""\ud83d\u0041""#, .string("\u{FFFD}A")),
    ])
    func `reads what RFC 8259 allows`(text: String, expected: JSON) {
        #expect(read(text) == expected)
    }

    @Test(arguments: [
        "", " ", "nul", "truex", "True", "{", "}", "[1,]", "[1 2]", "[,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
        "{\"a\":1}x", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "'a'", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u+123\"", "\"a\nb\"", "{} {}", "// a\n1", "[\"a\":1]",
    ])
    func `refuses everything else`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `repairs what is not UTF-8`() {
        #expect(JSON([0x22, 0x61, 0xFF, 0x62, 0x22]) == .string("a\u{FFFD}b"))
    }

    @Test func `has limits of depth and length`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(read(nested(JSON.depthMax)) != nil)
        #expect(read(nested(JSON.depthMax + 1)) == nil)
        #expect(read(nested(20000)) == nil)
        let longest = "\"" + String(repeating: "a", count: JSON.byteCountMax - 2) + "\""
        #expect(read(longest) != nil)
        #expect(read(longest + " ") == nil)
    }
}
