import ConnectivityCore
import TestSupport
import Testing

@Suite struct `JSON that was changed` {
    private static let texts = [
        #"{"endpoints": ["apple.hotspot", {"url": "http://a.example/", "expect": {"text": "pong", "n": -12.5e+1}}], "x": null}"#,
        #"[true, false, {"é": "ä😀\u00e9\ud83d\ude00", "K": [0, 18446744073709551615, {}], "a b": "\\ \"/\n"}, []]"#,
        "{\n  \"list\": [1,\r\n 2, 3],\n\t\"text\": \"plain\",\n  \"last\": {\"a\": 1, \"b\": {\"c\": [[[]]]}}\n}\n",
    ].map { Array($0.utf8) }

    private static let pieces: [[UInt8]] =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d\\ude00", "\\ud83d", "\n", " ", "//", "/*", "#",
            "null", "-0",
            "1e5", "é", "\u{212A}", "\u{FEFF}", "\"a\":", "\"a\":1,", "\"\\u0061\":2,", "-", "01", "truefalse",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0x80], [0], [0x1F]]

    /// Returns a text with a few changes.
    private func changed(_ random: inout SplitMix64) -> [UInt8] {
        var text = Self.texts.randomElement(using: &random) ?? []
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let place = text.isEmpty ? 0 : Int.random(in: 0..<text.count, using: &random)
            let end = min(text.count, place + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: if !text.isEmpty { text[place] = UInt8.random(in: 0...255, using: &random) }
            case 1: text.removeSubrange(place..<min(end, place + 8))
            case 2: text.insert(contentsOf: text[place..<end], at: place)
            case 3 where Int.random(in: 0..<8, using: &random) == 0: text.removeSubrange(place...)
            default: text.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
            }
        }
        return text
    }

    /// The value with all positions.
    private func shown(_ json: JSON) -> String {
        let parts =
            switch json.value {
            case .array(let elements): elements.map(shown).joined(separator: ",")
            case .object(let members):
                members.map { "\($0.name)@\(String(describing: $0.position))=\(shown($0.value))" }.joined(
                    separator: ","
                )
            default: json.text
            }
        return "\(String(describing: json.position))\(json.kind)(\(parts))"
    }

    private func shown(_ read: () throws -> JSON?) -> String {
        do {
            return try read().map(shown) ?? "end"
        } catch let fault as JSONFault {
            return "\(fault.kind) \(fault)"
        } catch let fault as PlainFault {
            return "\(fault.kind) \(fault)"
        } catch {
            return "\(error)"
        }
    }

    @Test func `A changed text is read, or refused at the same place, as by a reader that makes a tree at once`() {
        var random = SplitMix64(seed: 40)
        for _ in 0..<LongForm.count(3_000, orLong: 1_000_000) {
            let text = changed(&random)
            let depth = Bool.random(using: &random) ? 3 : 64
            for isTolerant in [false, true] {
                var reader = JSONReader(text, byteCountMax: 4096, depthMax: depth, isTolerant: isTolerant)
                var plain = PlainJSONReader(text, byteCountMax: 4096, depthMax: depth, isTolerant: isTolerant)
                // Of several values, only the first two are read.
                for _ in 0..<2 {
                    let ours = shown { try reader.next() }
                    let expected = shown { try plain.next() }
                    expect(ours, expected, "\(text)")
                    guard ours.contains("(") else { break }
                }
                expect(reader.tolerated.map { "\($0)" }, plain.tolerated.map { "\($0)" }, "\(text)")
            }
        }
    }

    @Test func `A part of a text is what the same part of the tree is`() throws {
        for text in Self.texts {
            var reader = JSONReader(text, byteCountMax: 4096)
            let whole = try reader.text()
            func compare(_ part: JSONText, _ tree: JSON, _ path: [String]) {
                expect(shown(part.json), shown(tree))
                expect(whole.position(at: path), tree.position)
                switch tree.value {
                case .array(let elements):
                    expect(part.elements.count, elements.count)
                    for (index, pair) in zip(part.elements, elements).enumerated() {
                        compare(pair.0, pair.1, path + ["\(index)"])
                    }
                case .object(let members):
                    expect(part.parts.map(\.name), members.map(\.name))
                    for member in members {
                        compare(part[member.name] ?? whole, member.value, path + [member.name])
                        expect(whole.position(at: path + [member.name], ofName: true), member.position)
                    }
                default: break
                }
            }
            compare(whole, whole.json, [])
        }
    }
}
