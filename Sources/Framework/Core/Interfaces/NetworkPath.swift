/// A path from the device to the Internet that is judged separately: an interface, and optionally an address family.
public struct NetworkPath: Hashable, Sendable {
    /// The name of the interface.
    public var interface: String
    /// The address family; `nil` if both are judged together.
    public var family: IPAddress.Family?
    /// Whether it is the path through a proxy instead of the direct one; see ``ProbeRequest/Path/isProxied``.
    package var isProxied = false
    /// Whether it is the network below a tunnel or resolver through which nothing comes back; only its portal counts.
    package var isBelow = false

    /// Creates a path.
    public init(interface: String, family: IPAddress.Family? = nil) {
        self.interface = interface
        self.family = family
    }
}

extension NetworkPath: CustomStringConvertible {
    /// The interface and the family, such as "eth0 over IPv6", printable and shortened, with the proxy if it is used.
    public var description: String {
        interface.printable(limit: 40) + (family.map { " over \($0.title)" } ?? "")
            + (isProxied ? " through the proxy" : isBelow ? " below" : "")
    }
}

extension IPAddress.Family {
    package var title: String { self == .ipv4 ? "IPv4" : "IPv6" }
}
