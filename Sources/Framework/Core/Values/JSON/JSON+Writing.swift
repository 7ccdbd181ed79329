extension JSON {
    /// The layout of the text; members keep their order (see ``sorted``).
    package enum Layout {
        /// On one line, without spaces.
        case compact
        /// For people: small parts on one line, others with one line per part, and a line break at the end.
        case pretty
    }

    /// The maximum number of columns of an array or object on one line, in the layout for people.
    private static let columnMax = 110

    package func encoded(_ layout: Layout = .compact) -> [UInt8] {
        var output: [UInt8] = []
        switch layout {
        case .compact: write(to: &output)
        case .pretty:
            writeLines(to: &output, indent: 0)
            output.append(0x0A)
        }
        return output
    }

    /// The value on one line, without spaces.
    package var text: String { String(decoding: encoded(), as: UTF8.self) }

    package func write(to output: inout [UInt8]) { _ = write(to: &output, space: "", limit: .max) }

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

    /// Writes the value on one line, up to a maximum number of bytes; returns whether the whole value was written.
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

    /// Writes a string, in which characters are escaped that could control a terminal or change the direction of text.
    package static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if !writePlain(text, to: &output) { writeInRuns(text, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes a text at once if all of it is ASCII without escapes, as nearly all texts are; returns whether it was written.
    private static func writePlain(_ text: String, to output: inout [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let isPlain = unsafe bytes.allSatisfy { $0.isPlainInJSON }
            if isPlain { unsafe output += bytes }
            return isPlain
        }
    }

    private static func writeInRuns(_ text: String, to output: inout [UInt8]) {
        let bytes = Array(text.utf8)
        var position = 0
        while position < bytes.count {
            let run = position
            while position < bytes.count, bytes[position].isPlainInJSON { position += 1 }
            if run < position { output += bytes[run..<position] }
            guard position < bytes.count else { return }
            switch bytes[position] {
            case 0x22, 0x5C:
                output.append(UInt8(ascii: "\\"))
                output.append(bytes[position])
            case 0x0A: output += "\\n".utf8
            case 0x0D: output += "\\r".utf8
            case 0x09: output += "\\t".utf8
            case let byte where byte < 0x80: writeEscaped(Unicode.Scalar(byte), to: &output)
            default:
                var end = position + 1
                while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
                for scalar in String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars {
                    if scalar.isControlOrFormat { writeEscaped(scalar, to: &output) } else { output += scalar.utf8 }
                }
                position = end - 1
            }
            position += 1
        }
    }

    /// Writes a character as one or two UTF-16 code units in hexadecimal (RFC 8259, section 7).
    private static func writeEscaped(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        for unit in scalar.utf16 {
            output.append(UInt8(ascii: "\\"))
            output.append(UInt8(ascii: "u"))
            var shift = 12
            while shift >= 0 {
                output.append(hexadecimalDigits[Int(unit >> shift) & 15])
                shift -= 4
            }
        }
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension UInt8 {
    /// Whether the byte needs no escape in a string.
    fileprivate var isPlainInJSON: Bool { self >= 0x20 && self <= 0x7E && self != 0x22 && self != 0x5C }
}
