import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit

// The fate of a packet, from this device outwards.

extension FaultyNetwork {
    /// A packet, as the hops on its way see it.
    struct Packet: Sendable {
        enum Kind: Hashable, Sendable {
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
        /// This device knows no way for it.
        case noRoute
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
        if packet.to.isLoopback { return has("stale-names") && packet.kind == .udp(53) ? .arrives : .reset }
        if !faults.isDisjoint(with: ["no-link", "no-address", "duplicate-address", "no-route"]) { return .noRoute }
        if has("uplink-dead"), packet.interface == Self.otherName {
            return family == families.first ? .arrives : .noRoute
        }
        if has("own-firewall") {
            if case .tcp = packet.kind { return variant == .drop ? .vanishes : .reset }
            return .refusedHere
        }
        if isInOwnNetwork(packet.to), packet.interface == nil { return .noNeighbour }
        let isBelow = packet.interface == "eth0" || packet.kind == .tcp(80) && packet.to == gateway
        if hasTunnel, !isBelow, has("tunnel-dead") || has("portal-below-tunnel") { return .vanishes }
        guard families.contains(family) else { return .noRoute }
        if has("gateway-silent") { return .noNeighbour }
        if packet.to == gateway { return fateAtGateway(packet) }
        if Self.nobodies.values.contains(packet.to) { return .noNeighbour }
        if has("no-uplink") {
            return variant == .refuse && reports ? .reported("no-route", by: gateway) : .vanishes
        }
        if has("prohibited") { return reports ? .reported("prohibited", by: gateway) : .vanishes }
        if has("addresses-silent") || has(family == .ipv4 ? "ipv4-broken" : "ipv6-broken") { return .vanishes }
        if packet.isLarge, has("large-packets-lost") { return .vanishes }
        if Self.original(of: packet.to) != nil, families != [.ipv6] || has("nat64-dead") {
            return variant == .refuse && reports ? .reported("no-route", by: gateway) : .vanishes
        }
        return fateBehindGateway(packet, gateway)
    }

    private func fateAtGateway(_ packet: Packet) -> Fate {
        switch packet.kind {
        case .echo: gatewayEchoes ? .arrives : .vanishes
        case .udp(53) where hasResolver: .arrives
        case .tcp(53) where hasResolver: .arrives
        case .tcp(3128) where has("proxy-unused"): .arrives
        // The page of a portal is here, unless nothing of it answers.
        case .tcp(80) where isMiddle: has("portal-page-dead") ? .vanishes : .arrives
        case .tcp(443) where has("portal-page-dead"): .answeredByGateway
        case .tcp: seed % 3 == 0 ? .vanishes : .reset
        default: .vanishes
        }
    }

    /// Addresses on the link without a host.
    static let nobodies: [IPAddress.Family: IPAddress] = [.ipv4: "192.0.2.77", .ipv6: "2001:db8::77"]

    /// Whether an intermediary answers requests with a portal.
    private var isMiddle: Bool { !faults.isDisjoint(with: ["portal", "portal-below-tunnel"]) }

    /// Whether the gateway answers questions for names.
    private var hasResolver: Bool { isServerNear || has("name-servers-blocked") || seed % 2 == 0 }

    private func fateBehindGateway(_ packet: Packet, _ gateway: IPAddress) -> Fate {
        let blocked: Fate = variant == .drop ? .vanishes : .reset
        switch packet.kind {
        // A modem accepts every connection itself.
        case .tcp(80) where has("connections-cut"), .tcp(443) where has("connections-cut"): return .arrives
        case .tcp(80) where has("intermediary-fails"): return .answeredByGateway
        case .tcp where has("intermediary-fails"): return blocked
        case .udp(443) where has("intermediary-fails"), .echo where has("intermediary-fails") && manner % 2 > 0:
            return .vanishes
        case .tcp(80):
            if isMiddle || has("filter") || has("proxy-required") { return .answeredByGateway }
            if has("http-blocked") { return blocked }
        case .tcp(443):
            if has("tls-intercepted") { return .answeredByGateway }
            if has("tls-blocked") || isMiddle || has("filter") && variant == .refuse { return blocked }
        case .udp(443) where has("quic-blocked") || isMiddle: return .vanishes
        case .udp(53) where has("name-servers-blocked") || isMiddle && packet.to != servers.first: return .vanishes
        case .tcp where isMiddle: return blocked
        case .tcp(853) where has("encrypted-names-untrusted"): return .answeredByGateway
        case .tcp(853) where has("encrypted-names-blocked"): return blocked
        case .echo where isMiddle: return reports ? .reported("prohibited", by: gateway) : .vanishes
        case .echo where traits.filtersEchoes || traits.filtersLargeEchoes && packet.isLarge: return .vanishes
        default: break
        }
        // Where a portal was, as it seems to a device that still has its address.
        if Self.formers.values.contains(packet.to) { return packet.kind == .tcp(80) ? .answeredByGateway : .reset }
        if has("names-forged"), Self.foreigners.values.contains(packet.to) {
            return fateAtForeigner(packet.kind, blocked)
        }
        if Self.witnesses.contains(Self.original(of: packet.to) ?? packet.to) {
            if blocksWitnesses { return blocked }
            if traits.lacksPlainWitnesses, packet.kind == .tcp(80) { return .reset }
        }
        return .arrives
    }

