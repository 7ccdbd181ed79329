internal import ConnectivityCore

/// The servers of a file in the form of resolv.conf(5).
///
/// A line counts where `nameserver` stands at its very beginning, as for the C library. That uses three servers at most;
/// here as many are kept as ``Provisioning`` keeps, because other resolvers use more.
struct ResolverFile {
    static let lineByteCountMax = 1 << 12

    /// The servers, best first.
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

    /// The servers that every interface may be asked over.
    var machineServers: [IPAddress] { servers.filter { $0.zone == nil }.compactMap(\.usual) }

    /// The servers on the link of an interface.
    func servers(on interface: Interface) -> [IPAddress] {
        servers.filter { $0.zone == interface.name || $0.zone == String(interface.index) }.compactMap(\.usual)
    }
}
