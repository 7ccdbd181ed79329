#if os(Linux)
package import ConnectivityCore

/// Reads the leases of dhcpcd.
///
/// They are in /var/lib/dhcpcd/NAME.lease and NAME.lease6, for a wireless network in NAME-SSID.lease, and for
/// versions before 7 in /var/lib/dhcpcd5/dhcpcd-NAME.lease.
///
/// A lease is the server's last message, stored unchanged. It counts if the interface has one of its addresses, so
/// that the lease of a network that the device has left is ignored. Since version 9 only root can read the files on
/// Debian. dhcpcd stores no router advertisement in a file.
package struct DHCPCDReader: SystemFileReader {
    package var root: String

    package init(root: String = "/") { self.root = root }

    package var watchedPaths: [String] { Self.folders.map { systemPath($0.path) } }

    package func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        guard let name = interface.fileName else { return [] }
        return Self.folders.flatMap { folder in
            let path = systemPath(folder.path)
            let stem = folder.prefix + name
            let names = SystemFile.names(in: path, limit: SystemFile.entryCountMax) { entry in
                guard entry.hasSuffix(".lease") || entry.hasSuffix(".lease6") else { return false }
                return entry.hasPrefix("\(stem).lease") || entry.hasPrefix("\(stem)-")
            }
            return (names ?? []).compactMap { entry in
                let origin = "\(path)/\(entry)"
                return SystemFile.bytes(origin).flatMap { Self.provisioning(of: interface, $0, origin: origin) }
            }
        }
    }

    private static let folders = [(path: "var/lib/dhcpcd", prefix: ""), (path: "var/lib/dhcpcd5", prefix: "dhcpcd-")]

    /// Returns the facts of a file for an interface; `nil` if it is not a lease, or belongs to another network.
    static func provisioning(of interface: NetworkInterface, _ bytes: [UInt8], origin: String) -> Provisioning? {
        let present = interface.addresses.map(\.address)
        if origin.hasSuffix("6") {
            guard let reply = DHCPv6Reply(bytes) else { return nil }
            // A device that requested only information was assigned no address.
            guard reply.addresses.isEmpty || reply.addresses.contains(where: present.contains) else { return nil }
            return reply.provisioning(origin: origin)
        }
        guard let packet = DHCPv4Packet(bytes), let address = packet.address, present.contains(address) else {
            return nil
        }
        return packet.provisioning(origin: origin)
    }
}

/// Reads the leases of ISC's dhclient, in /var/lib/dhcp and /var/lib/dhclient, see dhclient.leases(5).
///
/// Of the leases of each address family, the interface's last lease in force counts: one that is not released, and
/// has an address that the interface has. A lease of a network that the device has left is therefore ignored.
///
/// A lease contains the options that the server sent, and servers usually send only requested options. dhclient
/// calls option 114 `default-url`. Debian's configuration does not request it, so add it to the `request` of
/// dhclient.conf(5), and `dhcp6.v6-captive-portal` for IPv6. On many machines any user can read the files.
package struct DHClientReader: SystemFileReader {
    package var root: String

    package init(root: String = "/") { self.root = root }

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
