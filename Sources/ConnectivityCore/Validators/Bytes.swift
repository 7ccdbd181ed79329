// Helpers over the bytes of a body. All end in time linear in the body (search: body times the first byte's matches).

extension [UInt8] {
    /// The bytes without ASCII white space at both ends.
    var trimmed: ArraySlice<UInt8> { self[...].trimmed }

    /// Whether the bytes hold others, in this order and without a gap.
    func contains(_ other: [UInt8]) -> Bool {
        guard let first = other.first else { return true }
        guard other.count <= count else { return false }
        let haystack = span
        let needle = other.span
        var start = 0
        let last = haystack.count - needle.count
        search: while start <= last {
            if haystack[start] == first {
                var offset = 1
                while offset < needle.count {
                    if haystack[start + offset] != needle[offset] {
                        start += 1
                        continue search
                    }
                    offset += 1
                }
                return true
            }
            start += 1
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    var trimmed: ArraySlice<UInt8> {
        var rest = self
        while let first = rest.first, first.isASCIIWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isASCIIWhitespace { rest.removeLast() }
        return rest
    }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// The byte with an ASCII capital made small.
    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
    /// The bytes in lower case and without white space.
    var folded: [UInt8] { filter { !$0.isASCIIWhitespace }.map(\.asciiLowercased) }
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
