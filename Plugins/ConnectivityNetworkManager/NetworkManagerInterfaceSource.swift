#if NetworkManager && os(Linux)
public import ConnectivityCore
internal import ConnectivityBlocking

/// Reports the network interfaces as NetworkManager tells them over D-Bus.
///
/// For desktops and phones, where NetworkManager knows what the kernel does not: whether a network is metered, the name
/// servers of each interface, which connection has the default route, and what its own connectivity check says. That
/// check stands in the evidence (``ConnectivityCore/SystemConnectivity``) where it is switched on; without one
/// NetworkManager claims full connectivity for every default route, which is left out. No verdict rests on it.
///
/// Properties are those of NetworkManager's D-Bus reference, in their form since 1.0; tested with 1.42.
/// - Every device is reported, managed or not, but for those without an interface of the kernel.
/// - `index` is the number of that name in this network namespace, 0 where there is none, as on the bus of another.
/// - `egress` is of connections that have a default route, tunnels of VPN plugins aside.
/// - The strength of a signal is left out: NetworkManager tells percent, which do not give dBm back.
/// - `captivePortal` is the DHCP option 114, where NetworkManager's DHCP client hands it on; the one of 1.42 does not.
///
/// While NetworkManager restarts, its interfaces mostly go on working: the last snapshot stands for up to 30 seconds, then
/// the observation ends with ``NetworkManagerError/notRunning``. It is never started by a look. Creating or decoding a
/// source has no effect.
public struct NetworkManagerInterfaceSource: InterfaceSource, Codable {
    /// The bus: `system`, or addresses of D-Bus such as `unix:path=/run/dbus/system_bus_socket`.
    public let bus: String

    /// How long NetworkManager may be gone.
    var grace: Duration = .seconds(30)
    /// Runs first on the thread of an observation: tests enter a network namespace here.
    var enter: (@Sendable () -> Void)?

    /// The bus of the system, at `DBUS_SYSTEM_BUS_ADDRESS` or where D-Bus says.
    public static let systemBus = "system"

    /// Creates a source on the bus of the system.
    public init() { bus = Self.systemBus }

    /// Creates a source on another bus.
    ///
    /// The result is `nil` where the text is neither `system` nor a list of addresses that begin with `unix:` or `tcp:`. An
    /// address that starts a program (`unixexec:`) is refused.
    ///
    /// - Parameter bus: The bus.
    public init?(bus: String) {
        let addresses = bus.split(separator: ";", omittingEmptySubsequences: false)
        let isOne =
            bus.utf8.count <= 1024 && !bus.utf8.contains(0)
            && addresses.allSatisfy { $0.hasPrefix("unix:") || $0.hasPrefix("tcp:") }
        guard bus == Self.systemBus || isOne else { return nil }
        self.bus = bus
    }

    private enum CodingKeys: CodingKey {
        case bus
    }

    /// Decodes a source from an object whose only key, `bus`, may be missing.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` where the value is no text that ``init(bus:)`` takes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decodeIfPresent(String.self, forKey: .bus) ?? Self.systemBus
        guard let source = Self(bus: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .bus,
                in: container,
                debugDescription: "must be \"system\" or begin with \"unix:\" or \"tcp:\""
            )
        }
        self = source
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bus, forKey: .bus)
    }

    /// Reports the current snapshot at once, then after every change, until the task is cancelled.
    ///
    /// The work is done on a thread of its own, which starts and ends with the call and holds a connection to the bus and a
    /// pipe. Signals of NetworkManager are triggers only: everything is asked anew, in one call, at most every 100
    /// milliseconds. Cancellation ends the call within milliseconds, also while an answer is awaited.
    ///
    /// - Parameter report: Receives each snapshot on that thread, in order; it must return at once.
    /// - Throws: `CancellationError` after cancellation, else a ``NetworkManagerError``.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        guard let stop = Waker() else { throw NetworkManagerError.bus(code: systemError) }
        defer { stop.close() }
        let watch = NetworkManagerWatch(address: bus, grace: grace, stop: stop, report: report)
        try await DedicatedThread.run { [enter] in
            enter?()
            try watch.run()
        } stop: {
            stop.wakeUp()
        }
        throw CancellationError()
    }
}
#endif
