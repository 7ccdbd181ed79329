// Helpers for the bytes of a body. All take time linear in the body (search: body times the matches of the first byte).
//
// The span of an array is obtained from a slice, because `Array.span` needs iOS 26, and `ArraySlice.span` does not.

extension [UInt8] {
    /// The bytes without ASCII white space at both ends.
    package var trimmed: ArraySlice<UInt8> { self[...].trimmed }

    /// Returns whether the bytes contain other bytes as one contiguous sequence.
    package func contains(bytes other: [UInt8]) -> Bool { firstOffset(of: other) != nil }

    /// The standard library's search for a collection is a thousand times slower.
    @available(*, unavailable, renamed: "contains(bytes:)")
    package func contains(_ other: [UInt8]) -> Bool { contains(bytes: other) }

    /// Returns the offset of the first occurrence of other bytes at or after a start that is not negative.
    package func firstOffset(of other: [UInt8], from start: Int = 0) -> Int? {
        guard let first = other.first, let last = other.last else { return start }
        let (slice, otherSlice) = (self[...], other[...])
        let (haystack, needle) = (slice.span, otherSlice.span)
        var offset = start
        search: while let found = haystack.offset(of: first, and: last, apart: needle.count - 1, from: offset) {
            offset = found + 1
            for index in 1..<needle.count where haystack[found + index] != needle[index] { continue search }
            return found
        }
        return nil
    }

    /// Returns the offset of the first occurrence, in either case, of a nonempty text in lower case at or after a start that is
    /// not negative.
    package func firstOffset(ofLowercased other: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
        let (slice, otherSlice) = (self[...], other[...])
        let (haystack, needle) = (slice.span, otherSlice.span)
        var offset = start
        search: while let found = haystack.offset(ofLowercased: needle[0], from: offset),
            found + needle.count <= end ?? haystack.count
        {
            offset = found + 1
            for index in 1..<needle.count where haystack[found + index].asciiLowercased != needle[index] {
                continue search
            }
            return found
        }
        return nil
    }
}

extension [UInt8] {
    package func offset(of byte: UInt8, from start: Int) -> Int? {
        let slice = self[...]
        return slice.span.offset(of: byte, from: start)
    }
}

extension Span<UInt8> {
    /// Returns the first offset of a byte at or after a start; `nil` if it was not found.
    package func offset(of byte: UInt8, from start: Int) -> Int? {
        var offset = skipped(from: start, caseBit: 0, byte)
        while offset < count {
            if self[offset] == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// Returns the first offset of a byte that is followed by another at a distance; neither the start nor the distance is
    /// negative.
    func offset(of first: UInt8, and last: UInt8, apart distance: Int, from start: Int) -> Int? {
        let (firsts, lasts) = (first.inEachByte, last.inEachByte)
        /// Marks matches among eight places; the lowest mark is the first match, and higher ones may be wrong.
        func marks(at offset: Int) -> UInt64 {
            let one = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            let other = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset + distance, as: UInt64.self)
            // A match is zero now, and only zero borrows without having a high bit.
            let difference = (UInt64(littleEndian: one) ^ firsts) | (UInt64(littleEndian: other) ^ lasts)
            return (difference &- UInt8(1).inEachByte) & ~difference
        }
        let highBits = UInt8(0x80).inEachByte
        let end = count - distance
        var offset = start
        while offset + 8 <= end {
            // Matches tend to be close together; after eight groups without one, the search skips whole blocks.
            for _ in 0..<8 where offset + 8 <= end {
                let found = marks(at: offset) & highBits
                if found != 0 { return offset + found.trailingZeroBitCount / 8 }
                offset += 8
            }
            while offset + 64 <= end {
                var found: UInt64 = 0
                for group in 0..<8 { found |= marks(at: offset + group * 8) }
                if found & highBits != 0 { break }
                offset += 64
            }
        }
        while offset < end {
            if self[offset] == first, self[offset + distance] == last { return offset }
            offset += 1
        }
        return nil
    }

    package var trimmed: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start].isASCIIWhitespace { start += 1 }
        while start < end, self[end - 1].isASCIIWhitespace { end -= 1 }
        return start..<end
    }

    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        func difference(at offset: Int) -> UInt64 {
            let one = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            return unsafe one ^ other.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        }
        var offset = 0
        while offset + 128 <= count {
            var differences: UInt64 = 0
            for group in 0..<16 { differences |= difference(at: offset + group * 8) }
            if differences != 0 { return false }
            offset += 128
        }
        while offset < count {
            if self[offset] != other[offset] { return false }
            offset += 1
        }
        return true
    }

    /// Returns the first offset of a byte in either case at or after a start; `nil` if it was not found.
    func offset(ofLowercased byte: UInt8, from start: Int) -> Int? {
        guard byte.isASCIILetter else { return offset(of: byte, from: start) }
        var offset = skipped(from: start, caseBit: 0x20, byte)
        while offset < count {
            if self[offset] | 0x20 == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// Returns the offset after all groups of eight bytes from a start that lack the wanted byte.
    private func skipped(from start: Int, caseBit: UInt8, _ byte: UInt8) -> Int {
        let (fold, wanted) = (caseBit.inEachByte, byte.inEachByte)
        var offset = start
        while offset + 8 <= count {
            let group = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            // A wanted byte is zero now, and only zero borrows without having a high bit.
            let difference = (group | fold) ^ wanted
            if (difference &- UInt8(1).inEachByte) & ~difference & UInt8(0x80).inEachByte != 0 { break }
            offset += 8
        }
        return offset
    }
}

extension ArraySlice<UInt8> {
    package var trimmed: ArraySlice<UInt8> {
        let range = span.trimmed
        return self[startIndex + range.lowerBound..<startIndex + range.upperBound]
    }
}

extension UInt8 {
    fileprivate var inEachByte: UInt64 { UInt64(self) &* 0x0101_0101_0101_0101 }

    /// Whether the byte is a space, tab, line feed, vertical tab, form feed or carriage return.
    @inlinable package var isASCIIWhitespace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}

extension ArraySlice<UInt8> {
    package var asciiLowercased: [UInt8] {
        let bytes = span
        return [UInt8](capacity: bytes.count) { lower in
            for index in bytes.indices { lower.append(bytes[index].asciiLowercased) }
        }
    }

    /// The bytes in lower case and without white space.
    package var folded: [UInt8] {
        let bytes = span
        return [UInt8](capacity: bytes.count) { folded in
            for index in bytes.indices where !bytes[index].isASCIIWhitespace {
                folded.append(bytes[index].asciiLowercased)
            }
        }
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain others, or consist of a beginning and an end that together cover the others.
    package func containsInOrder(_ other: [UInt8]) -> Bool {
        if contains(bytes: other) { return true }
        // If bytes were inserted into the middle, a beginning and an end remain that cover the whole.
        guard count > other.count else { return false }
        let head = zip(self, other).prefix { $0 == $1 }.count
        let tail = zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
        return head + tail >= other.count
    }
}

extension StringProtocol {
    package var trimmed: String { String(decoding: Array(utf8).trimmed, as: UTF8.self) }
}
