extension IPAddress {
    /// Parses an IPv4 address in any form that browsers and inet_aton(3) accept: fewer than four numbers, of which the last fills
    /// the rest, each decimal, octal after `0` or hexadecimal after `0x`, with or without a trailing dot.
    ///
    /// The text is meant as an address if its last part is a number; if it is then not valid, it is not a host at all (WHATWG URL
    /// Standard, section 3.5). The result is `nil` if the text is meant as a name.
    static func ipv4(anyFormOf text: some StringProtocol) throws(HTTPURL.Fault) -> IPAddress? {
        var parts = String(text).split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard let last = parts.last, !last.isEmpty, last.utf8.allSatisfy(\.isASCIIDigit) || number(last) != nil
        else { return nil }
        let numbers = parts.compactMap(number)
        guard numbers.count == parts.count, numbers.count <= 4, let rest = numbers.last,
            numbers.dropLast().allSatisfy({ $0 <= 255 }), rest < 1 << (8 * UInt64(5 - numbers.count))
        else { throw .host }
        var value = rest
        for (index, number) in numbers.dropLast().enumerated() { value |= number << (8 * UInt64(3 - index)) }
        return IPAddress(bytes: (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
    }

    /// Reads a decimal, octal or hexadecimal number of at most 32 bits.
    private static func number(_ text: Substring) -> UInt64? {
        let lower = text.lowercased()
        let (digits, radix) =
            lower.hasPrefix("0x")
            ? (lower.dropFirst(2), 16) : lower.hasPrefix("0") ? (lower.dropFirst(), 8) : (lower[...], 10)
        guard lower != "", digits.utf8.allSatisfy(\.isASCIIHexDigit) else { return nil }
        guard !digits.isEmpty else { return 0 }
        return UInt32(digits, radix: radix).map(UInt64.init)
    }

    /// The IPv4 address embedded in an IPv6 address: mapped (RFC 4291, section 2.5.5.2) or translated by the well-known prefix
    /// (RFC 6052, section 2.1); otherwise the address itself.
    package var withoutEmbedding: IPAddress {
        let prefixes: [[UInt8]] = [
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
        ]
        guard family == .ipv6, prefixes.contains(where: bytes.starts) else { return self }
        return IPAddress(bytes: bytes.suffix(4)) ?? self
    }
}
