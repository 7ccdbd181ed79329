extension PipelineConfiguration {
    /// The paths that a pipeline judges.
    public enum Scope: Hashable, Sendable {
        /// The path that the system prefers; probes are not bound to it and follow the system's routes.
        case defaultRoute
        /// One interface by name; probes are bound to it.
        case interface(String)
        /// The network below a VPN, or without a VPN the preferred path; probes are bound to its interface.
        case underlay
        /// Each usable interface, over each address family that has a default route; probes are bound to both.
        ///
        /// The assessment has every path, and one answer for the device: see ``Assessment/paths``. At most 16 paths are judged,
        /// first those with a route to the Internet, ordered by the index of the interface.
        case eachInterface

        package static let pathCountMax = 16

        /// Returns the interface that the answer is for; `nil` if it is not usable.
        package func interface(in snapshot: InterfaceSnapshot) -> NetworkInterface? {
            switch self {
            case .defaultRoute, .eachInterface:
                return snapshot.preferred
            case .underlay:
                return snapshot.underlay
            case .interface(let name):
                guard let interface = snapshot[name], interface.isUp, interface.hasCarrier,
                    interface.addresses.contains(where: \.isAssigned)
                else { return nil }
                return interface
            }
        }

        /// The interface that probes are bound to, if it is fixed by name; otherwise `nil`.
        package var boundInterface: String? {
            if case .interface(let name) = self { name } else { nil }
        }

        /// Returns the paths whose network was left between two snapshots, so the facts known about them no longer apply.
        package func pathsLeft(since earlier: InterfaceSnapshot, in new: InterfaceSnapshot) -> [NetworkPath] {
            guard earlier != new else { return [] }
            let stayed = paths(in: new) + below(in: new)
            let before = paths(in: earlier) + below(in: earlier)
            return before.filter { old in !stayed.contains { $0.continues(old) } }.map(\.path)
        }

        /// Returns the path below a tunnel, which is asked if nothing comes back through it; empty without a tunnel.
        private func below(in snapshot: InterfaceSnapshot) -> [ScopedPath] {
            guard let path = pathBelow(in: snapshot), path.interface.name != snapshot.preferred?.name else { return [] }
            return [path]
        }

        /// Returns the path that is asked if nothing comes back above; `nil` if no route leads out there.
        func pathBelow(in snapshot: InterfaceSnapshot) -> ScopedPath? {
            guard self == .defaultRoute, let interface = snapshot.underlay else { return nil }
            var path = ScopedPath(interface, family: nil, isBound: true)
            path.isBelow = true
            return path.isRouted ? path : nil
        }

        /// Returns the paths to judge, without regard to their networks.
        func paths(in snapshot: InterfaceSnapshot) -> [ScopedPath] {
            switch self {
            case .defaultRoute, .interface, .underlay:
                interface(in: snapshot).map { [ScopedPath($0, family: nil, isBound: self != .defaultRoute)] } ?? []
            case .eachInterface:
                snapshot.pathsOut
            }
        }
    }
}

/// A path to judge, with the current state of its interface.
struct ScopedPath: Hashable, Sendable {
    @Shared var interface: NetworkInterface
    var family: IPAddress.Family?
    var isBound: Bool
    /// Whether a route to the Internet exists; without one, nothing is asked.
    var hasDefaultRoute: Bool
    /// The index of the rule for the interface's network; `nil` on a network without one.
    var network: Int?
    /// Whether the rule for the network permits requests.
    var isChecked = true
    var proxy: HTTPURL?
    /// Whether it is the path through a proxy in addition to the direct one, over which only HTTPS endpoints are asked.
    var isProxied = false
    /// Whether it is the network below a path through which nothing comes back; see ``DecisionRules/pathBelow(in:)``.
    var isBelow = false

    var isAsked: Bool { hasDefaultRoute && isChecked }

    var path: NetworkPath {
        var path = NetworkPath(interface: interface.name, family: family)
        (path.isProxied, path.isBelow) = (isProxied, isBelow)
        return path
    }

