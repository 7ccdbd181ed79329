#if os(Linux)
package import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

/// Reads the leases of ISC's dhclient, in /var/lib/dhcp and /var/lib/dhclient, see dhclient.leases(5).
///
/// Of the leases of each address family, the interface's last lease in force counts: it is not released, and the
/// interface has its address. A lease of a network that the device has left is therefore ignored.
///
/// A lease contains the options that the server sent, and servers usually send only requested options. dhclient calls
/// option 114 `default-url`. Debian's configuration does not request it, so add it to the `request` of
/// dhclient.conf(5), and `dhcp6.v6-captive-portal` for IPv6. On many devices any user can read the files.
package struct DHClientReader: SystemFileReader {
    package var root: String

    package init(root: String) { self.root = root }

    package var watchedPaths: [String] { Self.folders.map(systemPath) }

    package func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        let paths = watchedPaths.flatMap { folder in
            let names = SystemFile.names(in: folder, limit: SystemFile.entryCountMax) {
                Self.isLeaseFile($0, of: interface)
            }
            return (names ?? []).map { "\(folder)/\($0)" }
        }
        return paths.flatMap { path in
            SystemFile.bytes(path).map { Self.provisioning(of: interface, $0, origin: path) } ?? []
        }
    }

    private static let folders = ["var/lib/dhcp", "var/lib/dhclient"]

    /// Whether a file may contain leases of an interface, for example `dhclient.leases` or `dhclient6.eth0.leases`.
    static func isLeaseFile(_ name: String, of interface: NetworkInterface) -> Bool {
        guard name.hasPrefix("dhclient"), name.hasSuffix(".leases") || name.hasSuffix(".lease") else { return false }
        let isShared = name.utf8.allSatisfy { $0 != 0x2D } && name.utf8.count { $0 == 0x2E } == 1
        return isShared || name.contains(interface.name)
    }

    /// Returns the facts of a file's leases for an interface.
    static func provisioning(
        of interface: NetworkInterface,
        _ bytes: [UInt8],
        origin: String
    ) -> [Provisioning] {
        let leases = DHClientLease.all(in: bytes).filter { $0.isInForce(on: interface) }
        return [leases.last { !$0.isIPv6 }, leases.last { $0.isIPv6 }].compactMap { $0?.provisioning(origin: origin) }
    }
}
#endif
