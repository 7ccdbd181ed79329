// Designations of encrypted resolvers on the wire: options of DHCP (RFC 9463), whose parameters are those of RFC 9460, section
// 2.2.

/// The parameters of a service binding that describe access to a resolver.
package struct ServiceParameters: Hashable, Sendable {
    private static let countMax = 32

    package private(set) var transports: [EncryptedResolver.Transport] = []
    package private(set) var port: UInt16?
    package private(set) var path: String?

    /// Reads parameters: a key and a length of two bytes each, then the value, in the order of the keys.
    ///
    /// It is `nil` if a length is wrong, if a key is repeated or out of order, or if a mandatory parameter is unknown.
    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        var (last, count): (Int, Int) = (-1, 0)
        while !reader.isAtEnd {
            guard let key = reader.uint16(), let value = reader.counted(), Int(key) > last, count < Self.countMax
            else { return nil }
            (last, count) = (Int(key), count + 1)
            guard read(key, value) else { return nil }
        }
    }

    private mutating func read(_ key: UInt16, _ value: ArraySlice<UInt8>) -> Bool {
        var reader = ByteReader(value)
        switch key {
        case 0:
            // The mandatory keys: those of this function, and the absence of a default protocol.
            while !reader.isAtEnd {
                guard let needed = reader.uint16(), [1, 2, 3, 4, 6, 7].contains(needed) else { return false }
            }
        case 1:
            while !reader.isAtEnd {
                guard let count = reader.byte(), let name = reader.bytes(Int(count)) else { return false }
                switch String(decoding: name, as: UTF8.self) {
                case "dot": add(.tls)
                case "h2", "h3", "http/1.1": add(.https)
                case "doq": add(.quic)
                default: break
                }
            }
        case 3:
            guard value.count == 2, let number = reader.uint16(), number > 0 else { return false }
            port = number
        case 4, 6:
            // Address hints; the option itself states the addresses.
            return value.count.isMultiple(of: key == 4 ? 4 : 16)
        case 7:
            // A template (RFC 9461, section 5), which must end with its variable.
            guard let text = String(validUTF8: Array(value)), text.hasSuffix("{?dns}") else { return true }
            path = String(text.dropLast(6))
        default: break
        }
        return true
    }

    private mutating func add(_ transport: EncryptedResolver.Transport) {
        if !transports.contains(transport) { transports.append(transport) }
    }

    /// The resolvers that the parameters describe, one per transport.
    package func resolvers(named name: String, at addresses: [IPAddress]) -> [EncryptedResolver] {
        transports.compactMap { transport in
            if transport == .https, path == nil { return nil }
            return EncryptedResolver(
                .designated,
                transport,
                name: name,
                addresses: addresses,
                port: port,
                path: transport == .https ? path : nil
            )
        }
    }
}

extension EncryptedResolver {
    /// Reads option 162 of DHCPv4: instances, each with its length (RFC 9463, section 5.1).
    package static func designated(inDHCPv4 option: [UInt8]) -> [EncryptedResolver] {
        var reader = ByteReader(option)
        var found: [EncryptedResolver] = []
        while !reader.isAtEnd, found.count < countMax {
            guard let instance = reader.counted() else { break }
            var part = ByteReader(instance)
            guard part.uint16() != nil, let count = part.byte(), let name = part.bytes(Int(count)) else { continue }
            found += resolvers(name, &part, addressSize: 4) { $0.byte().map { Int($0) } }
        }
        return Array(found.prefix(countMax))
    }

    /// Reads one option 144 of DHCPv6 (RFC 9463, section 4.1).
    package static func designated(inDHCPv6 option: some Collection<UInt8>) -> [EncryptedResolver] {
        var part = ByteReader(Array(option))
        guard part.uint16() != nil, let name = part.counted() else { return [] }
        return resolvers(name, &part, addressSize: 16) { $0.uint16().map { Int($0) } }
    }

    /// Reads the part after the name: nothing, or addresses and parameters.
    private static func resolvers(
        _ name: ArraySlice<UInt8>,
        _ part: inout ByteReader,
        addressSize: Int,
        count: (inout ByteReader) -> Int?
    ) -> [EncryptedResolver] {
        guard let name = hostName(name) else { return [] }
        // The name alone: addresses and parameters are in its DNS records.
        if part.isAtEnd { return [EncryptedResolver(.designated, .tls, name: name)] }
        guard let length = count(&part), length > 0, length.isMultiple(of: addressSize), var list = part.bytes(length),
            let parameters = ServiceParameters(part.rest)
        else { return [] }
        var addresses: [IPAddress] = []
        while !list.isEmpty, addresses.count < addressCountMax {
            if let address = IPAddress(bytes: list.prefix(addressSize)), !address.isLoopback {
                addresses.append(address)
            }
            list = list.dropFirst(addressSize)
        }
        guard !addresses.isEmpty else { return [] }
        return parameters.resolvers(named: name, at: addresses)
    }

    /// Reads a name as a sequence of labels that ends with an empty one, without compression (RFC 1035, section 3.1).
    package static func hostName(_ bytes: ArraySlice<UInt8>) -> String? {
        var reader = ByteReader(bytes)
        var labels: [String] = []
        while let count = reader.byte() {
            guard count > 0 else {
                let name = labels.joined(separator: ".")
                return reader.isAtEnd && !labels.isEmpty && name.utf8.count <= 253 ? name : nil
            }
            guard count <= 63, let label = reader.bytes(Int(count)),
                label.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
            else { return nil }
            labels.append(String(decoding: label, as: UTF8.self))
        }
        return nil
    }
}

extension ByteReader {
    /// Reads a length of two bytes, then as many bytes.
    fileprivate mutating func counted() -> ArraySlice<UInt8>? {
        guard let count = uint16() else { return nil }
        return bytes(Int(count))
    }
}
