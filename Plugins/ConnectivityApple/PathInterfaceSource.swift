#if canImport(Network)
public import ConnectivityCore

/// Reports the network interfaces that an Apple system would use, as `NWPathMonitor` tells them.
///
/// A snapshot has the interfaces of the current path, the preferred one first asked for its families and routers, with the
/// addresses of getifaddrs(3). Interfaces that the system would not use are not in it. `isMetered` is what the system calls
/// expensive or constrained (Low Data Mode). A tunnel is told by its name, such as `utun3`. The system tells no name
/// servers, and of Wi-Fi nothing but that it is.
///
/// An empty path at the very beginning is believed after 250 milliseconds, because a monitor may tell one before it has
/// looked. When the program comes to the front, the addresses are read again, for what changed while it was suspended.
///
/// Creating or decoding a source has no effect. Coded as an empty object.
public struct PathInterfaceSource: InterfaceSource, Codable {
    /// Creates a source.
    public init() {}

    /// Reports the current snapshot as soon as the system tells it, then after every change, until the task is cancelled.
    ///
    /// The monitor and its serial queue live as long as the call, which ends at once when cancelled.
    ///
    /// - Parameter report: Receives each snapshot, in order; it must return at once.
    /// - Throws: `CancellationError` after cancellation, nothing else.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let observer = PathObserver(
            paths: pathMonitorFeed,
            activations: AppActivation.feed,
            addresses: InterfaceAddresses.read
        )
        try await observer.observe(report)
    }
}
#endif
