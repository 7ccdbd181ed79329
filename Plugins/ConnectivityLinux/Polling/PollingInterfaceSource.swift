#if os(Linux)
public import ConnectivityCore
internal import ConnectivityBlocking

/// Reports the network interfaces of a Linux machine by reading the kernel's files again and again, without netlink.
///
/// For sandboxes and emulations where no netlink socket can be had. It reads sysfs(5) (`ifindex`, `flags`, `type`,
/// `operstate`, `carrier`, `uevent`), `route`, `ipv6_route` and `if_inet6` of proc(5), and asks for IPv4 addresses as
/// netdevice(7) describes. A change is seen at the next look, and what came and went between two looks is not seen at all.
///
/// The files tell less than netlink does:
/// - the kind follows from sysfs alone, which names the drivers of some virtual interfaces only;
/// - of an IPv4 route over several next hops the first one is there; IPv6 routes of every table are there as of the main
///   one; no file tells the lifetimes of addresses, nor through which interface the system would send.
///
/// Of each table the first 4 MiB are read, of sysfs 4,096 interfaces. No privilege is needed. Creating or decoding a source
/// has no effect.
public struct PollingInterfaceSource: InterfaceSource, Codable {
    /// The time from one look to the next; from 0.1 to 3,600 seconds.
    public let interval: Duration
    /// The folder with one entry an interface, normally `/sys/class/net`.
    public var sysfsRoot: String
    /// The folder with the tables, normally `/proc/thread-self/net`, which is what `/proc/net` leads to.
    public var procRoot: String

    /// Asks for the IPv4 addresses; tests give recorded ones.
    var ipv4Addresses: @Sendable () throws(LinuxError) -> [String: [Interface.Address]] = IPv4Addresses.read
    /// Runs first on the thread of each look: tests enter a network namespace here.
    var enter: (@Sendable () -> Void)?

    /// The intervals that can be set.
    public static let intervals: ClosedRange<Duration> = .milliseconds(100) ... .seconds(3600)
    /// The place of the interfaces in sysfs on every Linux system.
    public static let standardSysfsRoot = "/sys/class/net"
    /// The place of the tables of the network namespace of whoever reads.
    public static let standardProcRoot = "/proc/thread-self/net"

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - interval: The time from one look to the next; must be in ``intervals``.
    ///   - sysfsRoot: The folder with one entry an interface.
    ///   - procRoot: The folder with the tables.
    public init(
        interval: Duration = .seconds(1),
        sysfsRoot: String = Self.standardSysfsRoot,
        procRoot: String = Self.standardProcRoot
    ) {
        precondition(Self.intervals.contains(interval), "an interval is from 0.1 to 3600 seconds")
        self.interval = interval
        self.sysfsRoot = sysfsRoot
        self.procRoot = procRoot
    }

    private enum CodingKeys: CodingKey {
        case interval, sysfsRoot, procRoot
    }

    /// Decodes a source from an object whose keys, `interval` in seconds, `sysfsRoot` and `procRoot`, may be missing.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` where a value is of another type, or the interval not in ``intervals``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try container.decodeIfPresent(Double.self, forKey: .interval) ?? 1
        guard let interval = Duration(writtenSeconds: seconds), Self.intervals.contains(interval) else {
            throw DecodingError.dataCorruptedError(
                forKey: .interval,
                in: container,
                debugDescription: "must be a number of seconds from 0.1 through 3600"
            )
        }
        self.init(
            interval: interval,
            sysfsRoot: try container.decodeIfPresent(String.self, forKey: .sysfsRoot) ?? Self.standardSysfsRoot,
            procRoot: try container.decodeIfPresent(String.self, forKey: .procRoot) ?? Self.standardProcRoot
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(interval.seconds, forKey: .interval)
        try container.encode(sysfsRoot, forKey: .sysfsRoot)
        try container.encode(procRoot, forKey: .procRoot)
    }

    /// Reports the current snapshot at once, then whenever a look shows another one, until the task is cancelled.
    ///
    /// Each look is made on a thread of its own, which ends with it. Cancellation ends the wait between two looks at once.
    ///
    /// - Parameter report: Receives each snapshot on the task of the call, in order.
    /// - Throws: `CancellationError` after cancellation. ``LinuxError`` where sysfs or the addresses cannot be read.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        var last: InterfaceSnapshot?
        while true {
            try Task.checkCancellation()
            let snapshot = try await look()
            if snapshot.steady != last?.steady {
                last = snapshot
                report(snapshot)
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Reads the interfaces once.
    ///
    /// Blocks the calling thread for less than a millisecond an interface: not for tasks that have to go on.
    ///
    /// - Returns: The interfaces of the network namespace of the calling thread.
    /// - Throws: ``LinuxError`` where sysfs or the addresses cannot be read.
    public func currentSnapshot() throws(LinuxError) -> InterfaceSnapshot {
        var addresses = try ipv4Addresses()
        let routes = RouteTables(root: procRoot)
        for (name, more) in IPv6Addresses.read(root: procRoot) { addresses[name, default: []] += more }
        return InterfaceSnapshot(
            try SysfsInterface.all(root: sysfsRoot).map { entry in
                Interface(
                    name: entry.name,
                    index: entry.index,
                    kind: entry.kind,
                    isUp: entry.isUp,
                    hasCarrier: entry.hasCarrier,
                    operationalState: entry.operationalState,
                    addresses: addresses[entry.name] ?? [],
                    // The tables list routes over a dead link too.
                    defaultRoutes: entry.isUp && entry.carrier ? routes.byInterface[entry.name] ?? [] : []
                )
            }
        )
    }

    private func look() async throws -> InterfaceSnapshot {
        try await withCheckedThrowingContinuation { continuation in
            DedicatedThread.start {
                enter?()
                continuation.resume(with: Result { try currentSnapshot() })
            }
        }
    }
}
#endif
