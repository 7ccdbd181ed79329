extension JSON {
    /// The layout of the text; members keep their order, see ``sorted``.
    package enum Layout {
        /// On one line, without spaces.
        case compact
        /// For people: small parts on one line, others with one line per part, and a line break at the end.
        case pretty
    }

    /// The maximum number of columns of an array or object on one line, in the layout for people.
    private static let columnMax = 110

    /// Returns the value as a JSON text.
    package func encoded(_ layout: Layout = .compact) -> [UInt8] {
        var output: [UInt8] = []
        switch layout {
        case .compact: _ = write(to: &output, space: "", limit: .max)
        case .pretty:
            writeLines(to: &output, indent: 0)
            output.append(0x0A)
        }
        return output
    }

    /// The value on one line, without spaces.
    package var text: String { String(decoding: encoded(), as: UTF8.self) }

    private func writeLines(to output: inout [UInt8], indent: Int) {
        let start = output.count
        if write(to: &output, space: " ", limit: start + Self.columnMax - indent) { return }
        output.removeLast(output.count - start)
        func lines<Part>(_ open: UInt8, _ parts: [Part], _ close: UInt8, _ write: (Part, inout [UInt8]) -> Void) {
            output.append(open)
            for (index, part) in parts.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                output.append(0x0A)
                output += repeatElement(0x20, count: indent + 2)
                write(part, &output)
            }
            output.append(0x0A)
            output += repeatElement(0x20, count: indent)
            output.append(close)
        }
        switch value {
        case .array(let elements):
            lines(UInt8(ascii: "["), elements, UInt8(ascii: "]")) { $0.writeLines(to: &$1, indent: indent + 2) }
        case .object(let members):
            lines(UInt8(ascii: "{"), members, UInt8(ascii: "}")) { member, output in
                Self.write(member.name, to: &output)
                output += ": ".utf8
                member.value.writeLines(to: &output, indent: indent + 2)
            }
        case .null, .bool, .integer, .number, .string:
            _ = write(to: &output, space: " ", limit: .max)
        }
    }

    /// Writes the value on one line, up to a maximum number of bytes.
    /// - Returns: Whether the whole value was written.
    private func write(to output: inout [UInt8], space: String, limit: Int) -> Bool {
        func list<Part>(_ open: UInt8, _ parts: [Part], _ close: UInt8, _ write: (Part, inout [UInt8]) -> Bool) -> Bool
        {
            output.append(open)
            for (index, part) in parts.enumerated() {
                if index > 0 { output += ",\(space)".utf8 }
                guard output.count <= limit, write(part, &output) else { return false }
            }
            output.append(close)
            return output.count <= limit
        }
        switch value {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += "\(value)".utf8
        case .number(let text): output += text.utf8
        case .string(let text): Self.write(text, to: &output)
        case .array(let elements):
            return list(UInt8(ascii: "["), elements, UInt8(ascii: "]")) {
                $0.write(to: &$1, space: space, limit: limit)
            }
        case .object(let members):
            return list(UInt8(ascii: "{"), members, UInt8(ascii: "}")) { member, output in
                Self.write(member.name, to: &output)
                output += ":\(space)".utf8
                return member.value.write(to: &output, space: space, limit: limit)
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
