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
        if faults.contains(.portalPageDead) { faults.insert(.portal) }
        // Only the proxy has a way to the Internet.
        if faults.contains(.proxyUnused) { faults.insert(.addressesSilent) }
        if faults.contains(.uplinkDead) { faults.insert(variant == .drop ? .noUplink : .gatewaySilent) }
        return faults
    }

    private static let encrypted: Set<Cause> = [.encryptedNamesBlocked, .encryptedNamesUntrusted]
    private static let names: Set<Cause> = [
        .nameServerSilent, .nameServerRefuses, .nameServerFails, .namesWithheld, .namesForged, .nameServersBlocked,
        .resolverStopped, .noNameServer, .staleNames,
    ]
    private static let answering: Set<Cause> = [.portal, .portalBelowTunnel, .filter]

    /// Faults that exclude each other: who answers for a port does not also block it, and where names
    /// are not found, silent addresses are a line that is down.
    private static let exclusive: [(Cause, Set<Cause>)] = [
        (.tlsBlocked, answering.union([.tlsIntercepted])),
        (.tlsStopped, answering.union([.tlsIntercepted])),
        (.httpBlocked, answering.union([.proxyRequired])),
        (
            .intermediaryFails,
            encrypted.union([.tlsBlocked, .tlsStopped, .httpBlocked, .quicBlocked, .portalBelowTunnel])
        ),
        (.connectionsCut, [.tlsBlocked, .tlsStopped, .httpBlocked, .portalBelowTunnel]),
        // Who lacks the authorities accepts no certificate, whoever shows it.
        (.authoritiesMissing, [.tlsIntercepted, .serviceCertificate, .encryptedNamesUntrusted]),
        // A slow line hides a slow server.
        (.nameServerSlow, [.slow]),
        // A bridge of this device is a link, too, and takes the packets for a name server behind the gateway.
        (
            .ownNetwork,
            [
                .noLink, .duplicateAddress, .noAddress, .noRoute, .uplinkDead, .resolverStopped, .noNameServer,
                .staleNames,
            ]
        ),
        (.ownFirewall, [.uplinkDead, .proxyUnused]),
        (.quicBlocked, [.portal, .portalBelowTunnel]),
        (.tlsIntercepted, [.portal, .portalBelowTunnel]),
        (.portalBelowTunnel, encrypted.union([.portal, .filter, .proxyRequired])),
        (.tunnelDead, encrypted.union([.portal])),
        (.nat64Dead, [.ipv4Broken, .ipv6Broken, .ownNetwork]),
        (.dns64Missing, [.ipv4Broken, .ipv6Broken, .ownNetwork]),
        (.addressesSilent, names),
    ]

    /// Whether the names of this network are found at its name servers.
    var areNamesHonest: Bool { faults.isDisjoint(with: Self.names.union([.ownNetwork])) }

    /// Whether the faults can all be there.
    var isPossible: Bool {
        if has(.ownNetwork), !families.contains(.ipv4) { return false }
        return !Self.exclusive.contains { has($0.0) && !faults.isDisjoint(with: $0.1) }
    }
}
