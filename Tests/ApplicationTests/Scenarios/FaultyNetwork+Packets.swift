import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit

// The fate of a packet, from this device outwards.

extension FaultyNetwork {
    /// A packet, as the hops on its way see it.
    struct Packet: Sendable {
        enum Kind: Sendable {
            case tcp(UInt16), udp(UInt16), echo
        }

        var kind: Kind
        var to: IPAddress
        /// Whether a full frame is needed, as for the certificates of a TLS handshake.
        var isLarge = false
        /// The interface that the packet must leave through.
        var interface: String?
    }

    /// The fate of a packet.
    enum Fate: Hashable, Sendable {
        case arrives
        /// Nothing comes back.
        case vanishes
        /// This device does not send it.
        case refusedHere
        /// No host on the link has the address, which this device finds out after three seconds.
        case noNeighbour
        /// A router reports it.
        case reported(String, by: IPAddress)
        /// An intermediary answers for the host that it does not exist.
        case reset
        /// Somebody else answers in the host's name.
        case answeredByGateway
    }

    func fate(of packet: Packet) -> Fate {
        let family = packet.to.family
        let gateway = Self.gateways[family] ?? "192.0.2.1"
        if has(.ownFirewall) {
            if case .tcp = packet.kind { return variant == .drop ? .vanishes : .reset }
            return .refusedHere
        }
        if isInOwnNetwork(packet.to), packet.interface == nil { return .noNeighbour }
        if hasTunnel, packet.interface != "eth0", has(.tunnelDead) || has(.portalBelowTunnel) { return .vanishes }
        guard families.contains(family) else { return .refusedHere }
        if has(.gatewaySilent) { return .noNeighbour }
        if packet.to == gateway { return fateAtGateway(packet) }
        if has(.noUplink) {
            return variant == .refuse && reports ? .reported("no-route", by: gateway) : .vanishes
        }
        if has(.prohibited) { return reports ? .reported("prohibited", by: gateway) : .vanishes }
        if has(.addressesSilent) || has(family == .ipv4 ? .ipv4Broken : .ipv6Broken) { return .vanishes }
        if packet.isLarge, has(.largePacketsLost) { return .vanishes }
        if Self.original(of: packet.to) != nil, families != [.ipv6] || has(.nat64Dead) {
            return variant == .refuse && reports ? .reported("no-route", by: gateway) : .vanishes
        }
        return fateBehindGateway(packet, gateway)
    }

    private func fateAtGateway(_ packet: Packet) -> Fate {
        switch packet.kind {
        case .echo: gatewayEchoes ? .arrives : .vanishes
        case .udp(53) where hasResolver: .arrives
        case .tcp(53) where hasResolver: .arrives
        case .tcp: seed % 3 == 0 ? .vanishes : .reset
        default: .vanishes
        }
    }

    /// Whether the gateway answers questions for names.
    private var hasResolver: Bool { isServerNear || has(.nameServersBlocked) || seed % 2 == 0 }

    private func fateBehindGateway(_ packet: Packet, _ gateway: IPAddress) -> Fate {
        let isMiddle = !faults.isDisjoint(with: [.portal, .portalBelowTunnel])
        let blocked: Fate = variant == .drop ? .vanishes : .reset
        switch packet.kind {
        case .tcp(80):
            if isMiddle || has(.filter) || has(.proxyRequired) { return .answeredByGateway }
            if has(.httpBlocked) { return blocked }
        case .tcp(443):
            if has(.tlsIntercepted) { return .answeredByGateway }
            if has(.tlsBlocked) || isMiddle || has(.filter) && variant == .refuse { return blocked }
        case .udp(443) where has(.quicBlocked) || isMiddle: return .vanishes
        case .udp(53) where has(.nameServersBlocked) || isMiddle && packet.to != servers.first: return .vanishes
        case .tcp where isMiddle: return blocked
        case .tcp(853) where has(.encryptedNamesUntrusted): return .answeredByGateway
        case .tcp(853) where has(.encryptedNamesBlocked): return blocked
        case .echo where isMiddle: return reports ? .reported("prohibited", by: gateway) : .vanishes
        case .echo where !hostsEcho: return .vanishes
        default: break
        }
        if blocksWitnesses, Self.witnesses.contains(Self.original(of: packet.to) ?? packet.to) { return blocked }
        return .arrives
    }

    private static let witnesses: Set<IPAddress> = [
        "1.1.1.1", "8.8.8.8", "9.9.9.9", "2606:4700:4700::1111", "2001:4860:4860::8888", "2620:fe::fe",
    ]

    /// The host behind a translator; `nil` if the address is another one.
    private static func original(of address: IPAddress) -> IPAddress? {
        let prefix: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        return address.bytes.starts(with: prefix) && address.bytes.count == 16
            ? IPAddress(bytes: address.bytes.suffix(4)) : nil
    }

    func isInOwnNetwork(_ address: IPAddress) -> Bool { has(.ownNetwork) && Self.farServers[.ipv4] == address }

    // MARK: Names

    /// The reply of a name server.
    enum Reply: Sendable {
        case address(IPAddress)
        case code(String)
    }

    /// The reply of a name server to a question that reaches it; `nil` if there is none.
    func reply(about host: String, _ family: IPAddress.Family, by server: IPAddress) -> Reply? {
        let isOwn = server == servers.first
        if isOwn {
            if has(.nameServerSilent) { return nil }
            if has(.nameServerRefuses) { return .code("REFUSED") }
            if has(.nameServerFails) { return .code("SERVFAIL") }
            if has(.namesWithheld) { return .code("NXDOMAIN") }
            if has(.namesForged) { return .address(family == .ipv4 ? "127.0.0.1" : "::1") }
        }
        // The gateway asks others itself.
        if Self.gateways.values.contains(server), has(.noUplink) {
            return [nil, .code("SERVFAIL"), .code("REFUSED")][Int(seed % 3)]
        }
        if host == "ipv4only.arpa" {
            if family == .ipv4 { return .address("192.0.0.170") }
            return families == [.ipv6] && !has(.dns64Missing) ? .address("64:ff9b::192.0.0.170") : .code("NOERROR")
        }
        if host == Self.serviceHost {
            return has(.serviceNameUnknown) ? .code("NXDOMAIN") : .address(Self.address(of: host, family))
        }
        return .address(Self.address(of: host, family))
    }

    /// The address of a host: another one for each.
    static func address(of host: String, _ family: IPAddress.Family) -> IPAddress {
        let number = 60 + host.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 190
        let text = family == .ipv4 ? "198.51.100.\(number)" : "2001:db8:113::\(number)"
        return (try? IPAddress(text)) ?? "198.51.100.1"
    }
}
