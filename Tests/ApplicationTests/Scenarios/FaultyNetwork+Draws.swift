import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit

// Which faults can be together, and what is innocent.

extension FaultyNetwork {
    /// What is peculiar about a network, and no fault.
    ///
    /// It is drawn apart from the faults, to mislead who takes it for one.
    struct Traits: Sendable {
        /// Whether echoes over 1,000 bytes vanish behind the gateway, and whether all echoes do.
        let filtersLargeEchoes, filtersEchoes: Bool
        /// Whether nobody listens at port 80 of the well-known addresses.
        let lacksPlainWitnesses: Bool
        /// By how much answers over plain HTTP are late.
        let plainDelay: Duration

        init(seed: UInt64) {
            var draws = SplitMix64(seed: seed &* 0xD134_2543 &+ 5)
            func chance(_ share: Double) -> Bool { Double(draws.next(below: 10_000)) < share * 10_000 }
            (filtersLargeEchoes, filtersEchoes) = (chance(0.15), chance(0.12))
            lacksPlainWitnesses = chance(0.15)
            plainDelay = chance(0.1) ? .milliseconds(300 + Int(draws.next(below: 600))) : .zero
        }
    }

    /// By how much answers over plain HTTP are late.
    ///
    /// Together with the round trip it is less than a second, which is slow.
    var plainDelay: Duration { max(.zero, min(traits.plainDelay, .milliseconds(950) - roundTrip)) }

    /// Adds what is true together with a fault.
    static func withImplied(_ faults: Set<Cause>, _ variant: Variant) -> Set<Cause> {
        var faults = faults
        // The sign-in page that cannot be opened is that of a portal.
        if faults.contains("portal-page-dead") { faults.insert("portal") }
        // Only the proxy has a way to the Internet.
        if faults.contains("proxy-unused") { faults.insert("addresses-silent") }
        if faults.contains("uplink-dead") { faults.insert(variant == .drop ? "no-uplink" : "gateway-silent") }
        return faults
    }

    private static let encrypted: Set<Cause> = ["encrypted-names-blocked", "encrypted-names-untrusted"]
    private static let names: Set<Cause> = [
        "name-server-silent", "name-server-refuses", "name-server-fails", "names-withheld", "names-forged",
        "name-servers-blocked",
        "resolver-stopped", "no-name-server", "stale-names",
    ]
    private static let answering: Set<Cause> = ["portal", "portal-below-tunnel", "filter"]

    /// Faults that exclude each other: who answers for a port does not also block it, and where names
    /// are not found, silent addresses are a line that is down.
    private static let exclusive: [(Cause, Set<Cause>)] = [
        ("tls-blocked", answering.union(["tls-intercepted"])),
        ("tls-stopped", answering.union(["tls-intercepted"])),
        ("http-blocked", answering.union(["proxy-required"])),
        (
            "intermediary-fails",
            encrypted.union(["tls-blocked", "tls-stopped", "http-blocked", "quic-blocked", "portal-below-tunnel"])
        ),
        ("connections-cut", ["tls-blocked", "tls-stopped", "http-blocked", "portal-below-tunnel"]),
        // Who lacks the authorities accepts no certificate, whoever shows it.
        ("authorities-missing", ["tls-intercepted", "service-certificate", "encrypted-names-untrusted"]),
        // A slow line hides a slow server.
        ("name-server-slow", ["slow"]),
        // A bridge of this device is a link, too, and takes the packets for a name server behind the gateway.
        (
            "own-network",
            [
                "no-link", "duplicate-address", "no-address", "no-route", "uplink-dead", "resolver-stopped",
                "no-name-server",
                "stale-names",
            ]
        ),
        ("own-firewall", ["uplink-dead", "proxy-unused"]),
        ("quic-blocked", ["portal", "portal-below-tunnel"]),
        ("tls-intercepted", ["portal", "portal-below-tunnel"]),
        ("portal-below-tunnel", encrypted.union(["portal", "filter", "proxy-required"])),
        ("tunnel-dead", encrypted.union(["portal"])),
        ("nat64-dead", ["ipv4-broken", "ipv6-broken", "own-network"]),
        ("dns64-missing", ["ipv4-broken", "ipv6-broken", "own-network"]),
        ("addresses-silent", names),
    ]

    /// Whether the names of this network are found at its name servers.
    var areNamesHonest: Bool { faults.isDisjoint(with: Self.names.union(["own-network"])) }

    /// Whether the faults can all be there.
    var isPossible: Bool {
        if has("own-network"), !families.contains(.ipv4) { return false }
        return !Self.exclusive.contains { has($0.0) && !faults.isDisjoint(with: $0.1) }
    }
}
