/// The events of a read from inotify(7): four numbers of four bytes each, then a name that is filled up with zeros.
///
/// Reading stops at an event that runs over the end.
struct FileEvents: Sequence, IteratorProtocol {
    struct Event: Hashable {
        var watch: Int32
        var mask: UInt32
        /// The name in the watched folder; empty of an event of the folder itself.
        var name: String
    }

    private static let headerByteCount = 16
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> Event? {
        guard rest.count >= Self.headerByteCount else { return nil }
        let count = Int(number(at: 12))
        guard rest.count - Self.headerByteCount >= count else { return nil }
        let name = rest.dropFirst(Self.headerByteCount).prefix(count).prefix { $0 != 0 }
        defer { rest = rest.dropFirst(Self.headerByteCount + count) }
        return Event(
            watch: Int32(bitPattern: number(at: 0)),
            mask: number(at: 4),
            name: String(decoding: name, as: UTF8.self)
        )
    }

    /// A number in the machine's byte order.
    private func number(at offset: Int) -> UInt32 {
        let start = rest.startIndex + offset
        return (0..<4).reduce(UInt32(0)) { number, index in number | UInt32(rest[start + index]) << UInt32(8 * index) }
    }
}
