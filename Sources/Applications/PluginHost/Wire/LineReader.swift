import ConnectivityCore

/// Splits bytes, in pieces of any size, into lines.
struct LineReader {
    /// A line is longer than the limit.
    struct TooLong: Error, Hashable {
        var start: [UInt8]
    }

    /// The maximum length of a line in bytes, without its end.
    let limit: Int
    private var pending: [UInt8] = []
    /// The number of pending bytes that are known to contain no line end.
    private var searched = 0

    init(limit: Int) { self.limit = limit }

    /// The bytes after the last line end.
    var rest: [UInt8] { pending }

    /// Adds bytes and returns the completed lines, without their ends and without empty lines.
    /// - Throws: ``TooLong``, after which the reader must not be used.
    mutating func add(_ bytes: some Collection<UInt8>) throws(TooLong) -> [[UInt8]] {
        pending += bytes
        var lines: [[UInt8]] = []
        var start = 0
        while let end = pending.offset(of: 0x0A, from: max(start, searched)) {
            guard end - start <= limit else { throw TooLong(start: Array(pending[start..<start + 200])) }
            let isCarriageReturn = end > start && pending[end - 1] == 0x0D
            let line = pending[start..<(isCarriageReturn ? end - 1 : end)]
            if !line.isEmpty { lines.append(Array(line)) }
            start = end + 1
        }
        if start > 0 { pending.removeFirst(start) }
        searched = pending.count
        guard pending.count <= limit else { throw TooLong(start: Array(pending.prefix(200))) }
        return lines
    }
}
