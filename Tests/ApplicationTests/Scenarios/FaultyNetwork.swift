import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit

/// A network that is drawn from a seed with no, one or two faults, and knows them.
///
/// It is made as networks are: a packet leaves this device, crosses the link, the gateway and what is behind it, and each of
/// them can keep it, refuse it, or answer in another's name. Nothing in it knows the rules of a diagnosis.
struct FaultyNetwork: Sendable {
    /// The place of a fault; two faults of one place exclude each other.
    enum Place: Hashable, Sendable {
        case machine, tunnel, gateway, names, middle, family, translator, port, quality, resolver, service
    }

    /// How a fault shows itself.
    enum Variant: Sendable, CaseIterable {
        /// Packets vanish.
        case drop
        /// Somebody refuses them, or says why.
        case refuse
    }

    static let faults: [(cause: Cause, place: Place)] = [
        (.ownFirewall, .machine), (.ownNetwork, .machine), (.tunnelDead, .tunnel), (.portalBelowTunnel, .tunnel),
        (.gatewaySilent, .gateway), (.noUplink, .gateway), (.prohibited, .gateway), (.addressesSilent, .gateway),
        (.nameServerSilent, .names), (.nameServerRefuses, .names), (.nameServerFails, .names), (.namesWithheld, .names),
        (.namesForged, .names), (.nameServersBlocked, .names), (.portal, .middle), (.filter, .middle),
        (.proxyRequired, .middle), (.tlsIntercepted, .middle), (.ipv4Broken, .family), (.ipv6Broken, .family),
        (.clockWrong, .machine), (.largePacketsLost, .quality), (.tlsBlocked, .port), (.httpBlocked, .port),
        (.nat64Dead, .translator), (.dns64Missing, .translator), (.quicBlocked, .port), (.lossy, .quality),
        (.encryptedNamesBlocked, .resolver), (.encryptedNamesUntrusted, .resolver),
        (.slow, .quality), (.serviceFailing, .service),
        (.serviceNameUnknown, .service), (.serviceCertificate, .service), (.serviceUnreachable, .service),
    ]
    /// The faults that leave nothing to see of faults that lie further away.
    private static let hiding: Set<Place> = [.gateway, .tunnel]

    let seed: UInt64
    let faults: Set<Cause>
    let variant: Variant
    let families: [IPAddress.Family]
    let roundTrip: Duration
    /// The share of packets that are lost, each way.
    let loss: Double
    /// Whether this user may send echoes, whether the gateway and hosts return them, and whether routers report.
    let maySendEchoes, gatewayEchoes, hostsEcho, reports: Bool
    /// Whether well-known addresses do not answer, while everything else does.
    let blocksWitnesses: Bool
    let hasTunnel: Bool
    /// Whether the network designates a name server that is asked over TLS.
    let hasEncryptedServer: Bool
    /// Whether the name server is the gateway; otherwise it is behind it.
    let isServerNear: Bool
    /// The user's own endpoint; `nil` without one.
    let service: Endpoint?
    /// Whether no others are asked in the round.
    let isServiceAlone: Bool
    /// By how much the clock of this device is ahead.
    let clockError: Duration

    static let serviceHost = "intranet.example"
    static let gateways: [IPAddress.Family: IPAddress] = [.ipv4: "192.0.2.1", .ipv6: "2001:db8::1"]
    static let encryptedServers: [IPAddress.Family: IPAddress] = [.ipv4: "203.0.113.153", .ipv6: "2001:db8:113::153"]
    static let farServers: [IPAddress.Family: IPAddress] = [.ipv4: "203.0.113.53", .ipv6: "2001:db8:113::53"]

