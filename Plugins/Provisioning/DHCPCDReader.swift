#if os(Linux)
package import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

/// Reads the leases of dhcpcd.
///
/// They are in /var/lib/dhcpcd/NAME.lease and NAME.lease6, for a wireless network in NAME-SSID.lease, and for versions
/// before 7 in /var/lib/dhcpcd5/dhcpcd-NAME.lease.
///
/// A lease is the server's last message, stored unchanged. It counts if the interface has one of its addresses, so the
/// lease of a network that the device has left is ignored. Since version 9 only root can read the files on Debian.
/// dhcpcd stores no router advertisement in a file.
package struct DHCPCDReader: SystemFileReader {
    package var root: String

    package init(root: String) { self.root = root }

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
#endif
