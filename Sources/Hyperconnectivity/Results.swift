public import ConnectivityCore

/// What a check came to.
public struct ConnectivityResult: Hashable, Sendable {
    /// The kind of the interface in use.
    public let connection: Connection
    /// Whether the Internet is there.
    public let isConnected: Bool
    /// Whether traffic costs money or is limited.
    public let isExpensive: Bool
    /// All that is known, with the evidence.
    public let assessment: Assessment

    /// The interface and the Internet in one.
    public var state: ConnectivityState { ConnectivityState(connection: connection, isConnected: isConnected) }

    init(_ assessment: Assessment) {
        connection = Connection(assessment.snapshot)
        isConnected = assessment.access == .online
        isExpensive = assessment.snapshot.isExpensive
        self.assessment = assessment
    }

    /// Whether a listener that knows the other result learns nothing from this one.
    func concludesSame(as other: ConnectivityResult) -> Bool {
        state == other.state && isExpensive == other.isExpensive && assessment.concludesSame(as: other.assessment)
    }
}

/// What is known without a check.
public struct ReachabilityResult: Hashable, Sendable {
    /// The kind of the interface in use.
    public let connection: Connection
    /// Whether traffic costs money or is limited.
    public let isExpensive: Bool
    /// Whether an interface is usable, which says nothing of the Internet.
    public let isReachable: Bool

    init(_ snapshot: InterfaceSnapshot) {
        connection = Connection(snapshot)
        isExpensive = snapshot.isExpensive
        isReachable = connection != .disconnected
    }
}
