/// The degree of Internet access of an interface or the device.
public enum InternetAccess: Hashable, Sendable {
    /// The access is unknown: no round has ended, or no answer proves anything.
    case determining
    /// No interface is usable.
    case disconnected
    /// An interface is usable, but nothing answers.
    case unreachable
    /// A portal asks for a sign-in.
    indirect case captive(CaptivePortal)
    /// Another server answers, without a visible sign-in.
    case blocked
    /// Only a part works: too few endpoints, or not every protocol or address family.
    case partial
    /// The Internet is reached.
    case online

    /// The stable name in JSON, such as `captive`.
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

    /// Whether a round with this access counts before the path has settled, because only a working path can show it.
    package var countsBeforeSettling: Bool { self == .online || portal != nil }

    /// The portal, if the access is ``captive(_:)``.
    public var portal: CaptivePortal? {
        if case .captive(let portal) = self { portal } else { nil }
    }
}

extension InternetAccess: CustomStringConvertible {
    /// The name of the access.
    public var description: String { name }
}
