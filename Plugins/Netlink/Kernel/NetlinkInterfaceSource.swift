#if os(Linux)
import CNetlink
public import ConnectivityCore
package import ConnectivityToolkit
import Glibc

/// Reports the network interfaces of a Linux device from the kernel's routing socket.
///
/// A snapshot lists every interface of the calling thread's network namespace: name, index, kind, driver, state, addresses,
/// default routes, and whether packets to the Internet leave through it. Changes are reported after 10 to 100 milliseconds; a
/// burst of changes causes one report. A new default route is reported at once, unless there was another one in the last 100
/// milliseconds. Between changes no code runs. See rtnetlink(7).
///
/// - `isUp` is the administrative state. `hasCarrier` requires a carrier and an operational state (RFC 2863) of "up" or
///   "unknown"; a link that waits for 802.1X or WPA has no carrier.
/// - All addresses are listed, with lifetimes and the state of duplicate address detection. A new lifetime alone causes no
///   report.
/// - Default routes of all tables are listed. A route without a metric has metric 0 for IPv4 and 1,024 for IPv6, as in the
///   kernel. A route with several next hops is listed as a default route of each hop's interface. Routes over links that are dead
///   or have no carrier are left out, and so are routes that reject packets. Two routes that each cover half of the address
///   space, as some tunnels install them, do not count as a default route.
/// - `egress` follows from the route that the kernel selects for a packet to a.root-servers.net (198.41.0.4, 2001:503:ba3e::2:30)
///   from a socket without a mark or a binding. Rules, tables, metrics, half routes and VRFs are considered. IPv6 routes that
///   apply only to packets from certain addresses count if there is no other route. Nothing is sent to this address.
/// - The association of a wireless interface comes from nl80211, which any process may query. A changed access point is reported;
///   a changed signal strength alone is not. nl80211 is not queried without a wireless interface. Without nl80211, `wifi` is
///   `nil`.
/// - Router advertisements are in `provisioning`: name servers and domains (RFC 8106), the captive portal (RFC 8910) and the
///   prefix of a translator (RFC 8781). The kernel forwards them if it accepts advertisements itself (`accept_ra`), but not if
///   another program does. Advertisements from before the observation are missing; routers repeat them within 30 minutes.
/// - The kind is determined by the driver of virtual interfaces, then by sysfs, then by the hardware number. Without sysfs,
///   Ethernet and Wi-Fi are `other`.
/// - Interfaces of the kind `cellular` are metered; for other kinds it is unknown.
/// - The end of a suspension and a change between mains and battery are reported.
///
/// No privilege is needed. Creating or decoding a source has no effect.
public struct NetlinkInterfaceSource: InterfaceSource {
    /// The folder with one entry per interface, from which the kind of an interface is determined.
    ///
    /// Normally it is `/sys/class/net`, see sysfs(5). Only files below it are read, and names that lead out of it are ignored. A
    /// missing folder is not an error: kinds are then less precise.
    package var sysfsRoot: String

    var supplies = PowerSupplies()
    /// The size of the event socket's queue in bytes; `nil` for the system's default.
    var receiveBuffer: Int32?
    /// Runs first on the observation's thread; tests use it to enter a network namespace.
    var enter: (@Sendable () -> Void)?

    package static let standardSysfsRoot = "/sys/class/net"

    /// Creates a source.
    public init() { self.init(sysfsRoot: Self.standardSysfsRoot) }

    package init(sysfsRoot: String) { self.sysfsRoot = sysfsRoot }

    /// Reports the current snapshot at once, then every change, until the task is cancelled.
    ///
    /// The work runs on a dedicated thread, which exists only during the call. It holds six descriptors (three sockets, a pipe
    /// and a timer), another socket if the device has power supplies, and two more sockets once there is a wireless interface.
    /// They are closed when the call returns. Cancellation ends the call within milliseconds. A state that is shorter than a
    /// burst may be skipped; the last state is always reported. Lost events (`ENOBUFS`) and interrupted dumps are not errors: the
    /// tables are read again. Snapshots are reported on that thread, in order; `report` must return at once.
    ///
    /// - Throws: `CancellationError` after cancellation. ``ConnectivityToolkit/LinuxError`` if a socket cannot be opened or
    ///   fails, or the kernel refuses to answer five times in a row.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        guard let stop = Waker() else { throw LinuxError(.makePipe, code: errno) }
        defer { stop.close() }
        let watch = InterfaceWatch(
            sysfsRoot: sysfsRoot,
            supplies: supplies,
            receiveBuffer: receiveBuffer,
            stop: stop,
            report: report
        )
        try await DedicatedThread.run { [enter] in
            enter?()
            // Every descriptor of the watch is closed before the call continues.
            var watch = watch
            try watch.run()
        } stop: {
            stop.wakeUp()
        }
        throw CancellationError()
    }

    /// Reads the interfaces of the calling thread's network namespace once.
    ///
    /// It blocks the calling thread until the kernel has answered, normally for less than a millisecond, so do not call it in a
    /// task that must not block. Cancellation has no effect. If changes keep interrupting the read, the fifth result is returned.
    ///
    /// - Throws: ``ConnectivityToolkit/LinuxError`` if a socket cannot be opened or fails, or if the kernel refuses to answer, or
    ///   does not complete an answer within two seconds, five times in a row.
    package func currentSnapshot() throws(LinuxError) -> InterfaceSnapshot {
        var reader = try KernelTableReader()
        guard case .tables(let tables, _) = try reader.read(unless: nil) else { return InterfaceSnapshot() }
        var snapshot = tables.assemble { NetworkInterface.Kind(of: $0, sysfsRoot: sysfsRoot) }
        var wifi = WiFiFacts()
        _ = wifi.add(to: &snapshot, unless: nil)
        return snapshot
    }

    /// The route that the kernel selects for packets to an address.
    package struct Route: Hashable, Sendable, Encodable {
        /// The outgoing interface; the loopback interface if the packets stay on the device.
        package var interface: String
        /// The next hop, which may be of the other family; `nil` if the destination is on the link.
        package var gateway: IPAddress?
        /// The source address of the packets; `nil` if the kernel does not report it.
        package var source: IPAddress?
    }

    /// Returns the route that the kernel selects for a packet to an address, from a socket without a mark or a binding.
    ///
    /// It is `nil` if no route leads there, or more than one, as to a multicast address. The answer considers rules, tables,
    /// metrics and VRFs, as `ip route get` does, see ip-route(8). It also considers routes for packets from certain addresses,
    /// which that command does only if a source is given. Nothing is sent to the address. The call blocks the calling thread
    /// until the kernel has answered, normally for less than a millisecond; cancellation has no effect.
    ///
    /// - Throws: ``ConnectivityToolkit/LinuxError`` if the socket cannot be opened or fails, or an answer takes over two seconds.
    package func route(to address: IPAddress) throws(LinuxError) -> Route? {
        var requester = KernelRequester(try NetlinkSocket(groups: 0))
        guard let record = try requester.lookUpRoute(to: address, unless: nil).way else { return nil }
        var link: LinkRecord?
        _ = try requester.ask(RouteRequest.links, unless: nil) { payload in
            if let found = LinkRecord(payload), found.index == record.interfaceIndex { link = found }
        }
        return link.map { Route(interface: $0.name, gateway: record.gateway, source: record.source) }
    }
}
#endif