    // MARK: Where names lead that lead elsewhere

    /// Where forged names lead.
    enum Forgery: CaseIterable {
        /// This device itself.
        case loopback
        /// One host of the Internet that never answers.
        case dead
        /// One host of the Internet with a page of its own for every name.
        case page
    }
    var forgery: Forgery { Forgery.allCases[manner % 3] }
    /// The host of a portal that this device met before.
    static let formers: [IPAddress.Family: IPAddress] = [.ipv4: "10.99.0.1", .ipv6: "fd00:99::1"]
    static let foreigners: [IPAddress.Family: IPAddress] = [.ipv4: "203.0.113.66", .ipv6: "2001:db8:113::66"]

    private func fateAtForeigner(_ kind: Packet.Kind, _ blocked: Fate) -> Fate {
        switch kind {
        case .tcp(80) where forgery == .page: .answeredByGateway
        case .tcp(443) where forgery == .page: variant == .drop ? .answeredByGateway : .reset
        case .echo where manner % 2 == 0: .arrives
        default: .vanishes
        }
    }

    // MARK: After a connection opened

    /// What becomes of an open connection.
    enum Course {
        case served
        /// Nothing more comes.
        case silent
        /// The other end closes it, perhaps after some time, or resets it.
        case closed(after: Duration)
        case reset
    }

    /// The course of an open connection, in which a packet of the given size is the first that matters.
    func course(of packet: Packet, isOverTLS: Bool, _ fate: Fate) -> Course {
        if fate == .answeredByGateway || packet.interface == Self.otherName { return .served }
        let isNear = Self.gateways.values.contains(packet.to)
        if has("connections-cut"), !isNear, packet.kind == .tcp(80) || packet.kind == .tcp(443) {
            return [.closed(after: .zero), .closed(after: .seconds(2)), .silent, .reset][manner % 4]
        }
        // The first message of TLS is small, and this one is lost whatever its size.
        if has("tls-stopped"), isOverTLS, packet.kind == .tcp(443) { return variant == .drop ? .silent : .reset }
        return isOverTLS && self.fate(of: packet) == .vanishes ? .silent : .served
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

    func isInOwnNetwork(_ address: IPAddress) -> Bool { has("own-network") && Self.farServers[.ipv4] == address }

    // MARK: Names

    /// The reply of a name server.
    enum Reply: Sendable {
        case address(IPAddress)
        case code(String)
    }

    /// The reply of a name server to a question that reaches it; `nil` if there is none.
    func reply(about host: String, _ family: IPAddress.Family, by server: IPAddress) -> Reply? {
        if server.isLoopback { return Self.formers[family].map { .address($0) } }
        let isOwn = server == servers.first
        if isOwn {
            if has("name-server-silent") { return nil }
            if has("name-server-refuses") { return .code("REFUSED") }
            if has("name-server-fails") { return .code("SERVFAIL") }
            if has("names-withheld") { return .code("NXDOMAIN") }
            if has("names-forged") {
                let own: IPAddress = family == .ipv4 ? "127.0.0.1" : "::1"
                return .address(forgery == .loopback ? own : Self.foreigners[family] ?? own)
            }
            if host == Self.portalHost { return Self.gateways[family].map { .address($0) } }
        }
        // The gateway asks others itself.
        if Self.gateways.values.contains(server), has("no-uplink") {
            return [nil, .code("SERVFAIL"), .code("REFUSED")][Int(seed % 3)]
        }
        if host == Self.portalHost || host == Self.missingHost { return .code("NXDOMAIN") }
        if host == "ipv4only.arpa" {
            if family == .ipv4 { return .address("192.0.0.170") }
            return families == [.ipv6] && !has("dns64-missing") ? .address("64:ff9b::192.0.0.170") : .code("NOERROR")
        }
        if host == Self.serviceHost {
            return has("service-name-unknown") ? .code("NXDOMAIN") : .address(Self.address(of: host, family))
        }
        return .address(Self.address(of: host, family))
    }

    /// The name of the portal's host, which only the network's own server knows, and one that nobody knows.
    static let portalHost = "portal.hotel.example"
    static let missingHost = "login.hotel.example"

    /// The address of a host: another one for each.
    static func address(of host: String, _ family: IPAddress.Family) -> IPAddress {
        let number = 60 + host.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 190
        let text = family == .ipv4 ? "198.51.100.\(number)" : "2001:db8:113::\(number)"
        return (try? IPAddress(text)) ?? "198.51.100.1"
    }
}
