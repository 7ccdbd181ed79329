#if os(Linux)
package import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

/// Reads the part of systemd-resolved's state that is in files.
///
/// - /run/systemd/resolve/netif/INDEX has the name servers that another program, such as NetworkManager or resolvectl(1),
///   assigned to a link. Only root can read the folder. The servers that networkd assigns are only in networkd's own files.
/// - /run/systemd/resolve/resolv.conf has the servers of all links that the stub at 127.0.0.53 asks.
/// - The setting to use only TLS is in the state of the link, or in resolved.conf(5) and its drop-in files, which count only
///   while systemd-resolved runs. With `DNSOverTLS=opportunistic` it also uses plain text, so this value has no effect.
///
/// A server on a port other than 53 is left out, because an address alone cannot express its port.
package struct ResolvedReader: SystemFileReader {
    package var root: String

    package init(root: String) { self.root = root }

    package var watchedPaths: [String] { [systemPath(Self.links), systemPath(Self.uplinks)] }

    package func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        let link = systemPath("\(Self.links)/\(interface.index)")
        return (SystemFile.bytes(link).map { [Self.link($0, origin: link)] } ?? []) + settings
    }

    /// The settings for all links; empty while systemd-resolved does not run.
    private var settings: [Provisioning] {
        guard SystemFile.bytes(systemPath(Self.uplinks)) != nil else { return [] }
        let folders = Self.settingFolders.flatMap { folder in
            let path = systemPath(folder)
            let names = SystemFile.names(in: path, limit: SystemFile.entryCountMax) { $0.hasSuffix(".conf") } ?? []
            return names.sorted().map { "\(path)/\($0)" }
        }
        return Self.settings(
            ([systemPath(Self.settingFile)] + folders).compactMap { path in
                SystemFile.bytes(path).map { (path, $0) }
            }
        )
    }

    private static let settingFile = "etc/systemd/resolved.conf"
    private static let settingFolders = [
        "usr/lib/systemd/resolved.conf.d", "run/systemd/resolved.conf.d", "etc/systemd/resolved.conf.d",
    ]

    /// Returns the settings of configuration files; a later file takes precedence.
    static func settings(_ files: [(path: String, bytes: [UInt8])]) -> [Provisioning] {
        var (origin, isOnly): (String?, Bool) = (nil, false)
        var resolvers: [EncryptedResolver] = []
        for (path, bytes) in files {
            let file = Assignments(bytes)
            let servers = file.resolvers(of: "DNS")
            if !servers.isEmpty { resolvers = servers }
            if file.value(of: "DNSOverTLS") != nil { (origin, isOnly) = (path, file.isEncryptedOnly("DNSOverTLS")) }
        }
        guard let origin, isOnly else { return [] }
        var provisioning = Provisioning(origin: origin)
        // Without its own servers, systemd-resolved asks those of the links.
        provisioning.encryptedResolvers = resolvers.isEmpty ? [EncryptedResolver(.configured, .tls)] : resolvers
        return [provisioning]
    }

    package func systemNameServers() -> [IPAddress] {
        SystemFile.bytes(systemPath(Self.uplinks)).map { ResolverFile($0).systemServers } ?? []
    }

    private static let links = "run/systemd/resolve/netif"
    private static let uplinks = "run/systemd/resolve/resolv.conf"

    static func link(_ bytes: [UInt8], origin: String) -> Provisioning {
        let state = Assignments(bytes)
        var provisioning = Provisioning(
            origin: origin,
            nameServers: state.nameServers(of: "SERVERS"),
            domains: state.names(of: "DOMAINS")
        )
        if state.isEncryptedOnly("DNS_OVER_TLS") {
            let servers = state.resolvers(of: "SERVERS")
            provisioning.encryptedResolvers = servers.isEmpty ? [EncryptedResolver(.configured, .tls)] : servers
        }
        return provisioning
    }
}
#endif
