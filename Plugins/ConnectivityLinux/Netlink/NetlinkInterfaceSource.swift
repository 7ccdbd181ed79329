#if os(Linux)
public import ConnectivityCore
internal import CNetlink
internal import ConnectivityBlocking
internal import Glibc

/// Reports the network interfaces of a Linux machine, as the kernel's routing socket tells them.
///
/// A snapshot has every interface of the network namespace of the calling thread: name, index, kind, driver, state,
/// addresses, default routes, and whether packets to the Internet leave through it. Changes are reported 10 to 100
/// milliseconds after they happen; a burst of changes makes one report. Between changes nothing runs. See rtnetlink(7).
///
/// - `isUp` is the administrator's switch. `hasCarrier` needs a carrier and an operational state (RFC 2863) of "up" or
///   "unknown"; a link that waits for 802.1X or WPA has none.
/// - Addresses are all there, with the state that duplicate address detection and their lifetimes left them in. A
///   lifetime alone makes no report.
/// - Default routes are those of every table. A route without a metric has metric 0 for IPv4 and 1,024 for IPv6, as in
///   the kernel. A route with several next hops is one default route at the interface of each. Routes over dead or
///   carrierless links are left out, and so are those that refuse. Two halves of the Internet, as some tunnels install
///   them, are no default route.
/// - `egress` is the kernel's own answer to the question which way a packet to a.root-servers.net (198.41.0.4,
///   2001:503:ba3e::2:30) would take, for a socket without a mark or a binding: rules, tables, metrics, halves and VRFs
///   are all in it, except for IPv6 routes that take packets from certain addresses alone. Nothing is sent there.
/// - What a wireless interface is associated with comes from nl80211, which any process may ask; a change of the access
///   point is a change, a change of the signal's strength alone is none. Without a wireless interface nl80211 is not
///   asked, and where the kernel does not have it, `wifi` is `nil`.
/// - The kind comes from the driver of virtual interfaces, then sysfs, then the hardware number. Where sysfs is missing,
///   Ethernet and Wi-Fi are `other`.
/// - Interfaces of the kind `cellular` are metered; of the others it is not known.
///
/// No privilege is needed. Creating or decoding a source has no effect.
public struct NetlinkInterfaceSource: InterfaceSource, Codable {
    /// The folder with one entry an interface that tells what the interface is made of.
    ///
    /// Normally `/sys/class/net`, see sysfs(5). Only files below it are read, and no entry outside of it is followed by
    /// name. A folder that is missing is not an error: kinds are then less exact.
    public var sysfsRoot: String

    /// The size of the event socket's queue in bytes; `nil` for the system's default.
    var receiveBuffer: Int32?
    /// Runs first on the thread of an observation: tests enter a network namespace here.
    var enter: (@Sendable () -> Void)?

    /// The place of the interfaces in sysfs on every Linux system.
    public static let standardSysfsRoot = "/sys/class/net"

    /// Creates a source.
    ///
    /// - Parameter sysfsRoot: The folder with one entry an interface. Default: `/sys/class/net`.
    public init(sysfsRoot: String = Self.standardSysfsRoot) {
        self.sysfsRoot = sysfsRoot
    }

    private enum CodingKeys: String, CodingKey {
        case sysfsRoot
    }

