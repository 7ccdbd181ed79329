/// Takes bytes apart into lines that end in LF or CRLF; the last one needs no end.
struct LineReader {
    let bytes: [UInt8]
    /// Where the next line begins.
    private(set) var position = 0
    /// The number of the line taken last, from 1.
    private(set) var number = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes behind the line taken last.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Whether no line is left.
    var isAtEnd: Bool { position >= bytes.count }

    /// Takes a line, without its end.
    mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = bytes[position..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        position = min(end + 1, bytes.count)
        number += 1
        return line
    }
}
