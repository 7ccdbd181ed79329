#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityDBus

extension NetworkManagerObjects {
    /// The maximum number of addresses, routes and name servers per interface.
    static let partCountMax = 1024

    /// Returns a snapshot of the device's interfaces according to the objects; without an interface an index is 0.
    func snapshot(indexOf: (String) -> Int) -> InterfaceSnapshot {
        let egress = egressByDevice
        let manager = byPath[Self.manager]?[""] ?? [:]
        // Without a check NetworkManager claims full connectivity for every default route.
        let checks =
            manager["ConnectivityCheckAvailable"]?.number == 1 && manager["ConnectivityCheckEnabled"]?.number == 1
        let interfaces = byPath.compactMap { path, interfaces -> NetworkInterface? in
            guard let device = interfaces["Device"], let name = Self.name(of: device) else { return nil }
            return interface(
                device,
                name: name,
                index: indexOf(name),
                accessPoint: interfaces["Device.Wireless"]?["ActiveAccessPoint"],
                egress: egress[path] ?? [],
                checks: checks
            )
        }
        return InterfaceSnapshot(
            interfaces.sorted { $0.name < $1.name },
            systemConnectivity: checks
                ? Self.state(manager["Connectivity"]).map {
                    InterfaceSnapshot.SystemConnectivity($0, reportedBy: Self.teller)
                } : nil
        )
    }

    private func interface(
        _ device: Properties,
        name: String,
        index: Int,
        accessPoint: BusValue?,
        egress: Set<IPAddress.Family>,
        checks: Bool
    ) -> NetworkInterface {
        let state = device["State"]?.number ?? 0
        // Before 1.22 there are no flags, so the state of the device is used instead: disconnected, activated.
        let flags = device["InterfaceFlags"]?.number ?? (state >= 100 ? 3 : state >= 30 ? 1 : 0)
        let type = device["DeviceType"]?.number ?? 0
        let kind = Self.kinds[type] ?? .other
        let configurations = [self[device["Ip4Config"], "IP4Config"], self[device["Ip6Config"], "IP6Config"]]
        var interface = NetworkInterface(
            name: name,
            index: index,
            kind: kind,
            driver: Self.virtualTypes.contains(type) ? device["Driver"]?.text.map { String($0.prefix(64)) } : nil,
            isUp: flags & 1 != 0,
            hasCarrier: flags & 2 != 0,
            isMetered: Self.metered[device["Metered"]?.number ?? 0],
            addresses: configurations.flatMap(Self.addresses),
            defaultRoutes: configurations.flatMap(Self.defaultRoutes).sorted { $0.metric < $1.metric },
            egress: egress,
            nameServers: configurations.flatMap(Self.nameServers),
            wifi: kind == .wifi ? Self.wifi(self[accessPoint, "AccessPoint"]) : nil,
            captivePortal: captivePortal(device),
            systemConnectivity: checks && kind != .loopback ? Self.connectivity(device) : nil
        )
        let domains = configurations.flatMap { $0["Domains"]?.list ?? [] }.compactMap(\.text)
        let script = dhcpOptions(device)["wpad"]?.text.map { Array($0.utf8) }
        let reported = Provisioning(origin: Self.teller, domains: domains).withProxyScript(script)
        interface.provisioning = reported.isEmpty ? [] : [reported]
        return interface
    }

    /// Returns the kernel interface of a device; a modem's differs from the device itself.
    private static func name(of device: Properties) -> String? {
        // A Wi-Fi peer-to-peer device (30) has no kernel interface.
        guard device["DeviceType"]?.number != 30 else { return nil }
        let names = [device["IpInterface"]?.text, device["Interface"]?.text].compactMap(\.self)
        return names.first { (1..<16).contains($0.utf8.count) && !$0.utf8.contains(UInt8(ascii: "/")) }
    }

    /// The families for which each device has the default route.
    private var egressByDevice: [String: Set<IPAddress.Family>] {
        var found: [String: Set<IPAddress.Family>] = [:]
        for active in byPath.values.compactMap({ $0["Connection.Active"] }) where active["Vpn"]?.number != 1 {
            for path in (active["Devices"]?.list ?? []).prefix(Self.partCountMax).compactMap(\.text) {
                if active["Default"]?.number == 1 { found[path, default: []].insert(.ipv4) }
                if active["Default6"]?.number == 1 { found[path, default: []].insert(.ipv6) }
            }
        }
        return found
    }

