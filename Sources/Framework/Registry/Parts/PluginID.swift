/// The name by which configuration and the command line refer to a component.
///
/// It consists of the kind and the name within the kind, joined by a dot: `validator.contains`, `source.netlink`.
public struct PluginID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    /// Creates a name from lower-case labels of letters, digits and hyphens, joined by dots.
    public init(_ name: String) { description = name }

    public init(stringLiteral value: String) { self.init(value) }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
}
