public import ConnectivityCore

/// A server that answers questions about names.
public struct NameServer: Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// The port, of UDP and TCP alike.
    public var port: UInt16

    /// Creates a server.
    /// - Parameters:
    ///   - address: The address.
    ///   - port: The port, of UDP and TCP alike.
    public init(_ address: IPAddress, port: UInt16 = 53) {
        self.address = address
        self.port = port
    }

    /// Parses an address, or an address and a port, such as `192.0.2.1:5353` and `[2001:db8::1]:53`.
    ///
    /// The result is `nil` if the text is neither.
    ///
    /// - Parameter text: The text, with nothing around it.
    public init?(_ text: some StringProtocol) {
        if let address = IPAddress(text) {
            self.init(address)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let (host, digits) = (text[..<colon], text[text.index(after: colon)...])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let port = UInt16(digits),
            port > 0, let address = IPAddress(isBracketed ? host.dropFirst().dropLast() : host[...]),
            (address.family == .ipv6) == isBracketed
        else { return nil }
        self.init(address, port: port)
    }
}

extension NameServer: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        guard let server = Self(value) else { preconditionFailure("a name server is an address: \(value)") }
        self = server
    }
}

extension NameServer: CustomStringConvertible {
    /// The address, and the port if it is not the usual one.
    public var description: String {
        if port == 53 { return address.description }
        return address.family == .ipv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }
}
