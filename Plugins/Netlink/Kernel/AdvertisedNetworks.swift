#if os(Linux)
import ConnectivityCore

/// The advertisements of routers on each interface, until they expire.
///
/// It is bounded: the first routers of an interface, and the first values of each router, are kept until they expire,
/// are withdrawn, or the link is lost. A router with a default route replaces a router without one, and comes first.
/// Any host on a link can send advertisements, so they are hints like those of DHCP.
struct AdvertisedNetworks {
    /// The values that a router advertised, each with the time until which it is valid.
    fileprivate struct Router {
        var portal: (bytes: [UInt8], end: ContinuousClock.Instant)?
        var servers: [(value: IPAddress, end: ContinuousClock.Instant)] = []
        var domains: [(value: String, end: ContinuousClock.Instant)] = []
        var prefixes: [(value: NAT64Prefix, end: ContinuousClock.Instant)] = []
        var receivedAt: ContinuousClock.Instant

        var ends: [ContinuousClock.Instant] {
            servers.map(\.end) + domains.map(\.end) + prefixes.map(\.end) + (portal.map { [$0.end] } ?? [])
        }
    }

    private struct Link {
        var routers: [(address: IPAddress, advertised: Router)] = []
        /// The number of carrier changes, and the time at which it was read.
        var carrier: (count: Int?, readAt: ContinuousClock.Instant)?
        /// The routers to which default routes lead.
        var gateways: Set<IPAddress> = []
    }

    private var links: [Int: Link] = [:]

    /// The maximum number of interfaces, of routers per interface, and of prefixes per router.
    static let linkCountMax = 256, routerCountMax = 4, prefixCountMax = 4
    static let domainCountMax = 16
    /// The time for which a portal counts after its advertisement.
    ///
    /// It is the longest lifetime of a router (RFC 4861, section 6.2.1), because the option itself has none.
    static let portalLifetime = Duration.seconds(9_000)

    /// Records an option, and returns whether anything changed, apart from times.
    mutating func receive(_ option: RouterOption, at now: ContinuousClock.Instant) -> Bool {
        guard links[option.interfaceIndex] != nil || links.count < Self.linkCountMax else { return false }
        var link = links[option.interfaceIndex] ?? Link()
        var place = link.routers.firstIndex { $0.address == option.router }
        if place == nil, link.routers.count < Self.routerCountMax {
            place = link.routers.count
            link.routers.append((option.router, Router(receivedAt: now)))
        } else if place == nil, link.gateways.contains(option.router),
            let other = link.routers.lastIndex(where: { !link.gateways.contains($0.address) })
        {
            place = other
            link.routers[other] = (option.router, Router(receivedAt: now))
        }
        guard let place else { return false }
        let before = link.routers[place].advertised.provisioning(of: option.router)
        link.routers[place].advertised.receive(option.content, at: now)
        links[option.interfaceIndex] = link
        return link.routers[place].advertised.provisioning(of: option.router) != before
    }

    /// Adds the valid values to a snapshot, and removes the expired ones.
    mutating func add(to snapshot: inout InterfaceSnapshot, at now: ContinuousClock.Instant) {
        let linked = snapshot.interfaces.filter { $0.isUp && $0.hasCarrier && $0.kind != .loopback }
        let known = Set(linked.map(\.index))
        links = links.filter { known.contains($0.key) }
        for place in snapshot.interfaces.indices {
            let interface = snapshot.interfaces[place]
            guard var link = links[interface.index] else { continue }
            // Advertisements from before a link loss belong to another network.
            if let carrier = link.carrier, carrier.count != interface.carrierChangeCount {
                link.routers.removeAll { $0.advertised.receivedAt < carrier.readAt }
            }
            link.carrier = (interface.carrierChangeCount, now)
            for router in link.routers.indices { link.routers[router].advertised.expire(at: now) }
            link.routers.removeAll { $0.advertised.ends.isEmpty }
            link.gateways = Set(interface.defaultRoutes.compactMap(\.gateway))
            links[interface.index] = link
            let first = link.routers.filter { link.gateways.contains($0.address) }
            let routers = first + link.routers.filter { !link.gateways.contains($0.address) }
            let reported = routers.map { $0.advertised.provisioning(of: $0.address) }
            if !reported.isEmpty { snapshot.interfaces[place] = interface.provisioned(by: reported) }
        }
    }

    /// The time at which the next value expires; `nil` without values.
    var nextEnd: ContinuousClock.Instant? {
        links.values.lazy.flatMap(\.routers).flatMap(\.advertised.ends).min()
    }
}

extension AdvertisedNetworks.Router {
    fileprivate mutating func receive(_ content: RouterOption.Content, at now: ContinuousClock.Instant) {
        receivedAt = now
        switch content {
        case .captivePortal(let bytes): portal = (bytes, now + AdvertisedNetworks.portalLifetime)
        case .nameServers(let values, let lifetime):
            for value in values { Self.store(value, lifetime, now, into: &servers, Provisioning.nameServerCountMax) }
        case .domains(let values, let lifetime):
            for value in values { Self.store(value, lifetime, now, into: &domains, AdvertisedNetworks.domainCountMax) }
        case .nat64(let value, let lifetime):
            Self.store(value, lifetime, now, into: &prefixes, AdvertisedNetworks.prefixCountMax)
        }
    }

    /// A lifetime of zero withdraws a value; one with all bits set is infinite (RFC 8106, section 5.1).
    private static func store<Value: Equatable>(
        _ value: Value,
        _ lifetime: UInt32,
        _ now: ContinuousClock.Instant,
        into values: inout [(value: Value, end: ContinuousClock.Instant)],
        _ countMax: Int
    ) {
        let end = now + .seconds(Int64(lifetime))
        guard let place = values.firstIndex(where: { $0.value == value }) else {
            if lifetime > 0, values.count < countMax { values.append((value, end)) }
            return
        }
        if lifetime > 0 { values[place].end = end } else { values.remove(at: place) }
    }

    fileprivate mutating func expire(at now: ContinuousClock.Instant) {
        if let end = portal?.end, end <= now { portal = nil }
        servers.removeAll { $0.end <= now }
        domains.removeAll { $0.end <= now }
        prefixes.removeAll { $0.end <= now }
    }

    fileprivate func provisioning(of router: IPAddress) -> Provisioning {
        Provisioning(
            origin: "router \(router)",
            channel: .routerAdvertisement,
            captivePortal: portal?.bytes,
            nameServers: servers.map(\.value),
            domains: domains.map(\.value),
            nat64Prefixes: prefixes.map(\.value.description)
        )
    }
}
#endif
