package import ConnectivityCore
import ConnectivityKit

/// Settings of this device that may block a portal although the network permits its pages.
package enum SignInObstacles {
    /// Returns notes, in the order VPN, names, proxy.
    package static func all(
        _ snapshot: InterfaceSnapshot,
        _ configuration: PipelineConfiguration,
        _ environment: [String: String]
    ) -> [SetupFinding] {
        var findings: [SetupFinding] = []
        for tunnel in snapshot.interfaces
        where tunnel.kind == .vpn && tunnel.isUp && !tunnel.isTranslator && !tunnel.egress.isEmpty {
            findings.append(
                .note(
                    "vpn-on-the-way",
                    "the system sends what goes to the Internet through the VPN \(tunnel.name.printable(limit: 40)), where a "
                        + "portal is not reached",
                    remedy:
                        "a sign-in is bound to the interface below; if the VPN blocks even that, end it until the device is online"
                )
            )
        }
        for interface in snapshot.interfaces where interface.isUsable && interface.asksEncryptedNamesOnly {
            findings.append(
                .note(
                    "encrypted-names-on-the-way",
                    "this device asks encrypted name servers alone on \(interface.name.printable(limit: 40)), which a portal "
                        + "may block, and which do not know its names",
                    remedy: "let the names of the portal through (connectivityctl portal lists them)"
                )
            )
        }
        let proxy: String? =
            switch configuration.proxy {
            case .url(let url): url.host
            case .environment: EnvironmentProxies.hosts(environment).first
            case nil: nil
            }
        if let proxy {
            findings.append(
                .note(
                    "proxy-on-the-way",
                    "requests go through the proxy \(proxy.printable(limit: 100)), which a portal blocks before a sign-in",
                    remedy: "leave it out on this network (\"networks\" in the configuration, or no_proxy)"
                )
            )
        }
        return findings
    }
}
