/// The collected text of a page: in lower case, with one space between words, up to a limit.
struct PageText {
    private var bytes: [UInt8] = []
    private var isBetweenWords = false
    private var referenceCount = 0
    private let byteCountMax: Int

    /// The number of character references that are resolved; further ones stay unchanged and thus use up the limit.
    private static let referenceCountMax = 4096

    /// Creates an empty text that keeps at most the given number of bytes.
    init(byteCountMax: Int = Page.textByteCountMax) { self.byteCountMax = byteCountMax }

    var isEmpty: Bool { bytes.isEmpty }
    /// The text as it is spelled.
    var spelled: String { bytes[...].text }
    /// The text in lower case, without the combining dot that results from lower-casing U+0130.
    var text: String {
        let text = spelled.lowercased()
        // ASCII text has no such dot.
        guard bytes.contains(where: { $0 >= 0x80 }), text.unicodeScalars.contains("\u{307}") else { return text }
        return String(text.unicodeScalars.filter { $0 != "\u{307}" })
    }

    /// Ends the current word.
    mutating func end() { isBetweenWords = true }

    /// Adds text of the page, with character references resolved.
    mutating func add(_ text: ArraySlice<UInt8>) {
        var index = text.startIndex
        while index < text.endIndex, bytes.count < byteCountMax {
            let byte = text[index]
            if byte == UInt8(ascii: "&"), referenceCount < Self.referenceCountMax,
                let reference = CharacterReference(at: text[index...])
            {
                add(reference.character)
                referenceCount += 1
                index += reference.byteCount
            } else if byte == 0xC2, index + 1 < text.endIndex, text[index + 1] == 0xA0 {
                // A no-break space in UTF-8.
                end()
                index += 2
            } else {
                index = addBytes(of: text, from: index)
            }
        }
    }

    /// Adds literal bytes, at least one; returns the index of the first byte that may not be literal.
    private mutating func addBytes(of text: ArraySlice<UInt8>, from start: Int) -> Int {
        let room = min(text.endIndex - start, byteCountMax - bytes.count)
        let isFirst = bytes.isEmpty
        var (index, isBetweenWords) = (start, isBetweenWords)
        // One more for the space before the first word.
        bytes.append(addingCapacity: room + 1) { output in
            repeat {
                let byte = text[index]
                if byte.isASCIIWhitespace {
                    isBetweenWords = true
                } else {
                    if isBetweenWords, !isFirst || !output.isEmpty { output.append(0x20) }
                    isBetweenWords = false
                    output.append(byte)
                }
                index += 1
            } while index < text.endIndex && output.count < room && text[index] != UInt8(ascii: "&")
                && text[index] != 0xC2
        }
        self.isBetweenWords = isBetweenWords
        return index
    }

    private mutating func add(_ character: Unicode.Scalar) {
        switch character {
        case " ", "\u{A0}": end()
        case "\u{AD}": break
        default: for byte in String(character).utf8 { add(byte) }
        }
    }

    private mutating func add(_ byte: UInt8) {
        guard !byte.isASCIIWhitespace else { return end() }
        if isBetweenWords, !bytes.isEmpty { bytes.append(0x20) }
        isBetweenWords = false
        bytes.append(byte)
    }
}
