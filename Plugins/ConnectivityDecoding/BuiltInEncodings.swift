// The encodings that need no tables of the C library.

/// U+FFFD, which stands for what means nothing.
let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

extension [UInt8] {
    /// Whether the bytes are UTF-8 from the first to the last.
    var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }

    /// The bytes, with what is no UTF-8 replaced.
    var lossyUTF8: [UInt8] { Array(String(decoding: self, as: UTF8.self).utf8) }

    /// The bytes as UTF-16 in UTF-8; a single last byte and halves of pairs are replaced.
    func decodedUTF16(_ encoding: TextEncoding) -> [UInt8] {
        let isBig = encoding == .utf16BigEndian
        let units = stride(from: 0, to: count - 1, by: 2).map { index in
            let (first, second) = (UInt16(self[index]), UInt16(self[index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        let text = Array(String(decoding: units, as: UTF16.self).utf8)
        return count.isMultiple(of: 2) ? text : text + replacementCharacter
    }

    /// The bytes as windows-1252 in UTF-8; every byte means something there.
    var decodedWindows1252: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(count + count / 4)
        for byte in self {
            let scalar = byte < 0x80 ? UInt16(byte) : windows1252[Int(byte) - 0x80]
            switch scalar {
            case ..<0x80:
                text.append(byte)
            case ..<0x800:
                text.append(0xC0 | UInt8(scalar >> 6))
                text.append(0x80 | UInt8(scalar & 0x3F))
            default:
                text.append(0xE0 | UInt8(scalar >> 12))
                text.append(0x80 | UInt8(scalar >> 6 & 0x3F))
                text.append(0x80 | UInt8(scalar & 0x3F))
            }
        }
        return text
    }
}

/// What windows-1252 means by the bytes from 0x80 on, as numbers of Unicode (WHATWG Encoding, index-windows-1252).
///
/// Here and not in the C library, because it is what remains when that has no tables.
private let windows1252: [UInt16] = {
    // Where the table has no character, the byte means the control character of its own number.
    var scalars = Array(UInt16(0x80)...0xFF)
    let special: [(Int, String)] = [
        (0x80, "€"), (0x82, "‚ƒ„…†‡ˆ‰Š‹Œ"), (0x8E, "Ž"), (0x91, "‘’“”•–—˜™š›œ"), (0x9E, "žŸ"),
    ]
    for (first, characters) in special {
        for (offset, unit) in characters.utf16.enumerated() { scalars[first - 0x80 + offset] = unit }
    }
    return scalars
}()
