#if os(Linux)
package import ConnectivityCore
package import ConnectivityToolkit

/// Reports the network interfaces of a Linux device by reading the kernel's files at intervals, without netlink.
///
/// It is meant for sandboxes and emulations without netlink sockets. It reads sysfs(5) (`ifindex`, `flags`, `type`,
/// `operstate`, `carrier`, `uevent`), `route`, `ipv6_route` and `if_inet6` of proc(5), and IPv4 addresses by
/// netdevice(7). The next read reports a change; a change that is reverted between two reads is missed.
///
/// The files contain less than netlink reports:
/// - The kind is determined by sysfs alone, which names only some drivers of virtual interfaces.
/// - Of an IPv4 route with several next hops only the first is listed. IPv6 routes of all tables are listed as if they
///   were in the main table. No file contains the lifetimes of addresses, or the interface that the system would use.
///
/// At most 4 MiB of each table and 4,096 interfaces are read. No privilege is needed. Creating a source has no effect.
package struct PollingInterfaceSource: InterfaceSource {
    /// The time between two reads; a second in a configuration.
    private let interval: Duration
    /// The folder with one entry per interface, normally `/sys/class/net`.
    package var sysfsRoot: String
    /// The folder with the tables, normally `/proc/thread-self/net`, to which `/proc/net` leads.
    package var procRoot: String

    /// Reads the IPv4 addresses; tests pass recorded ones.
    var ipv4Addresses: @Sendable () throws(LinuxError) -> [String: [NetworkInterface.Address]] = IPv4Addresses.read
    /// Runs first on the thread of each read; tests use it to enter a network namespace.
    var enter: (@Sendable () -> Void)?

    package static let standardSysfsRoot = "/sys/class/net"
    /// The standard folder of the tables of the reading thread's network namespace.
    package static let standardProcRoot = "/proc/thread-self/net"

    package init(
        interval: Duration = .seconds(1),
        sysfsRoot: String = Self.standardSysfsRoot,
        procRoot: String = Self.standardProcRoot
    ) {
        self.interval = interval
        self.sysfsRoot = sysfsRoot
        self.procRoot = procRoot
    }

    package init() { self.init(interval: .seconds(1)) }

    /// Reports the current snapshot at once, then every change that a read shows, until the task is cancelled.
    ///
    /// Each read runs on its own thread, which ends with it. Cancellation ends the wait between two reads at once.
    /// Snapshots are reported on the task of the call, in order.
    ///
    /// - Throws: `CancellationError` after cancellation. ``LinuxError`` if sysfs or the addresses cannot be read.
    package func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        var last: InterfaceSnapshot?
        while true {
            try Task.checkCancellation()
            let snapshot = try await look()
            if snapshot.withoutVolatileParts != last?.withoutVolatileParts {
                last = snapshot
                report(snapshot)
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Reads the interfaces of the calling thread's network namespace once; throws if sysfs or addresses cannot be
    /// read.
    ///
    /// It blocks the calling thread for less than a millisecond per interface: do not call it in a task that must not
    /// block.
    package func currentSnapshot() throws(LinuxError) -> InterfaceSnapshot {
        var addresses = try ipv4Addresses()
        let routes = RouteTables(root: procRoot)
        for (name, more) in IPv6Addresses.read(root: procRoot) { addresses[name, default: []] += more }
        return InterfaceSnapshot(
            try SysfsInterface.all(root: sysfsRoot).map { entry in
                NetworkInterface(
                    name: entry.name,
                    index: entry.index,
                    kind: entry.kind,
                    isUp: entry.isUp,
                    hasCarrier: entry.hasCarrier,
                    carrierChangeCount: entry.carrierChangeCount,
                    operationalState: entry.operationalState,
                    addresses: addresses[entry.name] ?? [],
                    // The tables also list routes over a dead link.
                    defaultRoutes: entry.isUp && entry.carrier ? routes.byInterface[entry.name] ?? [] : []
                )
            }
        )
    }

    private func look() async throws -> InterfaceSnapshot {
        let body = { @Sendable [self] in
            enter?()
            return try currentSnapshot()
        }
        return try await DedicatedThread.run(body, stop: {})
    }
}
#endif
