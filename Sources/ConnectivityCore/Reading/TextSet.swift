/// Texts that are searched for together, in one pass over the bytes.
///
/// A pass takes about as long as a search for a single text: a one-bit hash of the first four bytes shows at nearly
/// every position that no text begins there.
struct TextSet: Sendable {
    private static let prefixByteCount = 4

    private let texts: [[UInt8]]
    /// The numbers of the texts by their first four bytes.
    private var numbers: [UInt32: [Int]] = [:]
    private var isPrefix = [Bool](repeating: false, count: 1 << 12)

    /// Creates a set.
    /// - Parameter texts: The texts, most important first; at least four bytes each.
    init(_ texts: [String]) {
        self.texts = texts.map { Array($0.utf8) }
        for (number, text) in self.texts.enumerated() {
            precondition(text.count >= Self.prefixByteCount, "a text of a set must have four bytes")
            let prefix = text.prefix(Self.prefixByteCount).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            numbers[prefix, default: []].append(number)
            isPrefix[Self.hash(prefix)] = true
        }
    }

    /// Returns the number of the first text of the set that the bytes contain; `nil` if they contain none.
    func first(in bytes: [UInt8]) -> Int? { all(in: bytes).min() }

    /// Returns the numbers of all texts that the bytes contain.
    func all(in bytes: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        var window: UInt32 = 0
        let (bytes, isPrefix) = (bytes.span, isPrefix)
        for end in bytes.indices {
            window = window << 8 | UInt32(bytes[end])
            guard isPrefix[Self.hash(window)], let numbers = numbers[window] else { continue }
            let start = end + 1 - Self.prefixByteCount
            for number in numbers where Self.stands(texts[number], in: bytes, at: start) { found.insert(number) }
        }
        return found
    }

    private static func stands(_ text: [UInt8], in bytes: Span<UInt8>, at start: Int) -> Bool {
        // Before the fourth byte the window has zeros that are not part of the bytes.
        guard start >= 0, start + text.count <= bytes.count else { return false }
        for index in prefixByteCount..<text.count where bytes[start + index] != text[index] { return false }
        return true
    }

    private static func hash(_ prefix: UInt32) -> Int { Int((prefix &* 0x9E37_79B1) >> 20) }
}
