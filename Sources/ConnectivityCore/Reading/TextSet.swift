/// Texts that are looked for all at once, in one pass over the bytes.
///
/// A pass costs about as much as looking for one of them: the first four bytes of each, by a hash of one bit, tell nearly
/// everywhere that none begins.
struct TextSet: Sendable {
    private static let prefixByteCount = 4

    private let texts: [[UInt8]]
    /// By the first bytes of a text, the numbers of those that begin so.
    private var numbers: [UInt32: [Int]] = [:]
    private var isPrefix = [Bool](repeating: false, count: 1 << 12)

    /// Creates a set.
    /// - Parameter texts: The texts, the most important first. Of at least four bytes each.
    init(_ texts: [String]) {
        self.texts = texts.map { Array($0.utf8) }
        for (number, text) in self.texts.enumerated() {
            precondition(text.count >= Self.prefixByteCount, "a text of a set must have four bytes")
            let prefix = text.prefix(Self.prefixByteCount).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            numbers[prefix, default: []].append(number)
            isPrefix[Self.hash(prefix)] = true
        }
    }

    /// The number of the first text of the set that stands somewhere in the bytes; `nil` if none does.
    func first(in bytes: [UInt8]) -> Int? { all(in: bytes).min() }

    /// The numbers of all texts that stand somewhere in the bytes.
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
        // Before the fourth byte the window holds zeros that are not there.
        guard start >= 0, start + text.count <= bytes.count else { return false }
        for index in prefixByteCount..<text.count where bytes[start + index] != text[index] { return false }
        return true
    }

    private static func hash(_ prefix: UInt32) -> Int { Int((prefix &* 0x9E37_79B1) >> 20) }
}
