/// Which paths a pipeline judges.
public enum PathScope: Hashable, Sendable {
    /// The path that the system prefers; probes go where the system routes them.
    case defaultRoute
    /// One interface by name; probes are bound to it.
    case interface(String)
    /// The network below a VPN, or the path that the system prefers where there is none; probes are bound to its interface.
    case underlay
    /// Each usable interface, and over each one each address family with a default route; probes are bound to both.
    ///
    /// The assessment has every path, and one answer for the machine: see ``Assessment/paths``. At most
    /// ``pathCountMax`` paths are judged; those with a way out come first, by the index of the interface.
    case eachInterface

    /// The number of paths that are judged at most.
    public static let pathCountMax = 16

    /// The interface that the answer is for.
    /// - Parameter snapshot: The interfaces there are.
    /// - Returns: The interface, or `nil` where it is not usable.
    public func interface(in snapshot: InterfaceSnapshot) -> Interface? {
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

    /// The interface that probes are bound to, where it is always the same one.
    public var boundInterface: String? {
        if case .interface(let name) = self { name } else { nil }
    }

    /// The paths to judge.
    func paths(in snapshot: InterfaceSnapshot) -> [ScopedPath] {
        switch self {
        case .defaultRoute, .interface, .underlay:
            interface(in: snapshot).map { [ScopedPath($0, family: nil, isBound: self != .defaultRoute)] } ?? []
        case .eachInterface:
            snapshot.pathsOut
        }
    }
}

/// A path to judge, with its interface at the moment.
struct ScopedPath: Hashable, Sendable {
    var interface: Interface
    var family: AddressFamily?
    /// Whether probes leave through the interface whatever the system prefers.
    var isBound: Bool
    /// Whether there is any route to the Internet, so that asking makes sense.
    var hasWayOut: Bool

    var path: NetworkPath { NetworkPath(interface: interface.name, family: family) }

    init(_ interface: Interface, family: AddressFamily?, isBound: Bool, hasWayOut: Bool = true) {
        self.interface = interface
        self.family = family
        self.isBound = isBound
        self.hasWayOut = hasWayOut
    }

    /// Whether an endpoint of one address family can be asked.
    ///
    /// It can unless the interface's routes are known and none of that family leads out.
    func offers(_ family: AddressFamily?) -> Bool {
        guard let family, self.family == nil, !(interface.defaultRoutes.isEmpty && interface.egress.isEmpty) else {
            return true
        }
        return interface.isRouted(over: family)
    }

    /// Whether both differ in nothing that matters.
    func isSteady(since before: ScopedPath) -> Bool {
        var before = before
        before.interface = before.interface.steady
        var now = self
        now.interface = interface.steady
        return now == before
    }

    /// Whether what was known of the path before still tells something about it now.
    ///
    /// It does while the link, the gateways and one address stay; more of them, another metric, another access point of the
    /// same network change nothing.
    func continues(_ before: ScopedPath) -> Bool {
        guard path == before.path, interface.index == before.interface.index, hasWayOut == before.hasWayOut,
            before.interface.wifi == nil || interface.wifi == nil
                || before.interface.wifi?.ssid == interface.wifi?.ssid
        else { return false }
        return Set(before.interface.defaultRoutes.map(\.gateway))
            .isSubset(of: interface.defaultRoutes.map(\.gateway))
            && !Set(interface.addresses.map(\.address)).isDisjoint(with: before.interface.addresses.map(\.address))
    }
}

extension Interface {
    /// Whether a route of the family leads out, and an address can take it.
    fileprivate func isRouted(over family: AddressFamily) -> Bool {
        (egress.contains(family) || defaultRoutes.contains { $0.family == family })
            && addresses.contains { $0.isRoutable && $0.address.family == family }
    }
}

extension InterfaceSnapshot {
    /// Every path of every usable interface, those with a way out first.
    fileprivate var pathsOut: [ScopedPath] {
        var paths: [ScopedPath] = []
        var deadEnds: [ScopedPath] = []
        for interface in interfaces where interface.isUsable {
            let families = AddressFamily.allCases.filter(interface.isRouted)
            paths += families.map { ScopedPath(interface, family: $0, isBound: true) }
            if families.isEmpty {
                deadEnds.append(ScopedPath(interface, family: nil, isBound: true, hasWayOut: false))
            }
        }
        return Array((paths + deadEnds).prefix(PathScope.pathCountMax))
    }
}
