#if os(Linux)
package import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

/// Reads the state of systemd-networkd: /run/systemd/netif/links/INDEX and /run/systemd/netif/leases/INDEX.
///
/// - The captive portal option is in the state of the link since version 254. It may come from DHCP for IPv4, DHCP for IPv6 or a
///   router advertisement; networkd picks one, in this order, and does not state which. Before 254 it is in no file: leases keep
///   only options 224 through 254.
/// - Name servers and domains are in the state of the link, from all three and from configuration. The domains of DHCP for IPv4
///   are also in the lease, even if `UseDomains=` does not make them search domains.
/// - The hint that traffic is metered is in the lease as `VENDOR_SPECIFIC`, if `RequestOptions=43` requests it or the server
///   sends it without a request.
/// - The place of a script for proxies is in the lease as `OPTION_252`, if `RequestOptions=252` requests it or the server sends
///   it without a request.
///
/// Any user can read the files. systemd does not guarantee their format; if it changes, nothing is reported.
package struct NetworkdReader: SystemFileReader {
    package var root: String

    package init(root: String) { self.root = root }

    package var watchedPaths: [String] { [systemPath(Self.links), systemPath(Self.leases)] }

    package func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        let link = systemPath("\(Self.links)/\(interface.index)")
        let lease = systemPath("\(Self.leases)/\(interface.index)")
        return [
            SystemFile.bytes(link).map { Self.link($0, origin: link) },
            SystemFile.bytes(lease).map { Self.lease($0, origin: lease) },
        ].compactMap(\.self)
    }

    private static let links = "run/systemd/netif/links"
    private static let leases = "run/systemd/netif/leases"

    static func link(_ bytes: [UInt8], origin: String) -> Provisioning {
        let state = Assignments(bytes)
        var provisioning = Provisioning(
            origin: origin,
            captivePortal: state.value(of: "CAPTIVE_PORTAL"),
            nameServers: state.nameServers(of: "DNS"),
            domains: state.names(of: "DOMAINS")
        )
        if state.isEncryptedOnly("DNS_OVER_TLS") {
            let servers = state.resolvers(of: "DNS")
            provisioning.encryptedResolvers = servers.isEmpty ? [EncryptedResolver(.configured, .tls)] : servers
        }
        return provisioning
    }

    static func lease(_ bytes: [UInt8], origin: String) -> Provisioning {
        let lease = Assignments(bytes)
        return Provisioning(
            origin: origin,
            channel: .dhcpv4,
            isMetered: lease.hexadecimal(of: "VENDOR_SPECIFIC").flatMap(MeteredHint.isMetered),
            domains: lease.names(of: "DOMAINNAME") + lease.names(of: "DOMAIN_SEARCH_LIST")
        ).withProxyScript(lease.hexadecimal(of: "OPTION_252"))
    }
}
#endif
