public import ConnectivityCore

/// The address and port of a name server.
public struct NameServer: Hashable, Sendable {
    /// The IP address.
    public var address: IPAddress
    /// The port, for both UDP and TCP.
    public var port: UInt16

    /// Creates a server.
    public init(_ address: IPAddress, port: UInt16 = 53) {
        self.address = address
        self.port = port
    }

    /// Parses an address, or an address and a port, such as `192.0.2.1:5353` and `[2001:db8::1]:53`; otherwise `nil`.
    ///
    /// The text must not have surrounding white space.
    public init?(_ text: some StringProtocol) {
        if let address = try? IPAddress(text) {
            self.init(address)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let (host, digits) = (text[..<colon], text[text.index(after: colon)...])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let port = UInt16(digits),
            port > 0, let address = try? IPAddress(isBracketed ? host.dropFirst().dropLast() : host[...]),
            (address.family == .ipv6) == isBracketed
        else { return nil }
        self.init(address, port: port)
    }
}

extension NameServer: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        guard let server = Self(value) else { preconditionFailure("this is not an address of a DNS server: \(value)") }
        self = server
    }
}

extension NameServer: CustomStringConvertible {
    /// The address, with the port if it is not 53.
    public var description: String {
        if port == 53 { return address.description }
        return address.family == .ipv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }
}