    /// Decodes a source from an object whose only key, `sysfsRoot`, may be missing.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` where the input is not an object or the value not a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sysfsRoot: try container.decodeIfPresent(String.self, forKey: .sysfsRoot) ?? Self.standardSysfsRoot
        )
    }

    /// Reports the current snapshot at once, then after every change, until the task is cancelled.
    ///
    /// The work is done on a thread of its own, which starts and ends with the call and holds four descriptors: two
    /// sockets and a pipe, and two more sockets from the first wireless interface on. They are closed when the call
    /// returns. Cancellation ends the call within milliseconds.
    /// A state that lasts shorter than a burst may go unreported; the last one never does. Lost events (`ENOBUFS`) and
    /// interrupted dumps are not errors: the tables are read again.
    ///
    /// - Parameter report: Receives each snapshot on that thread, in order; it must return at once.
    /// - Throws: `CancellationError` after cancellation. ``LinuxError`` where a socket cannot be opened or fails, or
    ///   the kernel refuses to answer five times in a row.
    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        guard let stop = Waker() else { throw LinuxError(.makePipe, code: errno) }
        defer { stop.close() }
        let watch = InterfaceWatch(sysfsRoot: sysfsRoot, receiveBuffer: receiveBuffer, stop: stop, report: report)
        try await DedicatedThread.run { [enter] in
            enter?()
            // Every descriptor of the watch is closed before the call goes on.
            try watch.run()
        } stop: {
            stop.wakeUp()
        }
        throw CancellationError()
    }

    /// Reads the interfaces once.
    ///
    /// Blocks the calling thread until the kernel has answered, normally for less than a millisecond: not for tasks that
    /// have to go on. Cancellation has no effect. Where changes keep interrupting the reading, the fifth result is used
    /// as it is.
    ///
    /// - Returns: The interfaces of the network namespace of the calling thread.
    /// - Throws: ``LinuxError`` where a socket cannot be opened or fails, or the kernel refuses to answer, or leaves an
    ///   answer open for two seconds, five times in a row.
    public func currentSnapshot() throws(LinuxError) -> InterfaceSnapshot {
        var reader = try KernelTableReader()
        guard case .tables(let tables, _) = try reader.read(unless: nil) else { return InterfaceSnapshot() }
        var snapshot = tables.assemble { Interface.Kind(of: $0, sysfsRoot: sysfsRoot) }
        var wifi = WiFiFacts()
        _ = wifi.add(to: &snapshot, unless: nil)
        return snapshot
    }
}

extension NetlinkInterfaceSource {
    /// The way that the kernel would send a packet to an address.
    public struct Way: Hashable, Sendable, Codable {
        /// The interface that it would leave through; the loopback interface where it stays on the machine.
        public var interface: String
        /// The next hop, which may be of the other family; `nil` where the destination is on the link.
        public var gateway: IPAddress?
        /// The address that it would come from; `nil` where the kernel does not tell.
        public var source: IPAddress?

        /// Creates a way.
        /// - Parameters:
        ///   - interface: The interface.
        ///   - gateway: The next hop; `nil` where the destination is on the link.
        ///   - source: The address that packets come from.
        public init(interface: String, gateway: IPAddress? = nil, source: IPAddress? = nil) {
            self.interface = interface
            self.gateway = gateway
            self.source = source
        }
    }

    /// Asks the kernel which way a packet to an address would take, for a socket without a mark or a binding.
    ///
    /// Rules, tables, metrics and VRFs are all in the answer, see ip-route(8), `ip route get`, and routes for packets from
    /// some addresses alone, of which that command tells with a source only. Nothing is sent to the address. Blocks the
    /// calling thread until the kernel has answered, normally for less than a millisecond; cancellation has no effect.
    ///
    /// - Parameter address: The address.
    /// - Returns: The way; `nil` where there is none, or not a single one, as to a multicast address.
    /// - Throws: ``LinuxError`` where the socket cannot be opened or fails, or an answer stays open for two seconds.
    public func way(to address: IPAddress) throws(LinuxError) -> Way? {
        var requester = KernelRequester(try NetlinkSocket(groups: 0))
        guard let record = try requester.findWay(to: address, unless: nil).way else { return nil }
        var link: LinkRecord?
        _ = try requester.ask(RouteRequest.links, unless: nil) { payload in
            if let found = LinkRecord(payload), found.index == record.interfaceIndex { link = found }
        }
        return link.map { Way(interface: $0.name, gateway: record.gateway, source: record.source) }
    }
}
#endif
