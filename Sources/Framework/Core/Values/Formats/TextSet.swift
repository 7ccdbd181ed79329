/// Texts that are searched for together, in one pass over the bytes.
///
/// A pass takes about as long as a search for a single text: a one-bit hash of the first four bytes shows at nearly
/// every position that no text begins there.
package struct TextSet: Sendable {
    private static let prefixByteCount = 4
    /// The number of bits of a hash; 4 KiB of bits stay in the cache, and each text sets one of the 32,768 bits.
    private static let hashBitCount = 15

    /// All texts, one after the other, and the end of each.
    private var letters: [UInt8] = []
    private var ends = [0]
    /// The number of the last text by its first four bytes, and for each text that of the previous one with the same bytes.
    private var last: [UInt32: Int] = [:]
    private var previous: [Int?] = []
    private var isPrefix = [UInt64](repeating: 0, count: 1 << (hashBitCount - 6))

    /// Creates a set of texts, most important first, of at least four bytes each.
    package init(_ texts: [String]) {
        for (number, text) in texts.enumerated() {
            precondition(text.utf8.count >= Self.prefixByteCount, "a text of a set must have four bytes")
            letters += text.utf8
            let slice = letters[...]
            let prefix = Self.prefix(of: slice.span, at: ends[number])
            ends.append(letters.count)
            previous.append(last.updateValue(number, forKey: prefix))
            let hash = Self.hash(prefix)
            isPrefix[hash >> 6] |= 1 << UInt64(hash & 63)
        }
    }

    /// Returns the number of the first text of the set that the bytes contain; `nil` if they contain none.
    package func first(in bytes: [UInt8]) -> Int? {
        var first: Int?
        search(bytes) { first = min(first ?? $0, $0) }
        return first
    }

    package func all(in bytes: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        search(bytes) { found.insert($0) }
        return found
    }

    private func search(_ bytes: [UInt8], _ report: (Int) -> Void) {
        let (byteSlice, prefixSlice) = (bytes[...], isPrefix[...])
        let (bytes, isPrefix) = (byteSlice.span, prefixSlice.span)
        var start = 0
        while start + Self.prefixByteCount <= bytes.count {
            let prefix = Self.prefix(of: bytes, at: start)
            let hash = Self.hash(prefix)
            if isPrefix[hash >> 6] >> UInt64(hash & 63) & 1 != 0 {
                var candidate = last[prefix]
                while let number = candidate {
                    if stands(number, in: bytes, at: start) { report(number) }
                    candidate = previous[number]
                }
            }
            start += 1
        }
    }

    /// Returns whether a text whose first four bytes match is at an offset.
    private func stands(_ number: Int, in bytes: Span<UInt8>, at start: Int) -> Bool {
        let (first, end) = (ends[number], ends[number + 1])
        guard start + end - first <= bytes.count else { return false }
        for index in first + Self.prefixByteCount..<end where bytes[start + index - first] != letters[index] {
            return false
        }
        return true
    }

    /// Returns the four bytes at an offset, all of which must exist.
    private static func prefix(of bytes: Span<UInt8>, at start: Int) -> UInt32 {
        unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt32.self)
    }

    private static func hash(_ prefix: UInt32) -> Int { Int((prefix &* 0x9E37_79B1) >> UInt32(32 - hashBitCount)) }
}
