/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
    /// The bytes in network order: 4 or 16.
    public let bytes: [UInt8]

    /// The family, which follows from the number of bytes.
    public var family: Family { bytes.count == 4 ? .ipv4 : .ipv6 }

    /// Creates an address from 4 or 16 bytes in network order; `nil` for any other number.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Parses the text form, without surrounding white space: dotted decimal, or RFC 4291 section 2.2 without a zone.
    ///
    /// - Throws: A ``Fault`` if the text is not an address.
    public init(_ text: some StringProtocol) throws(Fault) {
        // One concrete type, because other modules call this without specialization.
        let text = Substring(text).utf8
        guard text.count <= 45 else { throw Fault() }
        guard let bytes = text.contains(UInt8(ascii: ":")) ? Self.ipv6(text) : Self.ipv4(text) else { throw Fault() }
        self.bytes = bytes
    }

    /// The reason why a text is not an address.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package init() {}

        /// The requirement, such as `must be an IPv4 address, or an IPv6 address without a zone`.
        public var description: String { "must be an IPv4 address, or an IPv6 address without a zone" }
    }

    // An IPv6 address that embeds an IPv4 address has the properties of that address.

    /// Whether the address is valid only on one link: 169.254.0.0/16 and fe80::/10.
    package var isLinkLocal: Bool {
        let bytes = withoutEmbedding.bytes
        return bytes.count == 4 ? bytes.starts(with: [169, 254]) : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    /// Whether the address is one of the device itself: 127.0.0.0/8 and ::1.
    package var isLoopback: Bool {
        let bytes = withoutEmbedding.bytes
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// Whether the address names no host: 0.0.0.0 and ::, which lead to the device itself on Linux.
    package var isUnspecified: Bool { withoutEmbedding.bytes.allSatisfy { $0 == 0 } }

    /// Whether the address is for private networks: RFC 1918, RFC 6598 (100.64.0.0/10) and fc00::/7 (RFC 4193).
    package var isPrivate: Bool {
        let bytes = withoutEmbedding.bytes
        guard bytes.count == 4 else { return bytes[0] & 0xFE == 0xFC }
        return switch (bytes[0], bytes[1]) {
        case (10, _), (172, 16...31), (192, 168), (100, 64...127): true
        default: false
        }
    }

    /// Reads four decimal numbers without leading zeros.
    private static func ipv4(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var number: UInt8?
        for byte in text {
            if byte == UInt8(ascii: ".") {
                guard let ended = number, bytes.count < 3 else { return nil }
                bytes.append(ended)
                number = nil
            } else {
                guard byte.isASCIIDigit, number != 0 else { return nil }
                let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, isStillTooLarge) = tens.addingReportingOverflow(byte - UInt8(ascii: "0"))
                guard !isTooLarge, !isStillTooLarge else { return nil }
                number = sum
            }
        }
        guard let number, bytes.count == 3 else { return nil }
        bytes.append(number)
        return bytes
    }

    /// Reads groups of hexadecimal digits; `::` replaces one or more of them.
    private static func ipv6(_ text: Substring.UTF8View) -> [UInt8]? {
        let (colon, dot) = (UInt8(ascii: ":"), UInt8(ascii: "."))
        var groups = text.split(separator: colon, omittingEmptySubsequences: false)
        guard groups.count > 2 else { return nil }
        // An empty group replaces the missing ones; a `::` at an end makes two.
        for isEnd in [false, true] where (isEnd ? groups.last : groups.first)?.isEmpty == true {
            guard groups[isEnd ? groups.count - 2 : 1].isEmpty else { return nil }
            groups.remove(at: isEnd ? groups.count - 1 : 0)
        }
        var bytes: [UInt8] = []
        var gap: Int?
        for (index, group) in groups.enumerated() {
            if group.isEmpty {
                guard gap == nil else { return nil }
                gap = bytes.count
            } else if group.contains(dot) {
                guard index == groups.count - 1, let embedded = ipv4(group) else { return nil }
                bytes += embedded
            } else {
                guard group.count <= 4, group.allSatisfy(\.isASCIIHexDigit),
                    let number = UInt16(Substring(group), radix: 16)
                else { return nil }
                bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
            }
        }
        guard let gap else { return bytes.count == 16 ? bytes : nil }
        guard bytes.count < 16 else { return nil }
        bytes.insert(contentsOf: repeatElement(0, count: 16 - bytes.count), at: gap)
        return bytes
    }
}

extension IPAddress {
    /// One of the two address families of the Internet protocol.
    public enum Family: String, Hashable, Sendable, Codable, CaseIterable {
        /// IPv4, with addresses of 4 bytes.
        case ipv4
        /// IPv6, with addresses of 16 bytes.
        case ipv6
    }
}

extension IPAddress: CustomStringConvertible {
    /// The text form: dotted decimal for IPv4, or the form that RFC 5952 recommends for IPv6.
    public var description: String {
        guard family == .ipv6 else { return bytes.map { "\($0)" }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var longest = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        func text(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.isEmpty { return text(0..<8) }
        return "\(text(0..<longest.lowerBound))::\(text(longest.upperBound..<8))"
    }
}

extension IPAddress: ExpressibleByStringLiteral {
    /// Creates an address from a literal, which must be its text form.
    public init(stringLiteral value: String) {
        guard let address = try? IPAddress(Substring(value)) else {
            preconditionFailure("the literal is not an IP address: \(value)")
        }
        self = address
    }
}

extension IPAddress: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(orThrow: "is not an IP address") { try? IPAddress($0) }
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
