import ConnectivityCore

// Finds hardware addresses in all their spellings, also within IPv6 addresses, which do not count as hardware addresses
// themselves.

extension TextRedactor {
    /// Skips an IPv6 address, replaces a hardware address within it, and returns its end; `nil` if no address begins at the
    /// index.
    mutating func addresses(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        guard rules.shapes.contains(.hardwareAddress),
            bytes[start].isASCIIHexDigit || bytes[start] == UInt8(ascii: ":"),
            start == 0 || !bytes[start - 1].isLetterOrDigit && bytes[start - 1] != UInt8(ascii: ":")
        else { return nil }
        var end = bytes.end(from: start, limit: Self.textByteCountMax) {
            $0.isASCIIHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
        guard end - start >= 3, end == bytes.count || !bytes[end].isLetterOrDigit else { return nil }
        while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let run = bytes[start..<end]
        guard let colon = run.firstIndex(of: UInt8(ascii: ":")), !Self.isWide(run) else { return nil }
        guard let address = try? IPAddress(String(decoding: run, as: UTF8.self)), address.family == .ipv6 else {
            // For example the prefix of an address, or an address and a port.
            let isAbbreviated = zip(run[colon...], run[colon...].dropFirst()).contains {
                $0 == $1 && $0 == bytes[colon]
            }
            return isAbbreviated ? end : nil
        }
        let redacted = redacted(address)
        if redacted != address { edits.append((start..<end, Array(redacted.description.utf8))) }
        return end
    }

    /// Whether a run is a hardware address of 64 bits in groups of two digits, which is never the text of an IPv6 address.
    private static func isWide(_ run: ArraySlice<UInt8>) -> Bool {
        run.count == 23 && run.indices.allSatisfy { (run[$0] == UInt8(ascii: ":")) == (($0 - run.startIndex) % 3 == 2) }
    }

    /// The maximum length of an IPv6 address in text, and one more byte, which reveals a longer text.
    private static let textByteCountMax = 46
    /// The maximum number of groups in an address, and one more, which reveals a run that is not an address.
    private static let groupCountMax = 9

    mutating func hardwareAddress(in bytes: [UInt8], at start: Int, _ edits: inout [DecodedText.Edit]) -> Int? {
        guard rules.shapes.contains(.hardwareAddress) else { return nil }
        // Interface names that contain the address: enx, wlx or wwx followed by twelve digits.
        let isNamed =
            start + 3 <= bytes.count && bytes[start + 2] == UInt8(ascii: "x")
            && ["enx", "wlx", "wwx"].contains { bytes[start..<start + 3].elementsEqual($0.utf8) }
        let (groups, separator) = Self.groups(in: bytes, at: isNamed ? start + 3 : start)
        guard let last = groups.last, !isNamed || groups.count == 1, Self.isAddress(groups, separator, in: bytes) else {
            return nil
        }
        let isLetterNeeded = separator == UInt8(ascii: " ") || separator == UInt8(ascii: ",")
        let digits = groups.flatMap { group in
            let digits = bytes[group].map(\.asciiLowercased)
            return digits.count == 1 ? [UInt8(ascii: "0")] + digits : digits
        }
        let isUpper = groups.contains { bytes[$0].contains { (0x41...0x46).contains($0) } }
        guard !isLetterNeeded || digits.contains(where: \.isASCIILetter) else { return nil }
        var new = replacement(forHardwareAddress: digits)[...]
        if isUpper { new = new.map { $0.isASCIILetter ? $0 & 0xDF : $0 }[...] }
        for group in groups {
            let count = max(group.count, digits.count / groups.count)
            edits.append((group, Array(new.prefix(count))))
            new = new.dropFirst(count)
        }
        return last.upperBound
    }

    /// Whether groups of digits are a written address of 48 or 64 bits.
    private static func isAddress(_ groups: [Range<Int>], _ separator: UInt8, in bytes: [UInt8]) -> Bool {
        let isColon = separator == UInt8(ascii: ":")
        if isColon, isContinued(bytes, before: groups[0].lowerBound) { return false }
        func haveDigits(_ count: Int) -> Bool { groups.allSatisfy { $0.count == count } }
        switch groups.count {
        case 1: return haveDigits(12)
        case 2: return haveDigits(6) && "-:.".utf8.contains(separator)
        case 3: return haveDigits(4) && "-:.".utf8.contains(separator)
        case 4: return haveDigits(4) && "-.".utf8.contains(separator)
        case 6: return groups.allSatisfy { $0.count == 2 || $0.count == 1 && isColon }
        case 8: return haveDigits(2)
        default: return false
        }
    }

    /// Returns the groups of hexadecimal digits from an index that have the same separator between them.
    private static func groups(in bytes: [UInt8], at start: Int) -> (groups: [Range<Int>], separator: UInt8) {
        var groups: [Range<Int>] = []
        var separator: UInt8 = 0
        var position = start
        while groups.count < groupCountMax {
            if bytes.has(UInt8(ascii: "0"), at: position), bytes.has(UInt8(ascii: "x"), at: position + 1) {
                position += 2
            }
            let end = bytes.end(from: position, limit: 13) { $0.isASCIIHexDigit }
            guard end > position, end == bytes.count || !bytes[end].isLetterOrDigit else { break }
            if groups.isEmpty {
                guard [1, 2, 4, 6, 12].contains(end - position) else { break }
                groups.reserveCapacity(groupCountMax)
            }
            groups.append(position..<end)
            // Twelve digits are an address, whatever follows.
            guard end - position < 12, end < bytes.count, ":-._ ,".utf8.contains(bytes[end]),
                separator == 0 || separator == bytes[end]
            else {
                break
            }
            separator = bytes[end]
            position = end + 1
            // A list has a space after each comma.
            if separator == UInt8(ascii: ","), bytes.has(UInt8(ascii: " "), at: position) { position += 1 }
        }
        return (groups, separator)
    }

    /// Whether a group of digits and a colon precede an index.
    private static func isContinued(_ bytes: [UInt8], before start: Int) -> Bool {
        guard bytes.has(UInt8(ascii: ":"), at: start - 1) else { return false }
        let group = bytes[..<(start - 1)].reversed().prefix(5).prefix { $0.isLetterOrDigit }
        return !group.isEmpty && group.count <= 4 && group.allSatisfy(\.isASCIIHexDigit)
    }
}
