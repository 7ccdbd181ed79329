import ConnectivityCore
import ConnectivityWire
import Foundation
import TestSupport
import Testing

/// Reads a text with the strict reader.
private func strict(_ text: some Collection<UInt8>, depthMax: Int = 64) throws(JSONFault) -> JSON {
    var reader = JSONReader(text, byteCountMax: 1 << 20, depthMax: depthMax)
    return try reader.document()
}

private func tolerant(_ text: some Collection<UInt8>) throws(JSONFault) -> JSON {
    var reader = JSONReader(text, byteCountMax: 1 << 20, isTolerant: true)
    return try reader.document()
}

/// Returns the description of the error, or "read".
private func refusal(_ read: () throws(JSONFault) -> Void) -> String {
    do throws(JSONFault) {
        try read()
        return "read"
    } catch {
        return error.description
    }
}

@Suite struct `The JSON reader` {
    @Test(arguments: [
        ("null", JSON.null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
        ("-125", .integer(-125)), ("-12.5e+1", .integer(-125)), ("1E2", .integer(100)), ("1.0", .integer(1)),
        ("9223372036854775807", .integer(Int64.max)), ("-9223372036854775808", .integer(Int64.min)),
        ("18446744073709551615", .integer(UInt64.max)), ("0.1", .number(0.1)), ("2e-3", .number(0.002)),
        ("\"\"", .string("")), ("[]", .array([])), ("[ ]", .array([])), ("{ }", .object([])),
        ("{}", .object([])), ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
        (#"{"a": {"b": null}, "c":"d"}"#, .object([("c", .string("d")), ("a", .object([("b", .null)]))])),
        ("\u{FEFF}{}", .object([])), (#"{"":0}"#, .object([("", .integer(0))])),
        (#""\"\\\/\b\f\n\r\tA\u0041\u00e9é""#, .string("\"\\/\u{8}\u{C}\n\r\tAAéé")),
        (#""\ud83d\ude00\uD83D\uDE00\u0000""#, .string("😀😀\0")), ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
    ])
    func `The JSON reader accepts what RFC 8259 allows`(text: String, expected: JSON) throws {
        try expect(strict(text.utf8), expected)
        try expect(tolerant(text.utf8), expected)
    }

    @Test(arguments: [
        ("", "line 1, column 1"), (" \n ", "line 2, column 2"), ("nul", "line 1, column 1"),
        ("truex", "line 1, column 5"),
        ("True", "line 1, column 1"), ("{", "line 1, column 2"), ("}", "line 1, column 1"),
        ("[1,]", "line 1, column 4"),
        ("[1 2]", "line 1, column 4"), ("[,]", "line 1, column 2"), ("{\"a\"}", "line 1, column 5"),
        ("{\"a\":}", "line 1, column 6"), ("{\"a\":1,}", "line 1, column 8"), ("{a:1}", "line 1, column 2"),
        ("{\"a\":1}x", "line 1, column 8"), ("01", "line 1, column 2"), ("-", "line 1, column 2"),
        ("-01", "line 1, column 3"), ("1.", "line 1, column 3"), (".5", "line 1, column 1"), ("1e", "line 1, column 3"),
        ("1e+", "line 1, column 4"), ("+1", "line 1, column 1"), ("0x1", "line 1, column 2"),
        ("NaN", "line 1, column 1"),
        ("-Infinity", "line 1, column 2"), ("'a'", "line 1, column 1"), ("\"a", "line 1, column 3"),
        ("\"\\", "line 1, column 3"), ("\"\\x\"", "line 1, column 3"), ("\"\\u12\"", "line 1, column 4"),
        ("\"\\u+123\"", "line 1, column 4"), ("\"a\nb\"", "line 1, column 3"), ("\"\u{1F}\"", "line 1, column 2"),
        ("{} {}", "line 1, column 4"), ("// a\n1", "line 1, column 1"), ("[\"a\":1]", "line 1, column 5"),
        ("\u{B}1", "line 1, column 1"), ("\u{A0}1", "line 1, column 1"), ("[\n \"ä😀\", x]", "line 2, column 8"),
        ("{\"é\": 1,\n\"b\" 2}", "line 2, column 5"), ("[1\r\n,,]", "line 2, column 2"),
    ])
    func `The JSON reader rejects what RFC 8259 forbids, with its position`(text: String, place: String) {
        for message in [
            refusal { () throws(JSONFault) in _ = try strict(text.utf8) },
            refusal { () throws(JSONFault) in _ = try tolerant(text.utf8) },
        ] {
            #expect(message.hasPrefix("\(place): this is not JSON: "), "\(message)")
            #expect(!message.contains("\n"))
        }
    }

    @Test(
        arguments: [
            (
                Array(#"{"a": 1, "b": {"c": 1, "c": 2}}"#.utf8),
                "line 1, column 24: this is not JSON: the member \"c\" occurs twice",
                JSON.object([("a", .integer(1)), ("b", .object([("c", .integer(2))]))])
            ),
            (
                [0x22, 0x61, 0xFF, 0x62, 0x22], "line 1, column 1: this is not JSON: a string is not valid UTF-8",
                .string("a\u{FFFD}b")
            ),
            ([0x22, 0xED, 0xA0, 0xBD, 0x22], "line 1, column 1: this is not JSON: a string is not valid UTF-8", nil),
            (
                Array(#""\ud83dx\ude00""#.utf8),
                "line 1, column 8: this is not JSON: a string contains an unpaired surrogate",
                .string("\u{FFFD}x\u{FFFD}")
            ),
            (
                Array(#""\ud83d\u0041""#.utf8),
                "line 1, column 8: this is not JSON: a string contains an unpaired surrogate",
                .string("\u{FFFD}A")
            ),
            (
                Array(#""\ude00""#.utf8), "line 1, column 8: this is not JSON: a string contains an unpaired surrogate",
                .string("\u{FFFD}")
            ),
        ] as [([UInt8], String, JSON?)]
    )
    func `The strict JSON reader rejects ambiguous texts`(text: [UInt8], message: String, repaired: JSON?) throws {
        expect(refusal { () throws(JSONFault) in _ = try strict(text) }, message)
        var reader = JSONReader(text, byteCountMax: 1 << 20, isTolerant: true)
        let value = try reader.document()
        expect(reader.tolerated?.description, message)
        if let repaired { expect(value, repaired) }
    }

    @Test func `The JSON reader limits depth and length`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(String(repeating: "[{\"a\":", count: depth / 2).utf8) + Array("1".utf8)
                + Array(String(repeating: "}]", count: depth / 2).utf8)
        }
        _ = try strict(nested(8), depthMax: 8)
        expect(
            refusal { () throws(JSONFault) in _ = try strict(nested(8), depthMax: 7) },
            "line 1, column 20: this is not JSON: values are nested more than 7 levels deep"
        )
        #expect(refusal { () throws(JSONFault) in _ = try strict(nested(200_000)) }.contains("more than 64 levels"))
        for (limit, message) in [(3, "read"), (2, "line 1, column 1: the text is longer than 2 bytes")] {
            let found = refusal { () throws(JSONFault) in
                var reader = JSONReader("[1]".utf8, byteCountMax: limit)
                _ = try reader.document()
            }
            expect(found, message)
        }
    }

    @Test func `The JSON reader reads consecutive texts`() throws {
        var reader = JSONReader("{\"a\":1}\n[2] \n\n 3 \"x\" y".utf8, byteCountMax: 100)
        var values: [String] = []
        let message = refusal { () throws(JSONFault) in
            while let value = try reader.next() { values.append("\(value.position!) \(value.text)") }
        }
        expect(
            values,
            [
                "line 1, column 1 {\"a\":1}", "line 2, column 1 [2]", "line 4, column 2 3", "line 4, column 4 \"x\"",
            ]
        )
        #expect(message.hasPrefix("line 4, column 8: "))
    }

    @Test func `The JSON reader records the position of every value and name`() throws {
        let value = try strict("{\n  \"ä\": [1, \"é\", {\"b\": null}]\n}".utf8)
        expect(value.position(at: []), .init(line: 1, column: 1))
        expect(value.position(at: ["ä"]), .init(line: 2, column: 8))
        expect(value.position(at: ["ä"], ofName: true), .init(line: 2, column: 3))
        expect(value.position(at: ["ä", "2", "b"]), .init(line: 2, column: 23))
        expect(value.position(at: ["ä", "2", "b"], ofName: true), .init(line: 2, column: 18))
        // A path that does not exist has the position of its last existing part.
        expect(value.position(at: ["ä", "9", "b"]), .init(line: 2, column: 8))
    }

    @Test(arguments: [
        "-0", "0.10", "1E400", "123456789012345678901234567890", "1.0", "[ ]", "\"\\u00e9\\/\"",
        #"{"b":1,"a":[true,false,null,{"c":2.50}]}"#, "\"\\u0001\\u007f\\n\"",
    ])
    func `JSON keeps numbers, order and texts when it is written again`(text: String) throws {
        let value = try strict(text.utf8)
        for layout in [JSON.Layout.compact, .pretty] {
            let again = try strict(value.encoded(layout))
            expect(again, value)
            expect(again.text, value.text)
        }
        if !text.contains("\\"), !text.contains(" ") { expect(value.text, text) }
    }

    @Test func `JSON has no character that controls a terminal, ends a line or changes the direction of text`() throws {
        for value in [JSON.string(HostileText.text), .object([(HostileText.text, nil)])] {
            #expect(HostileText.dangerous(in: value.text).isEmpty, "\(value.text)")
            try expect(strict(value.text.utf8), value)
        }
        expect(JSON.string("é\u{9B}\u{2028}\u{E0041}").text, #""é\u009b\u2028\udb40\udc41""#)
    }

    @Test func `JSON for people is written in lines, with sorted names on request`() throws {
        let long = String(repeating: "x", count: 100)
        let value = JSON.object([("z", .string(long)), ("a", .array([.integer(1), .string("\u{7F}")])), ("n", nil)])
        expect(
            String(decoding: value.encoded(.pretty), as: UTF8.self),
            "{\n  \"z\": \"\(long)\",\n  \"a\": [1, \"\\u007f\"]\n}\n"
        )
        expect(value.sorted.text, "{\"a\":[1,\"\\u007f\"],\"z\":\"\(long)\"}")
    }

    /// Random values: this reader accepts what Foundation writes, and Foundation what this writer writes.
    @Test func `The JSON reader and writer agree with Foundation on random values`() throws {
        var random = SystemRandomNumberGenerator()
        func value(_ depth: Int) -> JSON {
            switch Int.random(in: depth > 4 ? 2...6 : 0...6, using: &random) {
            case 0: return .array((0..<Int.random(in: 0...4)).map { _ in value(depth + 1) })
            case 1:
                return .object((0..<Int.random(in: 0...4)).map { ("\($0)\u{E9}\"\\\n", value(depth + 1)) })
            case 2: return .bool(.random())
            case 3: return .integer(Int64.random(in: .min ... .max) >> Int64.random(in: 0...63))
            case 4:
                let number = Double(bitPattern: .random(in: 0...0x7FE0_0000_0000_0000))
                // Foundation keeps digits of whole numbers with an exponent that no Double has.
                return .number(number < 0x1p53 || number >= 0x1p63 ? number : 0.5)
            case 5: return .null
            default:
                let scalars = (0..<Int.random(in: 0...8)).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0...0x10FFFF))
                }
                return .string(scalars.reduce(into: "") { $0.unicodeScalars.append($1) })
            }
        }
        for _ in 0..<400 {
            let value = JSON.array([value(0)])
            try expect(JSONDecoder().decode(JSON.self, from: Data(value.encoded())), value, "\(value.text)")
            let foundations = try JSONEncoder().encode(value)
            try expect(strict(foundations), value, "\(value.text)")
            try expect(strict(foundations).decode(JSON.self), value)
        }
    }

    /// No time is measured: a reader that looked back at each byte would take many minutes.
    @Test(arguments: ["[", "{\"a\":", "\"\\u0041", "1,", "\"é", "\\", "{}", "[1,", "1e1", "\"\n"])
    func `The JSON reader finishes long repetitive texts in reasonable time`(pattern: String) {
        let bytes = Array(("[" + String(repeating: pattern, count: 300_000 / pattern.utf8.count)).utf8)
        #expect(refusal { () throws(JSONFault) in _ = try strict(bytes) } != "read")
    }

    @Test func `The JSON reader and decoder finish objects with many members in reasonable time`() throws {
        let members = (0..<20_000).map { "\"name\($0)\": \($0)" }.joined(separator: ",")
        try expect(strict("{\(members)}".utf8).decode([String: Int].self).count, 20_000)
    }
}

@Suite struct `The JSON decoder` {
    private enum Colour: String, Codable, CaseIterable { case red, green }
    private enum Level: Int, Codable { case low = 1 }

    private struct Part: Codable, Equatable {
        var url: String
        var size: UInt8?
        var colour: Colour?
        var level: Level?
    }

    private struct Whole: Codable, Equatable {
        var parts: [Part]
        var ratio: Double?
        var table: [String: Int]?
        var flag: Bool?
    }

    private func fault<Value: Decodable>(_ text: String, as type: Value.Type = Whole.self, strictly: Bool = true)
        -> String
    {
        refusal { () throws(JSONFault) in _ = try strict(text.utf8).decode(type, strictly: strictly) }
    }

    @Test func `The JSON decoder restores the encoded value`() throws {
        let whole = Whole(
            parts: [Part(url: "a", size: 255, colour: .green, level: .low), Part(url: "b")],
            ratio: 0.1,
            table: ["x": -1, "y": .max],
            flag: false
        )
        let json = try JSON(encoding: whole)
        try expect(json.decode(Whole.self), whole)
        try expect(strict(json.encoded()).decode(Whole.self), whole)
        try expect(JSONDecoder().decode(Whole.self, from: Data(json.encoded())), whole)
        try expect(strict(JSONEncoder().encode(whole)), json)
        try expect(strict(#"{"parts": [], "ratio": null, "flag": true}"#.utf8).decode(Whole.self).flag, true)
        #expect(throws: EncodingError.self) { try JSON(encoding: [1, Double.infinity]) }
        try expect(JSON(encoding: Optional<Int>.none), .null)
        try expect(JSON(encoding: [[1], []]).text, "[[1],[]]")
    }

    @Test(arguments: [
        (#"{"parts": [], "part": 1}"#, "line 1, column 15: at part: unknown key; did you mean parts?"),
        (
            "{\"parts\": [\n {\"url\": \"a\"},\n {\"url\": 7}]}",
            "line 3, column 10: at parts[1].url: expected a string; found a number"
        ),
        (
            #"{"parts": [{"url": "a", "x": {}}]}"#,
            "line 1, column 25: at parts[0].x: unknown key; use one of: colour, level, size, url"
        ),
        (#"{"parts": [{}]}"#, "line 1, column 12: at parts[0]: \"url\" is missing"),
        (#"{"parts": [{"ulr": 1}]}"#, #"line 1, column 13: at parts[0]: "url" is missing; "ulr" is not known"#),
        (#"{"parts": [{"ur": 1}]}"#, #"line 1, column 13: at parts[0]: "url" is missing; "ur" is not known"#),
        (#"{"parts": [{"urls": 1}]}"#, #"line 1, column 13: at parts[0]: "url" is missing; "urls" is not known"#),
        (#"{"parts": [{"uri": 1}]}"#, #"line 1, column 13: at parts[0]: "url" is missing; "uri" is not known"#),
        (#"{"parts": [{"link": 1}]}"#, #"line 1, column 12: at parts[0]: "url" is missing"#),
        (#"{"parts": {}}"#, "line 1, column 11: at parts: expected an array; found an object"),
        (#"{"parts": null}"#, "line 1, column 11: at parts: expected an array; found null"),
        (#"{"parts": 204}"#, "line 1, column 11: at parts: expected an array such as [204]; found the number 204"),
        // The text may be a secret.
        (#"{"parts": "s3cret"}"#, #"line 1, column 11: at parts: expected an array such as ["..."]; found a string"#),
        ("[]", "line 1, column 1: expected an object; found an array"),
        (
            #"{"parts": [{"url": "a", "size": 256}]}"#,
            "line 1, column 33: at parts[0].size: must be a whole number from 0 through 255"
        ),
        (
            #"{"parts": [{"url": "a", "size": 1.5}]}"#,
            "line 1, column 33: at parts[0].size: must be a whole number from 0 through 255"
        ),
        (
            #"{"parts": [{"url": "a", "colour": "blue"}]}"#,
            "line 1, column 35: at parts[0].colour: is not one of red, green"
        ),
        (
            #"{"parts": [{"url": "a", "colour": "gren"}]}"#,
            "line 1, column 35: at parts[0].colour: is not one of red, green; did you mean green?"
        ),
        (
            #"{"parts": [{"url": "a", "level": 9}]}"#,
            "line 1, column 34: at parts[0].level: is not a known value"
        ),
        (#"{"parts": [], "table": {"a": true}}"#, "line 1, column 30: at table.a: expected a number; found true"),
        (
            #"{"parts": [], "ratio": 1e999}"#,
            "line 1, column 24: at ratio: must be a number of at most 1.7976931348623157e+308"
        ),
        (
            #"{"parts": [], "table": {"a": 9223372036854775808}}"#,
            "line 1, column 30: at table.a: must be a whole number of at most 64 bits"
        ),
    ])
    func `The JSON decoder reports the fault and its position on one line`(text: String, message: String) {
        expect(fault(text), message)
    }

    @Test func `The JSON decoder ignores unknown keys if it is not strict`() throws {
        let text = #"{"parts": [{"url": "a", "x": {}}], "y": 1}"#
        try expect(strict(text.utf8).decode(Whole.self, strictly: false), Whole(parts: [Part(url: "a")]))
    }

    /// Reads nested containers without their own types, uses its decoder twice, and throws several kinds of errors.
    private struct Odd: Decodable {
        enum Key: String, CodingKey { case list, object, base, own, plain }
        struct Base: Decodable { var a: Int }
        struct Refused: Error {}

        var sum = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { sum += try list.decodeNil() ? 1 : list.decode(Int.self) }
            sum += try container.nestedContainer(keyedBy: Key.self, forKey: .object).decode(Int.self, forKey: .plain)
            sum += try Base(from: container.superDecoder(forKey: .base)).a
            if try container.decodeIfPresent(Bool.self, forKey: .own) == true { throw Refused() }
            if container.contains(.plain) {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "is plain"))
            }
            if sum > 100 { _ = try list.decode(Int.self) }
        }
    }

    @Test(arguments: [
        (#"[{"list": [1, null, 3], "object": {"plain": 4}, "base": {"a": 5}}]"#, "read"),
        (
            #"[{"list": [], "object": {"plain": 4, "x": 1}, "base": {"a": 5}}]"#,
            "line 1, column 38: at [0].object.x: unknown key; use one of: plain"
        ),
        (
            #"[{"list": [], "object": {"plain": 4}, "base": {"a": 5, "b": 5}}]"#,
            "line 1, column 56: at [0].base.b: unknown key; use one of: a"
        ),
        (
            #"[{"list": [1, "2"], "object": {"plain": 4}, "base": {"a": 5}}]"#,
            "line 1, column 15: at [0].list[1]: expected a number; found a string"
        ),
        (
            #"[{"list": [], "object": {"plain": 4}, "base": {"a": 5}, "own": true}]"#,
            "line 1, column 2: at [0]: Refused()"
        ),
        (#"[{"list":[], "object":{"plain":4}, "base":{"a":5}, "plain":0}]"#, "line 1, column 2: at [0]: is plain"),
        (
            #"[{"list": [100], "object": {"plain": 4}, "base": {"a": 5}}]"#,
            "line 1, column 11: at [0].list: has too few elements"
        ),
    ])
    func `The JSON decoder decodes nested containers and locates thrown errors`(text: String, message: String) {
        expect(fault(text, as: [Odd].self), message)
    }

    private enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case point
    }

    @Test func `The JSON decoder decodes enums with associated values and JSON itself`() throws {
        let shapes: [Shape] = [.circle(radius: 2.5), .point]
        try expect(JSON(encoding: shapes).decode([Shape].self), shapes)
        try expect(JSON(encoding: shapes).text, #"[{"circle":{"radius":2.5}},{"point":{}}]"#)
        let any = try strict(#"{"a": {"unknown": [1, 2.50]}}"#.utf8)
        try expect(any.decode([String: JSON].self)["a"]?.text, #"{"unknown":[1,2.50]}"#)
        try expect(JSON(encoding: ["a": any["a"]]), any)
    }
}
