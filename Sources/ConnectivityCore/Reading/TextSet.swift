/// Texts that are searched for together, in one pass over the bytes.
///
/// A pass takes about as long as a search for a single text: a one-bit hash of the first four bytes shows at nearly
/// every position that no text begins there.
struct TextSet: Sendable {
    private static let prefixByteCount = 4
    /// The number of bits of a hash; 4 KiB of bits stay in the cache, and a text sets one in 32,768.
    private static let hashBitCount = 15

    private let texts: [[UInt8]]
    /// The numbers of the texts by their first four bytes.
    private var numbers: [UInt32: [Int]] = [:]
    private var isPrefix = [UInt64](repeating: 0, count: 1 << (hashBitCount - 6))

    /// Creates a set.
    /// - Parameter texts: The texts, most important first; at least four bytes each.
    init(_ texts: [String]) {
        self.texts = texts.map { Array($0.utf8) }
        for (number, text) in self.texts.enumerated() {
            precondition(text.count >= Self.prefixByteCount, "a text of a set must have four bytes")
            let prefix = Self.prefix(of: text.span, at: 0)
            numbers[prefix, default: []].append(number)
            let hash = Self.hash(prefix)
            isPrefix[hash >> 6] |= 1 << UInt64(hash & 63)
        }
    }

    /// Returns the number of the first text of the set that the bytes contain; `nil` if they contain none.
    func first(in bytes: [UInt8]) -> Int? {
        var first: Int?
        search(bytes) { first = min(first ?? $0, $0) }
        return first
    }

    /// Returns the numbers of all texts that the bytes contain.
    func all(in bytes: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        search(bytes) { found.insert($0) }
        return found
    }

    private func search(_ bytes: [UInt8], _ note: (Int) -> Void) {
        let (bytes, isPrefix) = (bytes.span, isPrefix.span)
        var start = 0
        while start + Self.prefixByteCount <= bytes.count {
            let prefix = Self.prefix(of: bytes, at: start)
            let hash = Self.hash(prefix)
            if isPrefix[hash >> 6] >> UInt64(hash & 63) & 1 != 0, let numbers = numbers[prefix] {
                for number in numbers where Self.stands(texts[number], in: bytes, at: start) { note(number) }
            }
            start += 1
        }
    }

    private static func stands(_ text: [UInt8], in bytes: Span<UInt8>, at start: Int) -> Bool {
        guard start + text.count <= bytes.count else { return false }
        for index in prefixByteCount..<text.count where bytes[start + index] != text[index] { return false }
        return true
    }

    /// Returns the four bytes at an offset, all of which must exist.
    private static func prefix(of bytes: Span<UInt8>, at start: Int) -> UInt32 {
        unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt32.self)
    }

    private static func hash(_ prefix: UInt32) -> Int { Int((prefix &* 0x9E37_79B1) >> UInt32(32 - hashBitCount)) }
}
