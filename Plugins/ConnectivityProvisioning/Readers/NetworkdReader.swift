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

    public var watchedPaths: [String] { [files.path(Self.links), files.path(Self.leases)] }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        let link = files.path("\(Self.links)/\(interface.index)")
        let lease = files.path("\(Self.leases)/\(interface.index)")
        return [
            files.bytes(link).map { Self.link($0, origin: link) },
            files.bytes(lease).map { Self.lease($0, origin: lease) },
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
#endif
