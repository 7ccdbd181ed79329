/// Finds the value of a name, without case and without creating a string.
///
/// It is a class, because a tokenizer has two, and is passed with every tag.
package final class NameTable<Value: Sendable>: Sendable {
    /// The length and the first letters of each name, which distinguish the names of a table.
    private let keys: [UInt64]
    private let names: [[UInt8]]
    private let values: [Value]
    /// The number of the name whose key has this hash, or an earlier one on collisions; most places are empty, so unknown names
    /// are rejected at once.
    private let places: [Int?]

    private static var hashBitCount: Int { 8 }

    /// Creates a table of names in lower case; any two must differ in length or in the first seven letters.
    package init(_ names: [(String, Value)]) {
        self.names = names.map { Array($0.0.utf8) }
        keys = self.names.map { Self.key($0, $0.indices) }
        values = names.map(\.1)
        precondition(Set(keys).count == keys.count, "two names of a table have the same key")
        var places = [Int?](repeating: nil, count: 1 << Self.hashBitCount)
        precondition(keys.count < places.count / 2, "a table has at most \(places.count / 2) names")
        for (number, key) in keys.enumerated() {
            var place = Self.place(of: key)
            while places[place] != nil { place = (place + 1) % places.count }
            places[place] = number
        }
        self.places = places
    }

    /// Returns the value of the name in a range of bytes; `nil` if the table does not have the name.
    package func value(in bytes: [UInt8], _ range: Range<Int>) -> Value? {
        let key = Self.key(bytes, range)
        var place = Self.place(of: key)
        while let number = places[place] {
            if keys[number] == key {
                return bytes[range].elementsEqual(names[number]) { $0.asciiLowercased == $1 } ? values[number] : nil
            }
            place = (place + 1) % places.count
        }
        return nil
    }

    private static func place(of key: UInt64) -> Int {
        Int((key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - hashBitCount))
    }

    private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: range.count)
        for index in range.lowerBound..<min(range.upperBound, range.lowerBound + 7) {
            key = key << 8 | UInt64(bytes[index].asciiLowercased)
        }
        return key
    }
}
