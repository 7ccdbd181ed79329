/// Finds the value of a name, without case and without creating a string.
struct NameTable<Value: Sendable>: Sendable {
    private struct Entry {
        /// The length and the first letters, which distinguish the names of a table.
        let key: UInt64
        let name: [UInt8]
        let value: Value
    }

    private let entries: [Entry]

    /// Creates a table.
    /// - Parameter names: Names in lower case with their values; two names must differ in length or in the first
    ///   seven letters.
    init(_ names: [(String, Value)]) {
        entries = names.map { name, value in
            let bytes = Array(name.utf8)
            return Entry(key: Self.key(bytes, bytes.indices), name: bytes, value: value)
        }
        precondition(Set(entries.map(\.key)).count == entries.count, "two names of a table have the same key")
    }

    /// Returns the value of the name in a range of bytes; `nil` if the table does not have the name.
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
