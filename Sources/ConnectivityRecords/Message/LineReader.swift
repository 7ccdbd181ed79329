/// Takes bytes apart into lines that end in LF or CRLF; the last one needs no end.
package struct LineReader {
    let bytes: [UInt8]
    /// Where the next line begins.
    private(set) var position = 0
    /// The number of the line taken last, from 1.
    private(set) var number = 0
    /// Whether the line taken last ended in CRLF, not LF alone.
    private(set) var endedInCRLF = false

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes behind the line taken last.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Whether no line is left.
    var isAtEnd: Bool { position >= bytes.count }

    /// Takes a line, without its end.
    package mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = bytes[position..<end]
        endedInCRLF = line.last == UInt8(ascii: "\r")
        if endedInCRLF { line.removeLast() }
        position = min(end + 1, bytes.count)
        number += 1
        return line
    }

    /// Takes a number of bytes, whatever they are; `nil` where fewer are left.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
