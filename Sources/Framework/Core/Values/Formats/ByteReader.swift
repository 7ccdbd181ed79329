/// Reads bytes from beginning to end, and checks all lengths in messages.
///
/// A length in a message is untrusted. A read past the end reads nothing and returns `nil`, so any input ends after a finite
/// number of steps and never traps. Each step takes time linear in the bytes that it consumes.
package struct ByteReader: Sendable {
    /// The order of the bytes of a number.
    package enum ByteOrder: Sendable {
        /// Most significant byte first, as on the network.
        case network
        /// The byte order of this device.
        case native
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

    package mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads a number of bytes; `nil` if fewer are left.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return bytes
    }

    // Not generic: other modules would call a generic function without specialization, ten times slower.

    package mutating func uint16(_ order: ByteOrder = .network) -> UInt16? { number(order) }

    package mutating func uint32(_ order: ByteOrder = .network) -> UInt32? { number(order) }

    package mutating func int32(_ order: ByteOrder = .network) -> Int32? { number(order) }

    private mutating func number<Value: FixedWidthInteger>(_ order: ByteOrder) -> Value? {
        guard let bytes = bytes(Value.bitWidth / 8) else { return nil }
        let value = bytes.reduce(0 as Value) { $0 << 8 | Value(truncatingIfNeeded: $1) }
        return order == .network ? value : Value(bigEndian: value)
    }

    /// Skips a number of bytes, or all if fewer are left.
    package mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }
}

// Text; letters are compared without case.
extension ByteReader {
    /// Reads up to the first byte that meets a condition, which is then the next one; otherwise to the end.
    package mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let text = rest.prefix { !isEnd($0) }
        rest = rest[text.endIndex...]
        return text
    }

    /// Skips a text, given in lower case, if it is next; returns whether it was skipped.
    package mutating func skip(if text: String) -> Bool {
        let wanted = text.utf8
        guard rest.count >= wanted.count, zip(rest, wanted).allSatisfy({ $0.asciiLowercased == $1 }) else {
            return false
        }
        rest = rest.dropFirst(wanted.count)
        return true
    }

    /// Skips up to and including a text, given in lower case, or all if the text is missing; returns whether it was found.
    package mutating func skip(past text: String) -> Bool {
        while !isAtEnd {
            if skip(if: text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
