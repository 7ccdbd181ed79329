import ConnectivityCore

// Encodings that are decoded without tables of the C library.

extension [UInt8] {
    /// Converts UTF-16 to UTF-8; an odd last byte and unpaired surrogates are replaced.
    func decodedUTF16(_ encoding: TextEncoding) -> [UInt8] {
        let slice = self[...]
        let bytes = slice.span
        let (high, low) = encoding == .utf16BigEndian ? (0, 1) : (1, 0)
        return [UInt8](capacity: (count + 1) / 2 * 3) { text in
            // A high surrogate that waits for its low surrogate.
            var half: UInt32?
            for offset in stride(from: 0, to: bytes.count - 1, by: 2) {
                let unit = UInt32(bytes[offset + high]) << 8 | UInt32(bytes[offset + low])
                let isSecondHalf = unit & 0xFC00 == 0xDC00
                if let first = half.take() {
                    guard !isSecondHalf else {
                        text.append(scalar: 0x10000 + (first & 0x3FF) << 10 + unit & 0x3FF)
                        continue
                    }
                    text.appendReplacementCharacter()
                }
                if unit & 0xFC00 == 0xD800 {
                    half = unit
                } else if isSecondHalf {
                    text.appendReplacementCharacter()
                } else {
                    text.append(scalar: unit)
                }
            }
            if half != nil { text.appendReplacementCharacter() }
            if !bytes.count.isMultiple(of: 2) { text.appendReplacementCharacter() }
        }
    }

    /// The windows-1252 bytes as UTF-8; every byte is valid in windows-1252.
    var decodedWindows1252: [UInt8] {
        let upperHalf = windows1252
        return [UInt8](capacity: count * 3) { text in
            for byte in self { text.append(scalar: byte < 0x80 ? UInt32(byte) : upperHalf[Int(byte) - 0x80]) }
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a Unicode scalar value, which must not be a surrogate, in UTF-8.
    fileprivate mutating func append(scalar: UInt32) {
        func rest(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
        switch scalar {
        case ..<0x80:
            append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
            append(rest(0))
        case ..<0x10000:
            append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
            append(rest(6))
            append(rest(0))
        default:
            append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
            append(rest(12))
            append(rest(6))
            append(rest(0))
        }
    }
}

/// The Unicode scalar values of the windows-1252 bytes from 0x80 on (WHATWG Encoding, index-windows-1252).
///
/// They are built in because windows-1252 is the fallback if the C library has no tables.
private let windows1252: [UInt32] = {
    // If the table has no character, the byte stands for the control character with the same number.
    var scalars = Array(UInt32(0x80)...0xFF)
    let special: [(Int, String)] = [
        (0x80, "€"), (0x82, "‚ƒ„…†‡ˆ‰Š‹Œ"), (0x8E, "Ž"), (0x91, "‘’“”•–—˜™š›œ"), (0x9E, "žŸ"),
    ]
    for (first, characters) in special {
        for (offset, unit) in characters.utf16.enumerated() { scalars[first - 0x80 + offset] = UInt32(unit) }
    }
    return scalars
}()
