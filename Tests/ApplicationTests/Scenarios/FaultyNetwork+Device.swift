import ConnectivityCore
import ConnectivityDiagnosis

// This device, as its system knows it.

extension FaultyNetwork {
    /// The interfaces of this device.
    var snapshot: InterfaceSnapshot {
        let isIdle = has("tunnel-dead") && variant == .refuse
        let hasLease = !has("no-link") && !has("no-address")
        let hasRoute = hasLease && !has("no-route") && !has("duplicate-address")
        var cable = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            hasCarrier: !has("no-link"),
            addresses: hasLease ? families.map(address) : [],
            defaultRoutes: hasRoute ? families.map { .init(family: $0, gateway: Self.gateways[$0], metric: 100) } : [],
            egress: hasRoute && !hasTunnel ? Set(families) : [],
            nameServers: isServerAssigned ? servers : []
        )
        var all: [NetworkInterface] = []
        if has("uplink-dead"), let family = families.first { all.append(Self.otherUplink(family)) }
        if hasTunnel {
            let tunnel = NetworkInterface(
                name: "tun0",
                index: 5,
                kind: .vpn,
                hasCarrier: !isIdle,
                addresses: families.map { .init($0 == .ipv4 ? "10.8.0.2" : "fd00:8::2", prefixLength: 24) },
                defaultRoutes: isIdle ? [] : families.map { .init(family: $0, gateway: nil, metric: 10) },
                egress: Set(families)
            )
            all.append(tunnel)
        }
        if has("own-network") {
            all.append(
                NetworkInterface(
                    name: "docker0",
                    index: 7,
                    kind: .bridge,
                    addresses: [.init("203.0.113.49", prefixLength: 28)]
                )
            )
        }
        cable.carrierChangeCount = 1
        if hasEncryptedServer {
            var lease = Provisioning(origin: "the lease of eth0", channel: .dhcpv4)
            let addresses = families.compactMap { Self.encryptedServers[$0] }
            lease.encryptedResolvers = [.init(.designated, .tls, name: "dns.example", addresses: addresses)]
            cable.provisioning = [lease]
        }
        return InterfaceSnapshot([cable] + all, nameServers: systemServers)
    }

    private func address(_ family: IPAddress.Family) -> NetworkInterface.Address {
        let isForFour = family == .ipv4
        return .init(
            isForFour ? "192.0.2.7" : "2001:db8::7",
            prefixLength: isForFour ? 24 : 64,
            state: has("duplicate-address") ? .duplicate : .preferred
        )
    }

    /// A second way to the Internet, which works, and which this device does not prefer.
    private static func otherUplink(_ family: IPAddress.Family) -> NetworkInterface {
        let isForFour = family == .ipv4
        return NetworkInterface(
            name: otherName,
            index: 4,
            kind: .wifi,
            addresses: [.init(isForFour ? "10.20.0.7" : "fd00:20::7", prefixLength: isForFour ? 24 : 64)],
            defaultRoutes: [.init(family: family, gateway: isForFour ? "10.20.0.1" : "fd00:20::1", metric: 600)]
        )
    }
    static let otherName = "wlan0"

    /// Whether the network assigned the name servers, and the system knows.
    var isServerAssigned: Bool {
        isServerNear || has("stale-names") || !has("name-servers-blocked") && seed % 4 > 0
    }

    /// The proxies of this device's environment.
    var proxies: [String] {
        guard has("proxy-unused"), let family = families.first, let gateway = Self.gateways[family] else { return [] }
        return [family == .ipv6 ? "[\(gateway)]:3128" : "\(gateway):3128"]
    }

    /// The name servers that the system asks.
    var systemServers: [IPAddress] {
        faults.isDisjoint(with: ["resolver-stopped", "stale-names"]) ? servers : ["127.0.0.53"]
    }

    /// The name servers of this device, apart from those on itself.
    var servers: [IPAddress] {
        if has("no-name-server") { return [] }
        let families = has("own-network") && self.families.contains(.ipv4) ? [.ipv4] : self.families
        return families.prefix(1).compactMap { (isServerNear ? Self.gateways : Self.farServers)[$0] }
    }

    /// The endpoints of a round.
    var endpoints: [Endpoint] {
        isServiceAlone ? [service].compactMap(\.self) : Endpoint.standard + [service].compactMap(\.self)
    }
    var pool: [Endpoint] { isServiceAlone ? [] : Endpoint.standardPool }
}
