extension NetworkInterface {
    /// Returns the interface with the system's data about its network.
    ///
    /// Values that the interface already has have a better source and stay. The others are added:
    ///
    /// - The captive portal option by ``Provisioning/Channel``: first DHCPv4, then DHCPv6, then router
    ///   advertisements, then origins without a channel. RFC 8910, section 3, leaves the order to the client; this
    ///   one is that of systemd-networkd. An option that cannot be requested is skipped.
    /// - The name servers of all origins, each once, in the order given.
    /// - Metered, if any origin states it.
    ///
    /// The origins are sorted best first; values without content are dropped.
    package func provisioned(by reported: [Provisioning]) -> NetworkInterface {
        var copy = self
        // The facts that the source itself received from the network have the same rank as other origins.
        if captivePortal != nil, captivePortal == provisioning.portals.first?.option { copy.captivePortal = nil }
        if nameServers == provisioning.flatMap(\.nameServers).firstOfEach { copy.nameServers = [] }
        copy.provisioning = provisioning + reported.filter { !$0.isEmpty }
        if copy.captivePortal == nil { copy.captivePortal = copy.provisioning.portals.first?.option }
        // The choice of a system program precedes received facts.
        if copy.nameServers.isEmpty { copy.nameServers = (reported + provisioning).flatMap(\.nameServers).firstOfEach }
        if copy.isMetered == nil {
            let hints = reported.compactMap(\.isMetered)
            if !hints.isEmpty { copy.isMetered = hints.contains(true) }
        }
        return copy
    }

    /// The URL of the network's script that chooses proxies (PAC); `nil` if the network names none.
    package var proxyScript: String? { provisioning.lazy.compactMap(\.proxyScript).first }

    /// The prefixes under which the network announces that it translates IPv4 addresses, each once.
    package var nat64Prefixes: [NAT64Prefix] {
        provisioning.flatMap(\.nat64Prefixes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The different portals that the network names, each with its origin; empty unless there are at least two.
    ///
    /// More than one is a fault of the network's configuration (RFC 8910, section 3), which its operator should know.
    package var contradictingPortals: [(option: Provisioning.CaptivePortalOption, origin: String)] {
        var different: [(option: Provisioning.CaptivePortalOption, origin: String)] = []
        for portal in provisioning.portals where !different.contains(where: { $0.option == portal.option }) {
            different.append(portal)
        }
        return different.count > 1 ? different : []
    }
}

extension [Provisioning] {
    /// The portals with a valid option, in the order of precedence.
    package var portals: [(option: Provisioning.CaptivePortalOption, origin: String)] {
        let channels: [Provisioning.Channel?] = Provisioning.Channel.allCases + [nil]
        return channels.flatMap { channel in
            filter { $0.channel == channel }.compactMap { reported in
                (try? reported.captivePortal?.get()).map { (option: $0, origin: reported.origin) }
            }
        }
    }
}

extension [IPAddress] {
    /// Each address once, at its first position, up to ``Provisioning/nameServerCountMax``.
    fileprivate var firstOfEach: [IPAddress] {
        var seen: Set<IPAddress> = []
        return Array(filter { seen.insert($0).inserted }.prefix(Provisioning.nameServerCountMax))
    }
}

extension InterfaceSnapshot {
    /// Returns the snapshot with the readers' data, best reader first.
    ///
    /// The readers are asked only about interfaces that are up with carrier, and never about loopback: data about any other
    /// interface is outdated. If the snapshot has no system name servers, it gets those of the first reader that has any. If all
    /// of these are on the device itself, such as 127.0.0.53, those of the next reader follow, because the stub resolver asks
    /// them.
    ///
    /// If an earlier snapshot and its result are given, and no file has changed since, the readers are not asked again about an
    /// interface that is unchanged and at the same index.
    package func provisioned(
        by readers: [any ProvisioningReader],
        knowing known: (base: InterfaceSnapshot, reported: InterfaceSnapshot)? = nil
    ) -> InterfaceSnapshot {
        var copy = self
        copy.interfaces = interfaces.enumerated().map { place, interface in
            if let known, place < known.base.interfaces.count, known.base.interfaces[place] == interface {
                return known.reported.interfaces[place]
            }
            guard interface.isUp, interface.hasCarrier, interface.kind != .loopback else { return interface }
            return interface.provisioned(by: readers.flatMap { $0.provisioning(of: interface) })
        }
        if copy.nameServers.isEmpty {
            for reader in readers {
                copy.nameServers += reader.systemNameServers()
                if copy.nameServers.contains(where: { !$0.isLoopback }) { break }
            }
        }
        copy.nameServers = copy.nameServers.firstOfEach
        return copy
    }
}
