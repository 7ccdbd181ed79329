/// Which path a pipeline judges.
public enum PathScope: Hashable, Sendable {
    /// The path that the system prefers; probes go where the system routes them.
    case defaultRoute
    /// One interface by name; probes are bound to it.
    case interface(String)

    /// The interface to judge.
    /// - Parameter snapshot: The interfaces there are.
    /// - Returns: The interface, or `nil` where it is not usable.
    public func interface(in snapshot: InterfaceSnapshot) -> Interface? {
        switch self {
        case .defaultRoute:
            return snapshot.preferred
        case .interface(let name):
            guard let interface = snapshot[name], interface.isUp, interface.hasCarrier,
                interface.addresses.contains(where: \.isAssigned)
            else { return nil }
            return interface
        }
    }

    /// The interface that probes are bound to.
    public var boundInterface: String? {
        if case .interface(let name) = self { name } else { nil }
    }
}
