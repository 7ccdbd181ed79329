public import ConnectivityCore

/// The result of a check.
public struct ConnectivityResult: Hashable, Sendable {
    /// The kind of the interface in use.
    public let connection: Connection
    /// Whether the Internet is reachable.
    public let isConnected: Bool
    /// Whether traffic costs money or is limited.
    public let isExpensive: Bool
    /// The assessment with all evidence.
    public let assessment: Assessment

    /// The combination of interface and reachability.
    public var state: ConnectivityState { ConnectivityState(connection: connection, isConnected: isConnected) }

    init(_ assessment: Assessment) {
        connection = Connection(assessment.snapshot)
        isConnected = assessment.access == .online
        isExpensive = assessment.snapshot.isExpensive
        self.assessment = assessment
    }

    /// Whether this result is no news for a listener that knows another one.
    func concludesSame(as other: ConnectivityResult) -> Bool {
        state == other.state && isExpensive == other.isExpensive && assessment.concludesSame(as: other.assessment)
    }
}
