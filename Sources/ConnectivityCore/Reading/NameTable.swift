/// Finds the value of a name, without case and without creating a string.
struct NameTable<Value: Sendable>: Sendable {
    /// The length and the first letters of each name, which distinguish the names of a table.
    private let keys: [UInt64]
    private let names: [[UInt8]]
    private let values: [Value]

    /// Creates a table.
    /// - Parameter names: Names in lower case with their values; two names must differ in length or in the first
    ///   seven letters.
    init(_ names: [(String, Value)]) {
        self.names = names.map { Array($0.0.utf8) }
        keys = self.names.map { Self.key($0, $0.indices) }
        values = names.map(\.1)
        precondition(Set(keys).count == keys.count, "two names of a table have the same key")
    }

    /// Returns the value of the name in a range of bytes; `nil` if the table does not have the name.
    func value(in bytes: [UInt8], _ range: Range<Int>) -> Value? {
        guard let index = keys.firstIndex(of: Self.key(bytes, range)) else { return nil }
        return bytes[range].elementsEqual(names[index]) { $0.asciiLowercased == $1 } ? values[index] : nil
    }

    private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: range.count)
        for index in range.lowerBound..<min(range.upperBound, range.lowerBound + 7) {
            key = key << 8 | UInt64(bytes[index].asciiLowercased)
        }
        return key
    }
}
