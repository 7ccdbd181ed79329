// Helpers over the bytes of a body. All end in time linear in the body (search: body times the first byte's matches).

extension [UInt8] {
    /// The bytes without ASCII white space at both ends.
    var trimmed: ArraySlice<UInt8> { self[...].trimmed }

    /// Whether the bytes hold others, in this order and without a gap.
    func contains(_ other: [UInt8]) -> Bool { firstOffset(of: other) != nil }

    /// Where other bytes begin within these.
    /// - Parameters:
    ///   - other: The bytes to look for.
    ///   - start: Where to begin looking. Not negative.
    /// - Returns: The offset of the first occurrence, or `nil` if there is none.
    func firstOffset(of other: [UInt8], from start: Int = 0) -> Int? {
        guard let first = other.first else { return start }
        let (haystack, needle) = (span, other.span)
        var offset = start
        search: while let found = haystack.offset(of: first, from: offset), found + needle.count <= haystack.count {
            offset = found + 1
            for index in 1..<needle.count where haystack[found + index] != needle[index] { continue search }
            return found
        }
        return nil
    }

    /// Where small letters begin within these bytes, in either case.
    /// - Parameters:
    ///   - other: The bytes to look for, in small letters; not empty.
    ///   - start: Where to begin looking. Not negative.
    ///   - end: Where to end looking; `nil` is the end of the bytes.
    /// - Returns: The offset of the first occurrence, or `nil` if there is none.
    func firstOffset(ofLowercased other: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
        let (haystack, needle) = (span, other.span)
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

extension Span<UInt8> {
    /// Where a byte stands first, from an offset on; `nil` if nowhere.
    func offset(of byte: UInt8, from start: Int) -> Int? {
        var offset = skipped(from: start, caseBit: 0, byte)
        while offset < count {
            if self[offset] == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// Where a byte, which is no capital, stands first in either case, from an offset on; `nil` if nowhere.
    func offset(ofLowercased byte: UInt8, from start: Int) -> Int? {
        guard byte.isASCIILetter else { return offset(of: byte, from: start) }
        var offset = skipped(from: start, caseBit: 0x20, byte)
        while offset < count {
            if self[offset] | 0x20 == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// The offset behind all groups of eight bytes, from one on, of which none is the wanted one.
    private func skipped(from start: Int, caseBit: UInt8, _ byte: UInt8) -> Int {
        let eachByte: UInt64 = 0x0101_0101_0101_0101
        let (fold, wanted) = (UInt64(caseBit) &* eachByte, UInt64(byte) &* eachByte)
        var offset = start
        while offset + 8 <= count {
            let group = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            // A byte that is the wanted one is zero now, and zero alone borrows and has no high bit.
            let difference = (group | fold) ^ wanted
            if (difference &- eachByte) & ~difference & 0x8080_8080_8080_8080 != 0 { break }
            offset += 8
        }
        return offset
    }
}

extension ArraySlice<UInt8> {
    var trimmed: ArraySlice<UInt8> {
        var (start, end) = (startIndex, endIndex)
        while start < end, self[start].isASCIIWhitespace { start += 1 }
        while start < end, self[end - 1].isASCIIWhitespace { end -= 1 }
        return self[start..<end]
    }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
    /// The bytes in lower case and without white space.
    var folded: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            for byte in self where !byte.isASCIIWhitespace {
                unsafe buffer[size] = byte.asciiLowercased
                size += 1
            }
        }
    }
}

extension [UInt8] {
    /// Whether the bytes begin and end as the others do, or hold them without a gap.
    func containsInOrder(_ other: [UInt8]) -> Bool {
        if contains(other) { return true }
        // Something put into the middle leaves a beginning and an end that make up the whole.
        guard count > other.count else { return false }
        let head = zip(self, other).prefix { $0 == $1 }.count
        let tail = zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
        return head + tail >= other.count
    }
}
