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
        case machine, store, file, tunnel, gateway, names, middle, family, translator, port, quality, resolver, service
    }

    /// How a fault shows itself.
    enum Variant: Sendable, CaseIterable {
        /// Packets vanish.
        case drop
        /// Somebody refuses them, or says why.
        case refuse
    }

    static let faults: [(cause: Cause, place: Place)] = [
        ("no-link", .gateway), ("duplicate-address", .gateway), ("no-address", .gateway), ("no-route", .gateway),
        ("uplink-dead", .gateway), ("hosts-file", .file), ("resolver-stopped", .names), ("no-name-server", .names),
        ("stale-names", .names), ("proxy-unused", .gateway),
        ("own-firewall", .machine), ("own-network", .machine), ("tunnel-dead", .tunnel),
        ("portal-below-tunnel", .tunnel),
        ("gateway-silent", .gateway), ("no-uplink", .gateway), ("prohibited", .gateway), ("addresses-silent", .gateway),
        ("name-server-silent", .names), ("name-server-refuses", .names), ("name-server-fails", .names),
        ("names-withheld", .names),
        ("names-forged", .names), ("name-server-slow", .names), ("name-servers-blocked", .names), ("portal", .middle),
        ("portal-page-dead", .middle), ("filter", .middle), ("intermediary-fails", .middle),
        ("connections-cut", .middle),
        ("proxy-required", .middle), ("tls-intercepted", .middle), ("ipv4-broken", .family), ("ipv6-broken", .family),
        ("clock-wrong", .machine), ("authorities-missing", .store), ("large-packets-lost", .quality),
        ("tls-blocked", .port),
        ("tls-stopped", .port), ("http-blocked", .port),
        ("nat64-dead", .translator), ("dns64-missing", .translator), ("quic-blocked", .port), ("lossy", .quality),
        ("encrypted-names-blocked", .resolver), ("encrypted-names-untrusted", .resolver),
        ("slow", .quality), ("service-failing", .service),
        ("service-name-unknown", .service), ("service-certificate", .service), ("service-unreachable", .service),
    ]
    /// The faults that leave nothing to see of faults that lie further away.
    private static let hiding: Set<Place> = [.gateway, .tunnel]

    let seed: UInt64
    let faults: Set<Cause>
    let variant: Variant
    /// A number that decides between more than two ways in which a fault shows itself.
    let manner: Int
    /// What is peculiar about the network, and no fault.
    let traits: Traits
    let families: [IPAddress.Family]
    let roundTrip: Duration
    /// The share of packets that are lost, each way.
    let loss: Double
    /// Whether this user may send echoes, whether the gateway returns them, and whether routers report.
    let maySendEchoes, gatewayEchoes, reports: Bool
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
        let variant = pick(Variant.allCases)
        let faults = Self.withImplied(Set(chosen.map(\.cause)), variant)
        (self.faults, self.variant) = (faults, variant)
        (manner, traits) = (Int(seed / 12 % 60), Traits(seed: seed))
        let needsBoth = !faults.isDisjoint(with: ["ipv4-broken", "ipv6-broken"])
        let needsTranslator = !faults.isDisjoint(with: ["nat64-dead", "dns64-missing"])
        families = needsBoth ? [.ipv4, .ipv6] : needsTranslator ? [.ipv6] : drawnFamilies
        roundTrip = .milliseconds(
            faults.contains("slow") ? 1_050 + Int(draws.next(below: 400)) : pick([4, 20, 60, 150, 350])
        )
        let drawnLoss = Double(draws.next(below: 20)) / 1_000
        loss = faults.contains("lossy") ? 0.1 + Double(draws.next(below: 100)) / 1_000 : chance(0.3) ? drawnLoss : 0
        (maySendEchoes, gatewayEchoes) = (chance(0.8), chance(0.85))
        // A prohibition that is not reported is silent.
        let isReported = chance(0.85) || faults.contains("prohibited")
        (reports, blocksWitnesses) = (isReported, chance(0.07))
        hasTunnel =
            faults.contains("tunnel-dead") || faults.contains("portal-below-tunnel") || faults.isEmpty && chance(0.08)
        // A network inside this device has the range of a server that is behind the gateway.
        // Names are found, or a firewall would look like a broken line; no lookup works over a broken address family.
        let isNear = chance(0.6)
        isServerNear =
            faults.isDisjoint(with: ["own-network", "name-servers-blocked"])
            && (isNear || faults.contains("addresses-silent"))
        let needsService = chosen.contains { $0.place == .service }
        let url: HTTPURL =
            needsService && faults.contains("service-certificate") || chance(0.5)
            ? "https://intranet.example/health" : "http://intranet.example/health"
        service =
            needsService || chance(0.1)
            ? Endpoint(url, name: "service", owner: "the user", expecting: BodyContains("healthy")) : nil
        isServiceAlone = service != nil && chance(0.3) && !faults.contains("hosts-file")
        let days = (draws.next(below: 2) == 0 ? -1 : 1) * (60 + Int64(draws.next(below: 3_000)))
        clockError = faults.contains("clock-wrong") ? .seconds(days * 86_400) : .zero
        let needsServer = !faults.isDisjoint(with: ["encrypted-names-blocked", "encrypted-names-untrusted"])
        hasEncryptedServer = needsServer || chance(0.15)
    }

    /// The faults, and that a line with round trips of 300 ms is slow, as its quality says.
    var truth: Set<Cause> { faults.union(roundTrip >= .milliseconds(300) ? ["slow"] : []) }

    func has(_ cause: Cause) -> Bool { faults.contains(cause) }
}
