/// A name server with an encrypted transport that the network designates or this device is configured to use.
///
/// It is only a fact, and causes no requests. Names from the network consist of the characters of host names, and all lengths
/// have limits.
package struct EncryptedResolver: Hashable, Sendable {
    /// The reason why the resolver is known.
    package enum Use: String, Hashable, Sendable, Codable, CaseIterable {
        /// This device is configured to use it, and to send no question in plain text.
        case configured
        /// The network designates it (RFC 9463).
        case designated
    }

    package enum Transport: String, Hashable, Sendable, Codable, CaseIterable {
        /// TLS (RFC 7858).
        case tls
        /// HTTPS (RFC 8484).
        case https
        /// QUIC (RFC 9250).
        case quic
    }

    /// The maximum number of resolvers per origin.
    package static let countMax = 8
    package static let addressCountMax = 8
    private static let nameByteCountMax = 253
    private static let pathByteCountMax = 256

    package var use: Use
    package var transport: Transport
    /// The name that its certificate must have, in lower case; `nil` if only its address is known.
    package var name: String?
    /// Its addresses, best first; if empty, those of the name, or without a name the name servers of the interface.
    package var addresses: [IPAddress]
    /// The port; `nil` for the transport's default.
    package var port: UInt16?
    /// The path over HTTPS, without the variable `dns`; `nil` for another transport.
    package var path: String?

    /// Creates a resolver; values that are too long or invalid are dropped.
    package init(
        _ use: Use,
        _ transport: Transport,
        name: String? = nil,
        addresses: [IPAddress] = [],
        port: UInt16? = nil,
        path: String? = nil
    ) {
        (self.use, self.transport, self.port) = (use, transport, port)
        self.name = name.flatMap { Self.isName($0) ? $0.lowercased() : nil }
        self.addresses = Array(addresses.lazy.filter { !$0.isUnspecified }.prefix(Self.addressCountMax))
        self.path = path.flatMap { path in
            let isPath = path.utf8.first == UInt8(ascii: "/") && path.utf8.count <= Self.pathByteCountMax
            return isPath && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? path : nil
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...nameByteCountMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }
}

extension EncryptedResolver: CustomStringConvertible {
    /// The transport and the server, such as `tls dns.example (192.0.2.1)`.
    package var description: String {
        let texts = addresses.map(\.description).joined(separator: ", ")
        let host = name.map { texts.isEmpty ? $0 : "\($0) (\(texts))" } ?? texts
        return transport.rawValue + (host.isEmpty ? "" : " \(host)") + (port.map { " port \($0)" } ?? "")
    }
}

extension NetworkInterface {
    /// The encrypted resolvers that this device is configured to use here, or that the network designates, each once.
    package var encryptedResolvers: [EncryptedResolver] {
        provisioning.flatMap(\.encryptedResolvers).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Whether this device is configured to resolve names over an encrypted transport only.
    package var asksEncryptedNamesOnly: Bool { encryptedResolvers.contains { $0.use == .configured } }
}
