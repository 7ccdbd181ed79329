#if os(Linux)
package import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

/// Reads the options that a script of busybox's udhcpc has written to /run/udhcpc/NAME.
///
/// udhcpc keeps no lease: it passes the server's options to a script, as variables of the environment. A line of the script keeps
/// them, in the form `KEY=VALUE`: `env | grep -E '^(ip|dns|domain|search|wpad|opt[0-9]+)=' > /run/udhcpc/$interface`. An option
/// without a name, such as 114, is hexadecimal, and is present only if `-O 114` requests it or the server sends it without a
/// request. The file counts while the interface has its address `ip`.
package struct UDHCPCReader: SystemFileReader {
    package var root: String

    package init(root: String) { self.root = root }

    package var watchedPaths: [String] { [systemPath(Self.folder)] }

    package func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        guard let name = interface.fileName else { return [] }
        let path = systemPath("\(Self.folder)/\(name)")
        return SystemFile.bytes(path).flatMap { Self.provisioning(of: interface, $0, origin: path) }.map { [$0] } ?? []
    }

    private static let folder = "run/udhcpc"

    /// Returns the facts of a file; `nil` if it belongs to another network.
    static func provisioning(of interface: NetworkInterface, _ bytes: [UInt8], origin: String) -> Provisioning? {
        let lease = Assignments(bytes)
        guard let address = lease.value(of: "ip").flatMap({ try? IPAddress(String(decoding: $0, as: UTF8.self)) }),
            interface.addresses.contains(where: { $0.address == address })
        else { return nil }
        var provisioning = Provisioning(
            origin: origin,
            channel: .dhcpv4,
            captivePortal: lease.hexadecimal(of: "opt114"),
            nameServers: lease.nameServers(of: "dns"),
            isMetered: lease.hexadecimal(of: "opt43").flatMap(MeteredHint.isMetered),
            domains: lease.names(of: "domain") + lease.names(of: "search"),
            ipv6OnlyWait: lease.hexadecimal(of: "opt108").flatMap(IPv6OnlyOption.wait)
        ).withProxyScript(lease.value(of: "wpad") ?? lease.hexadecimal(of: "opt252"))
        provisioning.encryptedResolvers =
            lease.hexadecimal(of: "opt162").map(EncryptedResolver.designated(inDHCPv4:)) ?? []
        return provisioning
    }
}
#endif
