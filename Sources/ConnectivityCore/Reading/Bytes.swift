// Helpers for the bytes of a body. All take time linear in the body (search: body times the matches of the first
// byte).

extension [UInt8] {
    /// The bytes without ASCII white space at both ends.
    var trimmed: ArraySlice<UInt8> { self[...].trimmed }

    /// Returns whether the bytes contain other bytes as one contiguous sequence.
    func contains(_ other: [UInt8]) -> Bool { firstOffset(of: other) != nil }

    /// Returns the position of other bytes within these.
    /// - Parameters:
    ///   - other: The bytes to look for.
    ///   - start: The offset to begin at. Not negative.
    /// - Returns: The offset of the first occurrence, or `nil` if nothing was found.
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

    /// Returns the position of a text in lower case within these bytes, which may have either case.
    /// - Parameters:
    ///   - other: The bytes to look for, in lower case; not empty.
    ///   - start: The offset to begin at. Not negative.
    ///   - end: The offset to end at; `nil` means the end of the bytes.
    /// - Returns: The offset of the first occurrence, or `nil` if nothing was found.
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
    /// Returns the first offset of a byte, beginning at an offset; `nil` if it was not found.
    func offset(of byte: UInt8, from start: Int) -> Int? {
        var offset = skipped(from: start, caseBit: 0, byte)
        while offset < count {
            if self[offset] == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// Returns the first offset of a byte in either case, beginning at an offset; `nil` if it was not found.
    func offset(ofLowercased byte: UInt8, from start: Int) -> Int? {
        guard byte.isASCIILetter else { return offset(of: byte, from: start) }
        var offset = skipped(from: start, caseBit: 0x20, byte)
        while offset < count {
            if self[offset] | 0x20 == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// Returns the offset after all groups of eight bytes, beginning at an offset, that lack the wanted byte.
    private func skipped(from start: Int, caseBit: UInt8, _ byte: UInt8) -> Int {
        let eachByte: UInt64 = 0x0101_0101_0101_0101
        let (fold, wanted) = (UInt64(caseBit) &* eachByte, UInt64(byte) &* eachByte)
        var offset = start
        while offset + 8 <= count {
            let group = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            // A wanted byte is zero now, and only zero borrows without having a high bit.
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
    /// Whether the byte is a space, tab, line feed, vertical tab, form feed or carriage return.
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
    /// Returns whether the bytes contain others, or consist of a beginning and an end of them that cover them all.
    func containsInOrder(_ other: [UInt8]) -> Bool {
        if contains(other) { return true }
        // If something was inserted into the middle, a beginning and an end remain that cover the whole.
        guard count > other.count else { return false }
        let head = zip(self, other).prefix { $0 == $1 }.count
        let tail = zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
        return head + tail >= other.count
    }
}
