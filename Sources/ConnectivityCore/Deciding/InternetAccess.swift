/// How much of the Internet an interface or the machine reaches.
public enum InternetAccess: Hashable, Sendable {
    /// No round has ended yet.
    case determining
    /// No interface is usable.
    case disconnected
    /// There is a link, but nothing answers.
    case unreachable
    /// A portal wants a sign-in.
    case captive(Portal)
    /// Something else answers, and no sign-in was seen.
    case blocked
    /// Some of it works: too few endpoints, one protocol, one address family.
    case partial
    /// The Internet is there.
    case online

    /// The stable name, such as `captive`, that JSON holds.
    public var name: String {
        switch self {
        case .determining: "determining"
        case .disconnected: "disconnected"
        case .unreachable: "unreachable"
        case .captive: "captive"
        case .blocked: "blocked"
        case .partial: "partial"
        case .online: "online"
        }
    }

    /// The portal in the way, where there is one.
    public var portal: Portal? {
        if case .captive(let portal) = self { portal } else { nil }
    }
}