    private static func addresses(_ configuration: Properties) -> [NetworkInterface.Address] {
        (configuration["AddressData"]?.list ?? []).prefix(partCountMax).compactMap { entry in
            guard let address = entry.table["address"]?.text.flatMap({ try? IPAddress($0) }),
                let length = entry.table["prefix"]?.number, length <= address.bytes.count * 8
            else { return nil }
            return NetworkInterface.Address(address, prefixLength: Int(length))
        }
    }

    private static func defaultRoutes(_ configuration: Properties) -> [NetworkInterface.DefaultRoute] {
        let routes = (configuration["RouteData"]?.list ?? []).lazy.map(\.table).filter { $0["prefix"]?.number == 0 }
        return routes.prefix(partCountMax).compactMap { route in
            guard let destination = route["dest"]?.text.flatMap({ try? IPAddress($0) }) else { return nil }
            return NetworkInterface.DefaultRoute(
                family: destination.family,
                gateway: route["next-hop"]?.text.flatMap { try? IPAddress($0) },
                metric: UInt32(clamping: route["metric"]?.number ?? 0),
                table: route["table"]?.number.map { UInt32(clamping: $0) } ?? NetworkInterface.DefaultRoute.mainTable
            )
        }
    }

    private static func nameServers(_ configuration: Properties) -> [IPAddress] {
        let texts = (configuration["NameserverData"]?.list ?? []).compactMap { $0.table["address"]?.text }
        let bytes = (configuration["Nameservers"]?.list ?? []).compactMap(\.bytes)
        return Array((texts.compactMap { try? IPAddress($0) } + bytes.compactMap { IPAddress(bytes: $0) }).prefix(64))
    }

    private static func wifi(_ accessPoint: Properties) -> NetworkInterface.WiFi? {
        guard let ssid = accessPoint["Ssid"]?.bytes, ssid.count <= 32 else { return nil }
        let bssid = accessPoint["HwAddress"]?.text.flatMap { $0.utf8.count == 17 ? $0.lowercased() : nil }
        return NetworkInterface.WiFi(
            ssid: ssid,
            bssid: bssid,
            frequency: accessPoint["Frequency"]?.number.map { Int(clamping: $0) }
        )
    }

    /// Returns the DHCP option 114, which NetworkManager calls `default_url`.
    private func captivePortal(_ device: Properties) -> Provisioning.CaptivePortalOption? {
        dhcpOptions(device)["default_url"]?.text.flatMap { try? Provisioning.CaptivePortalOption(Array($0.utf8)) }
    }

    private func dhcpOptions(_ device: Properties) -> Properties {
        self[device["Dhcp4Config"], "DHCP4Config"]["Options"]?.table ?? [:]
    }

    private static func connectivity(_ device: Properties) -> InterfaceSnapshot.SystemConnectivity? {
        let (ipv4, ipv6) = (state(device["Ip4Connectivity"]), state(device["Ip6Connectivity"]))
        let best = ranking.last { [ipv4, ipv6].contains($0) }
        return best.map { InterfaceSnapshot.SystemConnectivity($0, ipv4: ipv4, ipv6: ipv6, reportedBy: teller) }
    }

    private static let teller = "NetworkManager"

    /// The states from worst to best: a portal is better than a network without an answer.
    private static let ranking: [InterfaceSnapshot.SystemConnectivity.State] = [.none, .limited, .portal, .full]

    /// Converts `NMConnectivityState`, in which 0 is unknown.
    private static func state(_ value: BusValue?) -> InterfaceSnapshot.SystemConnectivity.State? {
        switch value?.number {
        case 1: InterfaceSnapshot.SystemConnectivity.State.none
        case 2: .portal
        case 3: .limited
        case 4: .full
        default: nil
        }
    }

    /// The values of `NMMetered`; 3 and 4 are guesses and 0 is unknown.
    private static let metered: [UInt64: Bool] = [1: true, 2: false, 3: true, 4: false]

    /// The values of `NMDeviceType`.
    private static let kinds: [UInt64: NetworkInterface.Kind] = [
        1: .ethernet, 2: .wifi, 6: .wifi, 8: .cellular, 10: .bond, 11: .vlan, 13: .bridge, 15: .bond, 16: .vpn,
        17: .vpn, 20: .veth, 23: .vpn, 29: .vpn, 32: .loopback,
    ]

    /// The device types that a driver creates without hardware.
    private static let virtualTypes: Set<UInt64> = [10, 11, 13, 15, 16, 17, 18, 19, 20, 21, 22, 29, 31]
}
#endif
