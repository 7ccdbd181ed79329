#if os(Linux)
public import ConnectivityCore

/// Reads the leases of ISC's dhclient, in /var/lib/dhcp and /var/lib/dhclient, see dhclient.leases(5).
///
/// Of the leases of each address family, the last one of the interface that is in force counts: not released, and with an
/// address that the interface has. A lease of a network that the machine has left is therefore passed over.
///
/// Options are there as far as the server sent them, and it mostly sends what it is asked for. dhclient calls option 114
/// `default-url`; Debian's configuration does not ask for it, so add it to the `request` of dhclient.conf(5), and
/// `dhcp6.v6-captive-portal` for IPv6. The files of many machines can be read by any user.
public struct DHClientReader: SystemFileReader {
    public var root: String

    public init(root: String = "/") { self.root = root }

    public var watchedPaths: [String] { Self.folders.map(files.path) }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        let paths = watchedPaths.flatMap { folder in
            files.names(in: folder) { Self.isLeaseFile($0, of: interface) }.map { "\(folder)/\($0)" }
        }
        return paths.flatMap { path in
            files.bytes(path).map { Self.provisioning(of: interface, $0, origin: path) } ?? []
        }
    }

    private static let folders = ["var/lib/dhcp", "var/lib/dhclient"]

    /// Whether a file may have leases of an interface: `dhclient.leases`, or `dhclient6.eth0.leases` and the like.
    static func isLeaseFile(_ name: String, of interface: Interface) -> Bool {
        guard name.hasPrefix("dhclient"), name.hasSuffix(".leases") || name.hasSuffix(".lease") else { return false }
        let isShared = name.utf8.allSatisfy { $0 != 0x2D } && name.utf8.count { $0 == 0x2E } == 1
        return isShared || name.contains(interface.name)
    }

    /// What the leases of a file tell of an interface.
    static func provisioning(
        of interface: Interface,
        _ bytes: [UInt8],
        origin: String
    ) -> [Provisioning] {
        let leases = DHClientLease.all(in: bytes).filter { $0.isInForce(on: interface) }
        return [leases.last { !$0.isIPv6 }, leases.last { $0.isIPv6 }].compactMap { $0?.provisioning(origin: origin) }
    }
}
#endif
