import ConnectivityCore

/// The state of the interfaces, known without a check.
public struct ReachabilityResult: Hashable, Sendable {
    /// The kind of the interface in use.
    public let connection: Connection
    /// Whether traffic costs money or is limited.
    public let isExpensive: Bool
    /// Whether an interface is usable, which does not mean that the Internet is reachable.
    public let isReachable: Bool

    init(_ snapshot: InterfaceSnapshot) {
        connection = Connection(snapshot)
        isExpensive = snapshot.isExpensive
        isReachable = connection != .disconnected
    }
}
