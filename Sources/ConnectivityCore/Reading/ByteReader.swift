/// Reads bytes from the beginning to the end; all lengths in messages are checked here.
///
/// A length in a message is untrusted. A read past the end reads nothing and returns `nil`, so that any input ends
/// after a finite number of steps and never traps. Each step takes time linear in the bytes that it consumes.
package struct ByteReader: Sendable {
    /// The order of the bytes of a number.
    package enum ByteOrder: Sendable {
        /// Most significant byte first, as on the network.
        case network
        /// The byte order of this machine.
        case machine
    }

    /// The unread bytes; the indices are those of the original bytes.
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The current index in the original bytes.
    package var position: Int { rest.startIndex }

    package var isAtEnd: Bool { rest.isEmpty }

    /// The next byte, without reading it; `nil` at the end.
    package var next: UInt8? { rest.first }

    /// Reads the next byte.
    package mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads a number of bytes; `nil` if fewer are left.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return bytes
    }

    /// Reads an integer with the width of its type, at most 64 bits.
    package mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type,
        _ order: ByteOrder = .network
    ) -> Value? {
        // Calculated with one type, because other modules call this without specialization for theirs.
        let width = Value.bitWidth
        guard width <= 64, let bytes = bytes(width / 8) else { return nil }
        var value: UInt64 = 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        if order == .machine, UInt64(bigEndian: 1) != 1 { value = value.byteSwapped >> UInt64(64 - width) }
        return Value(truncatingIfNeeded: value)
    }

    /// Performs a read of several steps completely, or not at all.
    package mutating func whole<Value>(_ read: (inout ByteReader) -> Value?) -> Value? {
        var reader = self
        guard let value = read(&reader) else { return nil }
        self = reader
        return value
    }

    /// Skips a number of bytes, or all if fewer are left.
    package mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }
}

// Text; letters are compared without case.
extension ByteReader {
    /// Reads up to the first byte that meets a condition, which then comes next; otherwise to the end.
    package mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let text = rest.prefix { !isEnd($0) }
        rest = rest[text.endIndex...]
        return text
    }

    /// Skips a text, given in lower case, if it comes next.
    /// - Returns: Whether it was skipped.
    package mutating func skip(if text: String) -> Bool {
        let wanted = text.utf8
        guard rest.count >= wanted.count, zip(rest, wanted).allSatisfy({ $0.asciiLowercased == $1 }) else {
            return false
        }
        rest = rest.dropFirst(wanted.count)
        return true
    }

    /// Skips everything up to and including a text, given in lower case, or everything if the text is missing.
    /// - Returns: Whether the text was found.
    package mutating func skip(past text: String) -> Bool {
        while !isAtEnd {
            if skip(if: text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
