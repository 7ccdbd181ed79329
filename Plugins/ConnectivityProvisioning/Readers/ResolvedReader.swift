#if os(Linux)
public import ConnectivityCore

/// Reads the state of systemd-resolved, as far as it stands in files.
///
/// - /run/systemd/resolve/netif/INDEX has the name servers of a link that another program, such as NetworkManager or
///   resolvectl(1), gave it. Only root can read the folder. Servers that networkd gives are not in it; they are in
///   networkd's own files.
/// - /run/systemd/resolve/resolv.conf has the servers of all links that the stub at 127.0.0.53 asks.
///
/// A server on a port other than 53 is left out, because it cannot be asked by its address alone.
public struct ResolvedReader: SystemFileReader {
    public var root: String

    public init(root: String = "/") { self.root = root }

    public var watchedPaths: [String] { [files.path(Self.links), files.path(Self.uplinks)] }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        let link = files.path("\(Self.links)/\(interface.index)")
        return files.bytes(link).map { [Self.link($0, origin: link)] } ?? []
    }

    public func machineNameServers() -> [IPAddress] {
        files.bytes(files.path(Self.uplinks)).map { ResolverFile($0).machineServers } ?? []
    }

    private static let links = "run/systemd/resolve/netif"
    private static let uplinks = "run/systemd/resolve/resolv.conf"

    /// What the state of a link tells.
    static func link(_ bytes: [UInt8], origin: String) -> Provisioning {
        Provisioning(origin: origin, nameServers: Assignments(bytes).nameServers(of: "SERVERS"))
    }
}
#endif
