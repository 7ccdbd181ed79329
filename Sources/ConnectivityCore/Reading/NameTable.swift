/// Finds what a name stands for, whatever the case of its letters, without making a text of it.
struct NameTable<Value: Sendable>: Sendable {
    private struct Entry {
        /// The length and the first letters, which tell the names of a table apart.
        let key: UInt64
        let name: [UInt8]
        let value: Value
    }

    private let entries: [Entry]

    /// Creates a table.
    /// - Parameter names: Names in small letters with what they stand for; no two with one length and the same first seven
    ///   letters.
    init(_ names: [(String, Value)]) {
        entries = names.map { name, value in
            let bytes = Array(name.utf8)
            return Entry(key: Self.key(bytes, bytes.indices), name: bytes, value: value)
        }
        precondition(Set(entries.map(\.key)).count == entries.count, "two names of a table cannot be told apart")
    }

    /// What a part of the bytes stands for as a name; `nil` if it is none of the table's.
    func value(in bytes: [UInt8], _ range: Range<Int>) -> Value? {
        let key = Self.key(bytes, range)
        for index in entries.indices where entries[index].key == key {
            let isName = bytes[range].elementsEqual(entries[index].name) { $0.asciiLowercased == $1 }
            return isName ? entries[index].value : nil
        }
        return nil
    }

    private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: range.count)
        for index in range.lowerBound..<min(range.upperBound, range.lowerBound + 7) {
            key = key << 8 | UInt64(bytes[index].asciiLowercased)
        }
        return key
    }
}
