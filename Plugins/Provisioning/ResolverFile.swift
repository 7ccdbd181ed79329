import ConnectivityCore

/// A name server in a configuration file: `192.0.2.53`, `fe80::1%eth0`, `[2001:db8::53]:5353%2#dns.example`.
struct ServerAddress: Hashable {
    static let byteCountMax = 512

    var address: IPAddress
    /// The interface of the address's link, by name or number; `nil` if the text has none.
    var zone: String?
    var port: UInt16?
    /// The name that the server's certificate must have; `nil` if the text has none.
    var name: String?

    /// The address; `nil` if the port is not that of DNS, because an address alone cannot express it.
    var usual: IPAddress? { port ?? 53 == 53 ? address : nil }

    /// Parses a text without surrounding white space; `nil` for other forms.
    init?(_ text: [UInt8]) {
        guard text.count <= Self.byteCountMax else { return nil }
        var rest = text.prefix { $0 != 0x23 }
        if rest.count < text.count { name = String(decoding: text[(rest.endIndex + 1)...], as: UTF8.self) }
        if let percent = rest.lastIndex(of: 0x25) {
            let zone = rest[(percent + 1)...]
            guard !zone.isEmpty else { return nil }
            self.zone = String(decoding: zone, as: UTF8.self)
            rest = rest[..<percent]
        }
        if rest.first == 0x5B {
            guard let end = rest.firstIndex(of: 0x5D) else { return nil }
            let behind = rest[(end + 1)...]
            if !behind.isEmpty {
                guard behind.first == 0x3A, let port = Self.port(behind.dropFirst()) else { return nil }
                self.port = port
            }
            rest = rest[(rest.startIndex + 1)..<end]
        } else if let colon = rest.firstIndex(of: 0x3A), rest.lastIndex(of: 0x3A) == colon {
            guard let port = Self.port(rest[(colon + 1)...]) else { return nil }
            self.port = port
            rest = rest[..<colon]
        }
        guard let address = try? IPAddress(String(decoding: rest, as: UTF8.self)) else { return nil }
        self.address = address
    }

    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self))
    }
}

/// The servers of a file in the format of resolv.conf(5).
///
/// A line counts if it begins with `nameserver`, as for the C library. The C library uses at most three servers; this
/// type keeps as many as ``Provisioning`` allows, because other resolvers use more.
struct ResolverFile {
    static let lineByteCountMax = 1 << 12

    /// The servers, in the order of precedence.
    let servers: [ServerAddress]

    init(_ bytes: [UInt8]) {
        let keyword = Array("nameserver".utf8)
        var servers: [ServerAddress] = []
        for line in bytes.split(separator: 0x0A) where line.count <= Self.lineByteCountMax && line.starts(with: keyword)
        {
            let rest = line.dropFirst(keyword.count)
            guard rest.first == 0x20 || rest.first == 0x09 else { continue }
            let words = rest.split(maxSplits: 1) { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let server = words.first.flatMap({ ServerAddress(Array($0)) }) else { continue }
            servers.append(server)
            if servers.count == Provisioning.nameServerCountMax { break }
        }
        self.servers = servers
    }

    /// The servers that may be asked over any interface.
    var systemServers: [IPAddress] { servers.filter { $0.zone == nil }.compactMap(\.usual) }

    /// Returns the servers on the link of an interface.
    func servers(on interface: NetworkInterface) -> [IPAddress] {
        servers.filter { $0.zone == interface.name || $0.zone == String(interface.index) }.compactMap(\.usual)
    }
}
