#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// Reads the kernel's tables of links, addresses and routes, and the routes that it selects.
struct KernelTableReader<Channel: KernelChannel & ~Copyable>: ~Copyable {
    enum Outcome {
        /// The tables; not settled if changes interrupted every try, so that another read is due.
        case tables(KernelTables, isSettled: Bool)
        case stopped
    }

    private let open: () throws(LinuxError) -> Channel
    private var requester: KernelRequester<Channel>
    private var known = KernelTables()

    /// Opens a channel for requests; `open` is called now, and whenever the previous one is out of step.
    init(_ open: @escaping () throws(LinuxError) -> Channel) throws(LinuxError) {
        self.open = open
        requester = KernelRequester(try open())
    }

    /// Reads the tables that may have changed since the last read, and all with the first.
    ///
    /// It throws if a socket fails or the kernel refuses every try.
    mutating func read(_ parts: KernelTables.Parts = .all, unless stop: Waker?) throws(LinuxError) -> Outcome {
        var tries = 1
        while true {
            do throws(LinuxError) {
                let outcome = try readOnce(parts, unless: stop)
                guard case .tables(_, isSettled: false) = outcome, tries < maximumTries else { return outcome }
            } catch {
                guard error.isPassing, tries < maximumTries else { throw error }
                // The rest of an unfinished answer is discarded together with its channel.
                requester = KernelRequester(try open())
            }
            tries += 1
        }
    }

    private mutating func readOnce(_ parts: KernelTables.Parts, unless stop: Waker?) throws(LinuxError) -> Outcome {
        var tables = KernelTables()
        var ends: [AnswerEnd] = []
        // Links are read first: their dump waits for the lock of a running interface change. Everything that the kernel
        // removes with the interface, such as IPv4 routes without an event, is therefore gone when the routes are read.
        if parts.contains(.links) {
            ends.append(
                try requester.ask(RouteRequest.links, unless: stop) { LinkRecord($0).map { tables.links.append($0) } }
            )
        } else {
            tables.links = known.links
        }
        for family in IPAddress.Family.allCases {
            // A kernel without IPv6 answers with the addresses of all families.
            if parts.contains(.addresses(family)) {
                let end = try requester.ask(RouteRequest.addresses(family), unless: stop) { payload in
                    AddressRecord(payload).map { if $0.family == family { tables.addresses.append($0) } }
                }
                ends.append(end)
            } else {
                tables.addresses += known.addresses.filter { $0.family == family }
            }
        }
        for family in IPAddress.Family.allCases {
            if parts.contains(.routes(family)) {
                ends += try readRoutes(of: family, into: &tables, unless: stop)
            } else {
                tables.routes += known.routes.filter { $0.family == family }
                tables.egress += known.egress.filter { $0.family == family }
            }
        }
        if ends.contains(.stopped) { return .stopped }
        known = tables
        return .tables(tables, isSettled: !ends.contains(.interrupted))
    }

    private mutating func readRoutes(
        of family: IPAddress.Family,
        into tables: inout KernelTables,
        unless stop: Waker?
    ) throws(LinuxError) -> [AnswerEnd] {
        // A kernel without IPv6 answers with the routes of all families.
        var routes: [RouteRecord] = []
        let end = try requester.ask(RouteRequest.routes(family), unless: stop) { payload in
            RouteRecord(payload).map { if $0.family == family { routes.append($0) } }
        }
        let (way, wayEnd) = try requester.lookUpRoute(to: RouteRequest.internet(family), unless: stop)
        if let way, way.family == family, !way.isLocal { tables.egress.append(way) }
        let hopsEnd = try findHops(of: &routes, unless: stop)
        tables.routes += routes
        return [end, wayEnd, hopsEnd]
    }

    /// Finds the hops of routes that only state the number of a next-hop object.
    ///
    /// The kernel reports such routes if `net.ipv4.nexthop_compat_mode` is 0. Each object is requested by its
    /// number, because there may be many more objects than default routes.
    private mutating func findHops(
        of routes: inout [RouteRecord],
        unless stop: Waker?
    ) throws(LinuxError) -> AnswerEnd {
        var known: [UInt32: NextHopRecord?] = [:]
        for index in routes.indices {
            var awaited = routes[index].nextHop.map { [$0] } ?? []
            // A group contains no groups.
            var isGroup = false
            while let number = awaited.popLast() {
                if known[number] == nil {
                    guard known.count < maximumNextHops else { break }
                    var found: NextHopRecord?
                    let request = RouteRequest.nextHop(number)
                    let end = try requester.ask(request, unless: stop) { found = NextHopRecord($0) }
                    if end == .stopped { return end }
                    known[number] = .some(found)
                }
                switch known[number] ?? nil {
                case .hop(let hop): routes[index].hops.append(hop)
                case .group(let members) where !isGroup:
                    isGroup = true
                    awaited = members.reversed()
                case .group, nil: break
                }
            }
        }
        return .complete
    }
}

extension KernelTableReader where Channel == NetlinkSocket {
    /// Opens a socket for requests in the network namespace of the calling thread.
    init() throws(LinuxError) {
        try self.init { () throws(LinuxError) in try NetlinkSocket(groups: 0) }
    }
}

/// The maximum number of tries if changes or a busy kernel interrupt a read.
private let maximumTries = 5
/// The maximum number of next-hop objects requested per read and family; routes with further objects have no hops.
private let maximumNextHops = 256
#endif