    init(_ interface: NetworkInterface, family: IPAddress.Family?, isBound: Bool, hasDefaultRoute: Bool = true) {
        self.interface = interface
        self.family = family
        self.isBound = isBound
        self.hasDefaultRoute = hasDefaultRoute
    }

    /// Returns whether an endpoint of one address family can be asked.
    ///
    /// It can, unless the interface's routes are known and none of that family leads out.
    func offers(_ family: IPAddress.Family?) -> Bool {
        guard let family, self.family == nil, !(interface.defaultRoutes.isEmpty && interface.egress.isEmpty) else {
            return true
        }
        return interface.isRouted(over: family)
    }

    /// Whether a route to the Internet is known, and an address can use it.
    var isRouted: Bool {
        let families = family.map { [$0] } ?? IPAddress.Family.allCases
        return hasDefaultRoute && families.contains(where: interface.isRouted)
    }

    /// Returns whether both differ only in values that change constantly, or that affect no answer.
    ///
    /// These are the metrics of routes, as long as their order stays, and link-local addresses. A program that sets up a network
    /// changes both while the network is already asked.
    func isSteady(since before: ScopedPath) -> Bool { asked == before.asked }

    /// The path with only the values that affect answers.
    private var asked: ScopedPath {
        var copy = self
        copy.interface = interface.withoutVolatileParts
        copy.interface.addresses.removeAll { $0.address.isLinkLocal }
        copy.interface.defaultRoutes = interface.defaultRoutes.reduce(into: []) { routes, route in
            var route = route
            route.metric = 0
            if !routes.contains(route) { routes.append(route) }
        }
        return copy
    }

    /// Returns whether an address or a default route of the earlier state is gone.
    func hasLost(since before: ScopedPath) -> Bool {
        let (now, before) = (asked.interface, before.asked.interface)
        let addresses = now.addresses.lazy.filter(\.isAssigned).map(\.address)
        return !Set(before.addresses.lazy.filter(\.isAssigned).map(\.address)).isSubset(of: addresses)
            || !Set(before.defaultRoutes).isSubset(of: now.defaultRoutes)
    }

    /// Returns whether knowledge about the earlier state of the path still applies.
    ///
    /// It does while the link, the gateways and at least one address stay. Additional gateways or addresses, another metric, or
    /// another access point of the same network make no difference.
    func continues(_ before: ScopedPath) -> Bool {
        guard path == before.path, interface.index == before.interface.index, hasDefaultRoute == before.hasDefaultRoute,
            network == before.network,
            before.interface.wifi == nil || interface.wifi == nil
                || before.interface.wifi?.ssid == interface.wifi?.ssid
        else { return false }
        return Set(before.interface.defaultRoutes.map(\.gateway))
            .isSubset(of: interface.defaultRoutes.map(\.gateway))
            && !Set(interface.addresses.map(\.address)).isDisjoint(with: before.interface.addresses.map(\.address))
    }
}

extension NetworkInterface {
    /// Returns whether a route of the family leads out, and an address can use it.
    fileprivate func isRouted(over family: IPAddress.Family) -> Bool {
        (egress.contains(family) || defaultRoutes.contains { $0.family == family })
            && addresses.contains { $0.isRoutable && $0.address.family == family }
    }
}

extension InterfaceSnapshot {
    /// All paths of all usable interfaces, those with a route first.
    ///
    /// A translator (RFC 6877) is not a separate path: its packets leave through another interface, over IPv6.
    fileprivate var pathsOut: [ScopedPath] {
        var paths: [ScopedPath] = []
        var deadEnds: [ScopedPath] = []
        let usable = interfaces.filter(\.isUsable)
        let real = usable.filter { !$0.isTranslator }
        for interface in real.isEmpty ? usable : real {
            let families = IPAddress.Family.allCases.filter(interface.isRouted)
            paths += families.map { ScopedPath(interface, family: $0, isBound: true) }
            if families.isEmpty {
                deadEnds.append(ScopedPath(interface, family: nil, isBound: true, hasDefaultRoute: false))
            }
        }
        return Array((paths + deadEnds).prefix(PipelineConfiguration.Scope.pathCountMax))
    }
}
