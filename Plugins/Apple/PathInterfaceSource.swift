#if canImport(Network)
public import ConnectivityCore

/// Reports the network interfaces that an Apple system would use, as `NWPathMonitor` lists them.
///
/// A snapshot has the interfaces of the current path with the addresses of getifaddrs(3). The address families and
/// routers are those of the preferred interface. Interfaces that the system would not use are missing. `isMetered`
/// means that the path is expensive or constrained (Low Data Mode). A tunnel is recognized by its name, such as
/// `utun3`. The system reports no name servers and no Wi-Fi details.
///
/// An empty path at the beginning is reported only after 250 milliseconds, because a monitor may deliver one before it
/// has looked. When the app becomes active, the addresses are read again: they may have changed during suspension.
///
/// Creating or decoding a source has no effect. It is encoded as an empty object.
public struct PathInterfaceSource: InterfaceSource, Codable {
    /// Creates a source.
    public init() {}

    /// Reports the current snapshot when the system delivers it, then every change, until the task is cancelled.
    ///
    /// The monitor exists only during the call. Cancellation ends the call at once. `report` must return at once.
    ///
    /// - Throws: Only `CancellationError`, after cancellation.
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
