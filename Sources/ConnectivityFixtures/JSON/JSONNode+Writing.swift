extension JSONNode {
    /// The columns up to which an array or object stands on one line.
    private static let columnMax = 110

    /// The value as a JSON text for people: members in their order, small parts on one line, a line end at the end.
    func encoded() -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indent: 0)
        output.append(0x0A)
        return output
    }

    /// The value on one line.
    var compact: String {
        var output: [UInt8] = []
        _ = writeCompact(to: &output, limit: .max)
        return String(decoding: output, as: UTF8.self)
    }

    private func write(to output: inout [UInt8], indent: Int) {
        let start = output.count
        if writeCompact(to: &output, limit: start + Self.columnMax - indent) { return }
        output.removeLast(output.count - start)
        let outer = [UInt8](repeating: 0x20, count: indent)
        let inner = outer + [0x20, 0x20]
        func lines(_ brackets: StaticString, _ count: Int, _ part: (Int, inout [UInt8]) -> Void) {
            let brackets = Array(brackets.description.utf8)
            output += [brackets[0], 0x0A]
            for index in 0..<count {
                output += inner
                part(index, &output)
                output += index < count - 1 ? [UInt8(ascii: ","), 0x0A] : [0x0A]
            }
            output += outer + [brackets[1]]
        }
        switch value {
        case .array(let elements):
            lines("[]", elements.count) { elements[$0].write(to: &$1, indent: indent + 2) }
        case .object(let members):
            lines("{}", members.count) { index, output in
                Self.write(members[index].name, to: &output)
                output += ": ".utf8
                members[index].value.write(to: &output, indent: indent + 2)
            }
        case .null, .bool, .number, .string:
            _ = writeCompact(to: &output, limit: .max)
        }
    }

    /// Writes the value on one line, up to a number of bytes.
    /// - Returns: Whether it was written whole.
    private func writeCompact(to output: inout [UInt8], limit: Int) -> Bool {
        func list(_ open: UInt8, _ count: Int, _ close: UInt8, _ part: (Int, inout [UInt8]) -> Bool) -> Bool {
            output.append(open)
            for index in 0..<count {
                if index > 0 { output += [UInt8(ascii: ","), 0x20] }
                guard output.count <= limit, part(index, &output) else { return false }
            }
            output.append(close)
            return output.count <= limit
        }
        switch value {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let text): output += text.utf8
        case .string(let text): Self.write(text, to: &output)
        case .array(let elements):
            return list(UInt8(ascii: "["), elements.count, UInt8(ascii: "]")) { index, output in
                elements[index].writeCompact(to: &output, limit: limit)
            }
        case .object(let members):
            return list(UInt8(ascii: "{"), members.count, UInt8(ascii: "}")) { index, output in
                Self.write(members[index].name, to: &output)
                output += ": ".utf8
                return members[index].value.writeCompact(to: &output, limit: limit)
            }
        }
        return output.count <= limit
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        let hexadecimal = Array("0123456789abcdef".utf8)
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case 0x0A: output += "\\n".utf8
            case 0x0D: output += "\\r".utf8
            case 0x09: output += "\\t".utf8
            case 0..<0x20, 0x7F: output += "\\u00".utf8 + [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
