/// Every interface of the machine at one moment.
public struct InterfaceSnapshot: Hashable, Sendable {
    /// The interfaces, by index.
    public var interfaces: [Interface]

    /// Creates a snapshot.
    /// - Parameter interfaces: The interfaces; kept by index.
    public init(_ interfaces: [Interface] = []) {
        self.interfaces = interfaces.sorted { $0.index < $1.index }
    }

    /// Finds an interface by name.
    /// - Parameter name: The name.
    public subscript(name: String) -> Interface? { interfaces.first { $0.name == name } }

    /// The usable interface that the machine prefers.
    ///
    /// The one with the cheapest default route of either family; without any default route, the first usable one,
    /// because a network without a way out is still a network to judge.
    public var preferred: Interface? {
        let usable = interfaces.filter(\.isUsable)
        let routed = usable.compactMap { interface in
            interface.defaultRoutes.map(\.metric).min().map { (interface, $0) }
        }
        return routed.min { $0.1 < $1.1 }?.0 ?? usable.first
    }
}
