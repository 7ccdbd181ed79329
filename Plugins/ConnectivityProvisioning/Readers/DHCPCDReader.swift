#if os(Linux)
public import ConnectivityCore

/// Reads the leases of dhcpcd: /var/lib/dhcpcd/NAME.lease and NAME.lease6, with the name of a wireless network as
/// NAME-SSID.lease, and /var/lib/dhcpcd5/dhcpcd-NAME.lease of versions before 7.
///
/// A lease is the server's last message as it came. It counts where the interface has one of its addresses, so that the
/// lease of a network that the machine has left is passed over. Since version 9 only root can read the files of Debian.
/// dhcpcd keeps no router advertisement in a file.
public struct DHCPCDReader: SystemFileReader {
    public var root: String

    public init(root: String = "/") { self.root = root }

    public var watchedPaths: [String] { Self.folders.map { files.path($0.path) } }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        guard let name = interface.fileName else { return [] }
        return Self.folders.flatMap { folder in
            let path = files.path(folder.path)
            let stem = folder.prefix + name
            let names = files.names(in: path) { entry in
                guard entry.hasSuffix(".lease") || entry.hasSuffix(".lease6") else { return false }
                return entry.hasPrefix("\(stem).lease") || entry.hasPrefix("\(stem)-")
            }
            return names.compactMap { entry in
                let origin = "\(path)/\(entry)"
                return files.bytes(origin).flatMap { Self.provisioning(of: interface, $0, origin: origin) }
            }
        }
    }

    private static let folders = [(path: "var/lib/dhcpcd", prefix: ""), (path: "var/lib/dhcpcd5", prefix: "dhcpcd-")]

    /// What a file tells of an interface; `nil` where it is no lease, or of another network.
    static func provisioning(of interface: Interface, _ bytes: [UInt8], origin: String) -> Provisioning? {
        let present = interface.addresses.map(\.address)
        if origin.hasSuffix("6") {
            guard let reply = DHCPv6Reply(bytes) else { return nil }
            // A machine that asked for information alone was given no address.
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
