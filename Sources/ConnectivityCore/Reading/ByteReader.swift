/// Reads bytes from their beginning to their end: the one place where the lengths in them are checked.
///
/// A length in a message is a claim. What would read past the end reads nothing and gives `nil`, so that any input ends in a
/// finite number of steps and none traps. Each step takes time linear in what it passes.
package struct ByteReader: Sendable {
    /// How the bytes of a number follow each other.
    package enum ByteOrder: Sendable {
        /// The highest first, as on the network.
        case network
        /// As in the memory of this machine.
        case machine
    }

    /// What was not read yet; its indices are those of the bytes that the reader began with.
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Where the reader is, as an index of the bytes that it began with.
    package var position: Int { rest.startIndex }

    package var isAtEnd: Bool { rest.isEmpty }

    /// The byte that comes next, which is not passed; `nil` at the end.
    package var next: UInt8? { rest.first }

    /// Reads the next byte.
    package mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads a number of bytes; `nil` if there are not as many.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return bytes
    }

    /// Reads a number of the type's width.
    package mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type,
        _ order: ByteOrder = .network
    ) -> Value? {
        guard let bytes = bytes(Value.bitWidth / 8) else { return nil }
        var value: Value = 0
        for byte in bytes { value = value << 8 | Value(truncatingIfNeeded: byte) }
        return order == .network ? value : Value(bigEndian: value)
    }

    /// Reads what needs several steps, all of it or nothing.
    package mutating func whole<Value>(_ read: (inout ByteReader) -> Value?) -> Value? {
        var reader = self
        guard let value = read(&reader) else { return nil }
        self = reader
        return value
    }

    /// Passes a number of bytes, or all if there are fewer.
    package mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }
}

// Text, whose letters are compared without case.
extension ByteReader {
    /// Reads up to a byte, which comes next then; to the end if there is none.
    package mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let text = rest.prefix { !isEnd($0) }
        rest = rest[text.endIndex...]
        return text
    }

    /// Passes a text of small letters if it comes next.
    /// - Returns: Whether it did.
    package mutating func skip(if text: String) -> Bool {
        let wanted = text.utf8
        guard rest.count >= wanted.count, zip(rest, wanted).allSatisfy({ $0.asciiLowercased == $1 }) else {
            return false
        }
        rest = rest.dropFirst(wanted.count)
        return true
    }

    /// Passes everything up to and including a text of small letters; everything if it does not come.
    /// - Returns: Whether it came.
    package mutating func skip(past text: String) -> Bool {
        while !isAtEnd {
            if skip(if: text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
