#if os(Linux)
internal import CNetlink
internal import ConnectivityCore
internal import ConnectivityBlocking
internal import Glibc

/// Reads the kernel's tables of links, addresses and routes, and asks which way it would take.
struct KernelTableReader<Channel: KernelChannel & ~Copyable>: ~Copyable {
    /// What a look at the tables ended with.
    enum Outcome {
        /// The tables; not settled where every try ran into changes, so that another look is due.
        case tables(KernelTables, isSettled: Bool)
        case stopped
    }

    private let open: () throws(LinuxError) -> Channel
    private var requester: KernelRequester<Channel>

    /// Opens a channel for requests.
    ///
    /// - Parameter open: Opens one, now and whenever the last one is out of step.
    /// - Throws: What the opening throws.
    init(_ open: @escaping () throws(LinuxError) -> Channel) throws(LinuxError) {
        self.open = open
        requester = KernelRequester(try open())
    }

    /// Reads all the tables.
    ///
    /// - Parameter stop: Ends the look early when up.
    /// - Returns: The tables, unless stopped.
    /// - Throws: Where a socket fails or the kernel refuses to answer every time.
    mutating func read(unless stop: Waker?) throws(LinuxError) -> Outcome {
        var tries = 1
        while true {
            do throws(LinuxError) {
                let outcome = try readOnce(unless: stop)
                guard case .tables(_, isSettled: false) = outcome, tries < maximumTries else { return outcome }
            } catch {
                guard error.isPassing, tries < maximumTries else { throw error }
                // The rest of an unfinished answer goes away with its channel.
                requester = KernelRequester(try open())
            }
            tries += 1
        }
    }

    private mutating func readOnce(unless stop: Waker?) throws(LinuxError) -> Outcome {
        var tables = KernelTables()
        // Links first: their dump waits for the lock of whoever is changing an interface, so that what the kernel
        // removes along with it, silently in the case of IPv4 routes, is gone when the routes are read.
        var ends = [
            try requester.ask(RouteRequest.links, unless: stop) { LinkRecord($0).map { tables.links.append($0) } },
            try requester.ask(RouteRequest.addresses, unless: stop) { payload in
                AddressRecord(payload).map { tables.addresses.append($0) }
            },
        ]
        for family in AddressFamily.allCases {
            // A kernel without IPv6 answers with the routes of every family.
            let routes = try requester.ask(RouteRequest.routes(family), unless: stop) { payload in
                RouteRecord(payload).map { if $0.family == family { tables.routes.append($0) } }
            }
            let (way, end) = try requester.findWay(to: RouteRequest.internet(family), unless: stop)
            if let way, way.family == family, !way.isLocal { tables.egress.append(way) }
            ends += [routes, end]
        }
        ends.append(try findHops(of: &tables.routes, unless: stop))
        if ends.contains(.stopped) { return .stopped }
        return .tables(tables, isSettled: !ends.contains(.interrupted))
    }

    /// Finds the hops of routes that are shown by a next-hop object's number alone.
    ///
    /// The kernel does so where `net.ipv4.nexthop_compat_mode` is 0. Each object is asked for by its number, because there
    /// may be many more than default routes have.
    private mutating func findHops(
        of routes: inout [RouteRecord],
        unless stop: Waker?
    ) throws(LinuxError) -> AnswerEnd {
        var known: [UInt32: NextHopRecord?] = [:]
        for index in routes.indices {
            var awaited = routes[index].nextHop.map { [$0] } ?? []
            // A group has no groups in it.
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

/// How often the tables are read when changes or a busy kernel get in the way.
private let maximumTries = 5
/// How many next-hop objects are asked for in one look; the routes of any more have no hops.
private let maximumNextHops = 256
#endif
