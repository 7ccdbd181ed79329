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
    /// - Returns: The offset of the first occurrence, or `nil` where there is none.
    func firstOffset(of other: [UInt8], from start: Int = 0) -> Int? {
        guard let first = other.first else { return start }
        let haystack = span
        let needle = other.span
        var offset = start
        search: while offset + needle.count <= haystack.count {
            if haystack[offset] == first {
                var length = 1
                while length < needle.count {
                    if haystack[offset + length] != needle[length] {
                        offset += 1
                        continue search
                    }
                    length += 1
                }
                return offset
            }
            offset += 1
        }
        return nil
    }

    /// Where small letters begin within these bytes, in either case.
    /// - Parameters:
    ///   - other: The bytes to look for, in small letters; not empty.
    ///   - start: Where to begin looking. Not negative.
    ///   - end: Where to end looking; `nil` is the end of the bytes.
    /// - Returns: The offset of the first occurrence, or `nil` where there is none.
    func firstOffset(ofLowercased other: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
        let haystack = span
        let needle = other.span
        let end = end ?? haystack.count
        var offset = start
        search: while offset + needle.count <= end {
            for index in 0..<needle.count where haystack[offset + index].asciiLowercased != needle[index] {
                offset += 1
                continue search
            }
            return offset
        }
        return nil
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
        var folded: [UInt8] = []
        folded.reserveCapacity(count)
        for byte in self where !byte.isASCIIWhitespace { folded.append(byte.asciiLowercased) }
        return folded
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
