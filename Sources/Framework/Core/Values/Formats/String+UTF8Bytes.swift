// Bytes that may be UTF-8. The standard library also repairs invalid bytes, but at a cost per byte that an attacker could
// exploit.

extension String {
    /// Creates a text of bytes; `nil` if they are not valid UTF-8.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            guard Array(bytes).isUnchangedByRepair else { return nil }
            self.init(decoding: bytes, as: UTF8.self)
        }
    }
}

extension [UInt8] {
    /// Whether all bytes are valid UTF-8, for systems whose standard library cannot check it.
    package var isUnchangedByRepair: Bool { lossyUTF8 == self }

    package var isUTF8: Bool { String(validUTF8: self) != nil }

    /// The bytes, with one replacement per maximal subpart of invalid UTF-8 (Unicode, table 3-7).
    package var lossyUTF8: [UInt8] {
        let slice = self[...]
        let bytes = slice.span
        return [UInt8](capacity: count * 3) { text in
            var start = 0
            while start < bytes.count {
                let (length, second) = bytes[start].leadOfUTF8
                var end = start + 1
                if length > 1, end < bytes.count, second.contains(bytes[end]) {
                    repeat { end += 1 } while end < start + length && end < bytes.count && bytes[end] & 0xC0 == 0x80
                }
                if end - start == length {
                    for index in start..<end { text.append(bytes[index]) }
                } else {
                    text.appendReplacementCharacter()
                }
                start = end
            }
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends U+FFFD, the replacement character, which has three bytes.
    package mutating func appendReplacementCharacter() {
        append(0xEF)
        append(0xBF)
        append(0xBD)
    }
}

extension ArraySlice<UInt8> {
    /// The text, with invalid UTF-8 replaced.
    package var text: String {
        String(validUTF8: self) ?? String(decoding: Array(self).lossyUTF8, as: UTF8.self)
    }
}

extension UInt8 {
    /// The length of the character that begins with this byte, or zero, and the range of its second byte.
    fileprivate var leadOfUTF8: (length: Int, second: ClosedRange<UInt8>) {
        switch self {
        case ..<0x80: (1, 0x80...0xBF)
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0x80...0xBF)
        }
    }
}
