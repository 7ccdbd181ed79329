#if os(Linux)
public import ConnectivityCore

/// Reads the state of systemd-networkd: /run/systemd/netif/links/INDEX and /run/systemd/netif/leases/INDEX.
///
/// - The captive portal option stands in the state of the link since version 254, whether it came by DHCP for IPv4, DHCP
///   for IPv6 or a router advertisement; networkd picks one, in this order, and does not say which. Before 254 it stands
///   nowhere: leases keep options 224 through 254 alone.
/// - Name servers stand in the state of the link, from all three and from configuration.
/// - The hint that traffic is metered stands in the lease as `VENDOR_SPECIFIC`, where `RequestOptions=43` asks for it or
///   the server sends it unasked.
///
/// Any user can read the files. They are no promise of systemd's; where their form changes, nothing is told.
public struct NetworkdReader: SystemFileReader {
    public var root: String

    public init(root: String = "/") { self.root = root }

    public var watchedPaths: [String] { [systemPath(Self.links), systemPath(Self.leases)] }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        let link = systemPath("\(Self.links)/\(interface.index)")
        let lease = systemPath("\(Self.leases)/\(interface.index)")
        return [
            SystemFile.bytes(link).map { Self.link($0, origin: link) },
            SystemFile.bytes(lease).map { Self.lease($0, origin: lease) },
        ].compactMap(\.self)
    }

    private static let links = "run/systemd/netif/links"
    private static let leases = "run/systemd/netif/leases"

    /// What the state of a link tells.
    static func link(_ bytes: [UInt8], origin: String) -> Provisioning {
        let state = Assignments(bytes)
        return Provisioning(
            origin: origin,
            captivePortal: state.value(of: "CAPTIVE_PORTAL"),
            nameServers: state.nameServers(of: "DNS")
        )
    }

    /// What a lease tells, which is less.
    static func lease(_ bytes: [UInt8], origin: String) -> Provisioning {
        let lease = Assignments(bytes)
        return Provisioning(
            origin: origin,
            channel: .dhcpv4,
            isMetered: lease.hexadecimal(of: "VENDOR_SPECIFIC").flatMap(MeteredHint.isMetered)
        )
    }
}

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

    public var watchedPaths: [String] { [systemPath(Self.links), systemPath(Self.uplinks)] }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        let link = systemPath("\(Self.links)/\(interface.index)")
        return SystemFile.bytes(link).map { [Self.link($0, origin: link)] } ?? []
    }

    public func machineNameServers() -> [IPAddress] {
        SystemFile.bytes(systemPath(Self.uplinks)).map { ResolverFile($0).machineServers } ?? []
    }

    private static let links = "run/systemd/resolve/netif"
    private static let uplinks = "run/systemd/resolve/resolv.conf"

    /// What the state of a link tells.
    static func link(_ bytes: [UInt8], origin: String) -> Provisioning {
        Provisioning(origin: origin, nameServers: Assignments(bytes).nameServers(of: "SERVERS"))
    }
}
#endif
