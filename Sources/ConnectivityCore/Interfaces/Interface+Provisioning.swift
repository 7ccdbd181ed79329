extension Interface {
    /// The interface with what the system tells of its network.
    ///
    /// What the interface says already, from a source that knows better, stays. The rest is filled in:
    ///
    /// - The captive portal option by ``Provisioning/Channel``: DHCP of IPv4 before DHCP of IPv6 before router
    ///   advertisements before what does not say how it came. RFC 8910, section 3, leaves the order to the client; this one
    ///   is that of systemd-networkd. An option that names nothing that can be asked is passed over.
    /// - The name servers of all, each once, in the order given.
    /// - Metered, where anyone says so.
    ///
    /// - Parameter told: What the system tells, best first; what tells nothing is dropped.
    /// - Returns: The interface, with what was told as ``provisioning``.
    public func provisioned(by told: [Provisioning]) -> Interface {
        var copy = self
        copy.provisioning = provisioning + told.filter(\.tellsSomething)
        if copy.captivePortal == nil { copy.captivePortal = copy.provisioning.portals.first?.option }
        if copy.nameServers.isEmpty { copy.nameServers = told.flatMap(\.nameServers).firstOfEach }
        if copy.isMetered == nil {
            let hints = told.compactMap(\.isMetered)
            if !hints.isEmpty { copy.isMetered = hints.contains(true) }
        }
        return copy
    }

    /// The different portals that the network names, with where each stands; empty unless there are two or more.
    ///
    /// More than one is a fault of the network's configuration (RFC 8910, section 3), worth telling who runs it.
    public var contradictingPortals: [(option: CaptivePortalOption, origin: String)] {
        var different: [(option: CaptivePortalOption, origin: String)] = []
        for portal in provisioning.portals where !different.contains(where: { $0.option == portal.option }) {
            different.append(portal)
        }
        return different.count > 1 ? different : []
    }
}

extension [Provisioning] {
    /// The portals that can be asked, by precedence.
    package var portals: [(option: CaptivePortalOption, origin: String)] {
        let channels: [Provisioning.Channel?] = Provisioning.Channel.allCases + [nil]
        return channels.flatMap { channel in
            filter { $0.channel == channel }.compactMap { told in
                (try? told.captivePortal?.get()).map { (option: $0, origin: told.origin) }
            }
        }
    }
}

extension [IPAddress] {
    /// Each address once, where it came first, up to ``Provisioning/nameServerCountMax``.
    fileprivate var firstOfEach: [IPAddress] {
        var seen: Set<IPAddress> = []
        return Array(filter { seen.insert($0).inserted }.prefix(Provisioning.nameServerCountMax))
    }
}

extension InterfaceSnapshot {
    /// The snapshot with what readers tell.
    ///
    /// Only interfaces that are up with carrier are asked about, and loopback never: what is told of another is a leftover.
    /// The machine's name servers, unless the snapshot has some, are those of the first reader that tells any; where these
    /// are all on the machine itself, such as 127.0.0.53, those of the next follow, because they are who is asked in the end.
    ///
    /// - Parameter readers: The readers, best first.
    /// - Returns: The snapshot.
    public func provisioned(by readers: [any ProvisioningReader]) -> InterfaceSnapshot {
        var copy = self
        copy.interfaces = interfaces.map { interface in
            guard interface.isUp, interface.hasCarrier, interface.kind != .loopback else { return interface }
            return interface.provisioned(by: readers.flatMap { $0.provisioning(of: interface) })
        }
        if copy.nameServers.isEmpty {
            for reader in readers {
                copy.nameServers += reader.machineNameServers()
                if copy.nameServers.contains(where: { !$0.isLoopback }) { break }
            }
        }
        copy.nameServers = copy.nameServers.firstOfEach
        return copy
    }
}