    /// Draws a network.
    /// - Parameters:
    ///   - seed: Decides everything.
    ///   - count: The number of faults.
    init(seed: UInt64, faultCount count: Int) {
        var draws = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 11)
        func chance(_ share: Double) -> Bool { Double(draws.next(below: 10_000)) < share * 10_000 }
        func pick<Item>(_ items: [Item]) -> Item { items[draws.next(below: items.count)] }
        self.seed = seed
        let drawnFamilies = pick([[IPAddress.Family.ipv4], [.ipv4], [.ipv4, .ipv6], [.ipv4, .ipv6], [.ipv6]])
        var chosen: [(cause: Cause, place: Place)] = []
        for _ in 0..<100 where chosen.count < count {
            let next = pick(Self.faults)
            let isTaken = chosen.contains { other in
                other.place == next.place
                    // A tunnel and the gateway hide each other, and what is behind them cannot be.
                    || Self.hiding.contains(other.place) && Self.hiding.contains(next.place)
            }
            if !isTaken { chosen.append(next) }
        }
        let faults = Set(chosen.map(\.cause))
        self.faults = faults
        variant = pick(Variant.allCases)
        let needsBoth = !faults.isDisjoint(with: [.ipv4Broken, .ipv6Broken])
        let needsTranslator = !faults.isDisjoint(with: [.nat64Dead, .dns64Missing])
        families = needsBoth ? [.ipv4, .ipv6] : needsTranslator ? [.ipv6] : drawnFamilies
        roundTrip = .milliseconds(
            faults.contains(.slow) ? 1_050 + Int(draws.next(below: 400)) : pick([4, 20, 60, 150, 350])
        )
        let drawnLoss = Double(draws.next(below: 20)) / 1_000
        loss = faults.contains(.lossy) ? 0.1 + Double(draws.next(below: 100)) / 1_000 : chance(0.3) ? drawnLoss : 0
        (maySendEchoes, gatewayEchoes, hostsEcho) = (chance(0.8), chance(0.85), chance(0.92))
        // A prohibition that is not reported is silent.
        let isReported = chance(0.85) || faults.contains(.prohibited)
        (reports, blocksWitnesses) = (isReported, chance(0.07))
        hasTunnel =
            faults.contains(.tunnelDead) || faults.contains(.portalBelowTunnel) || faults.isEmpty && chance(0.08)
        // A network inside this device has the range of a server that is behind the gateway.
        // Names are found, or a firewall would look like a broken line; no lookup works over a broken address family.
        let isNear = chance(0.6)
        isServerNear =
            faults.isDisjoint(with: [.ownNetwork, .nameServersBlocked]) && (isNear || faults.contains(.addressesSilent))
        let needsService = chosen.contains { $0.place == .service }
        let url: HTTPURL =
            needsService && faults.contains(.serviceCertificate) || chance(0.5)
            ? "https://intranet.example/health" : "http://intranet.example/health"
        service =
            needsService || chance(0.1)
            ? Endpoint(url, name: "service", owner: "the user", expecting: BodyContains("healthy")) : nil
        isServiceAlone = service != nil && chance(0.3)
        let days = (draws.next(below: 2) == 0 ? -1 : 1) * (60 + Int64(draws.next(below: 3_000)))
        clockError = faults.contains(.clockWrong) ? .seconds(days * 86_400) : .zero
        let needsServer = !faults.isDisjoint(with: [.encryptedNamesBlocked, .encryptedNamesUntrusted])
        hasEncryptedServer = needsServer || chance(0.15)
    }

    func has(_ cause: Cause) -> Bool { faults.contains(cause) }

    /// The interfaces of this device.
    var snapshot: InterfaceSnapshot {
        let addresses: [IPAddress.Family: NetworkInterface.Address] = [
            .ipv4: .init("192.0.2.7", prefixLength: 24), .ipv6: .init("2001:db8::7", prefixLength: 64),
        ]
        let isIdle = has(.tunnelDead) && variant == .refuse
        var cable = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: families.compactMap { addresses[$0] },
            defaultRoutes: families.map { .init(family: $0, gateway: Self.gateways[$0], metric: 100) },
            egress: hasTunnel ? [] : Set(families),
            nameServers: isServerAssigned ? servers : []
        )
        var all: [NetworkInterface] = []
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
        if has(.ownNetwork) {
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
        return InterfaceSnapshot([cable] + all, nameServers: servers)
    }

    /// Whether the network assigned the name servers, and the system knows.
    var isServerAssigned: Bool { isServerNear || !has(.nameServersBlocked) && seed % 4 > 0 }

    /// The name servers of this device.
    var servers: [IPAddress] {
        let families = has(.ownNetwork) && self.families.contains(.ipv4) ? [.ipv4] : self.families
        return families.prefix(1).compactMap { (isServerNear ? Self.gateways : Self.farServers)[$0] }
    }

    /// The endpoints of a round.
    var endpoints: [Endpoint] {
        isServiceAlone ? [service].compactMap(\.self) : Endpoint.standard + [service].compactMap(\.self)
    }
    var pool: [Endpoint] { isServiceAlone ? [] : Endpoint.standardPool }

    /// Faults that exclude each other: who answers for a port does not also block it, and where names
    /// are not found, silent addresses are a line that is down.
    private static let exclusive: [(Cause, Set<Cause>)] = [
        (.tlsBlocked, [.tlsIntercepted, .portal, .portalBelowTunnel, .filter]),
        (.httpBlocked, [.portal, .portalBelowTunnel, .filter, .proxyRequired]),
        (.quicBlocked, [.portal, .portalBelowTunnel]),
        (.tlsIntercepted, [.portal, .portalBelowTunnel]),
        (
            .portalBelowTunnel,
            [.portal, .filter, .proxyRequired, .encryptedNamesBlocked, .encryptedNamesUntrusted]
        ),
        (.tunnelDead, [.portal, .encryptedNamesBlocked, .encryptedNamesUntrusted]),
        (.nat64Dead, [.ipv4Broken, .ipv6Broken, .ownNetwork]),
        (.dns64Missing, [.ipv4Broken, .ipv6Broken, .ownNetwork]),
        (
            .addressesSilent,
            [
                .nameServerSilent, .nameServerRefuses, .nameServerFails, .namesWithheld, .namesForged,
                .nameServersBlocked,
            ]
        ),
    ]

    /// Whether the faults can all be there.
    var isPossible: Bool {
        if has(.ownNetwork), !families.contains(.ipv4) { return false }
        return !Self.exclusive.contains { has($0.0) && !faults.isDisjoint(with: $0.1) }
    }
}
