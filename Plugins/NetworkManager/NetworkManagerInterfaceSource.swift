#if canImport(CSystemd) && os(Linux)
package import ConnectivityCore
import ConnectivityDBus
package import ConnectivityRegistry
import ConnectivityToolkit
package import ConnectivityWire
import Glibc

/// Reports the network interfaces as NetworkManager publishes them over D-Bus.
///
/// It is meant for desktops and phones, where NetworkManager knows more than the kernel: whether a network is metered, the name
/// servers of each interface, the connection with the default route, and the result of NetworkManager's connectivity check. That
/// result is part of the evidence (``ConnectivityCore/InterfaceSnapshot/SystemConnectivity``) if the check is enabled. Without the
/// check, NetworkManager claims full connectivity for every default route, so the result is left out. No verdict is based on it.
///
/// Properties are those of NetworkManager's D-Bus reference, in their form since 1.0; tested with 1.42.
/// - Every device is reported, managed or not, except devices without a kernel interface.
/// - `index` is the index of the interface with that name in this network namespace. It is 0 if there is no such interface, as
///   with the bus of another namespace.
/// - `egress` is derived from connections that have a default route, except tunnels of VPN plugins.
/// - The signal strength is left out, because NetworkManager reports a percentage that cannot be converted to dBm.
/// - `resumeCount` counts the signals of logind that the device resumed (`PrepareForSleep`, org.freedesktop.login1(5)).
/// - `captivePortal` is the DHCP option 114, if NetworkManager's DHCP client reports it; the client of 1.42 does not.
///
/// While NetworkManager restarts, its interfaces usually keep working: the last snapshot stays valid for up to 30 seconds, then
/// the observation ends with ``NetworkManagerError/notRunning``. The source never starts NetworkManager. Creating it has no
/// effect.
package struct NetworkManagerInterfaceSource: InterfaceSource {
    /// The bus: `system`, or D-Bus addresses such as `unix:path=/run/dbus/system_bus_socket`.
    package private(set) var bus = BusConnection.system

    /// The time for which NetworkManager may be absent.
    var grace: Duration = .seconds(30)
    /// Runs first on the observation's thread; tests use it to enter a network namespace.
    var enter: (@Sendable () -> Void)?

    package var requirements: [Requirement] { BusConnection.socket(of: bus).map { [.socket($0)] } ?? [] }

    /// Creates a source for a bus.
    ///
    /// The result is `nil` if the text is neither `system` nor a list of addresses that begin with `unix:` or `tcp:`. An address
    /// that starts a program (`unixexec:`) is rejected.
    package init?(bus: String) {
        guard Self.rule.fault(bus) == nil else { return nil }
        self.bus = bus
    }

    private init() {}

    /// Reports the current snapshot at once, then every change, until the task is cancelled.
    ///
    /// The work runs on a dedicated thread, which exists only during the call and holds a connection to the bus and a pipe.
    /// Signals of NetworkManager are only triggers: after them everything is queried again, in one call, at most every 100
    /// milliseconds. Cancellation ends the call within milliseconds, even while an answer is awaited. Snapshots are reported on
    /// that thread, in order; `report` must return at once.
    package func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        guard let stop = Waker() else { throw NetworkManagerError.bus(code: errno) }
        defer { stop.close() }
        let (bus, grace, enter) = (bus, grace, enter)
        try await DedicatedThread.run {
            enter?()
            var watch = NetworkManagerWatch(address: bus, grace: grace, stop: stop, report: report)
            try watch.run()
        } stop: {
            stop.wakeUp()
        }
        throw CancellationError()
    }
}

extension NetworkManagerInterfaceSource: Configurable, FieldCodable {
    package static var pluginID: PluginID { "source.networkmanager" }
    package static var summary: String { "reports interfaces from NetworkManager over D-Bus" }

    package static let fields = FieldTable(
        Self(),
        [.filled("bus", \.bus, BusConnection.system, rule)],
        usual: { Self() }
    )

    private static let rule = Rule<String>("must be \"system\" or begin with \"unix:\" or \"tcp:\"") { bus in
        let addresses = bus.split(separator: ";", omittingEmptySubsequences: false)
        return bus == BusConnection.system
            || bus.utf8.count <= 1024 && !bus.utf8.contains(0)
                && addresses.allSatisfy { $0.hasPrefix("unix:") || $0.hasPrefix("tcp:") }
    }
}
#endif
