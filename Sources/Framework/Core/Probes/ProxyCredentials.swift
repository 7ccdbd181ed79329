/// A user and a password for a proxy, excluded from descriptions and comparisons.
package struct ProxyCredentials: Sendable, Hashable {
    /// The user and the password with a colon between them, decoded.
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: Self, other: Self) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

extension ProxyCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(credentials)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
