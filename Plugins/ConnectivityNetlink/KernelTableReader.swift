#if os(Linux)
internal import CNetlink
internal import ConnectivityCore
internal import Glibc

/// Reads the kernel's tables of links, addresses and routes.
struct KernelTableReader: ~Copyable {
    /// What a look at the tables ended with.
    enum Outcome {
        /// The tables; not settled where every try ran into changes, so that another look is due.
        case tables(KernelTables, isSettled: Bool)
        case stopped
    }

    /// How often the tables are read when changes or a busy kernel get in the way.
    static let tries = 5
    /// How long the kernel may take for each part of an answer.
    static let patience: Duration = .seconds(2)

    private var socket: NetlinkSocket
    private var sequence: UInt32 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 15)

    /// Opens a socket for requests in the network namespace of the calling thread.
    init() throws(NetlinkError) {
        socket = try NetlinkSocket(groups: 0)
    }

    /// Reads all the tables.
    ///
    /// - Parameter stop: Ends the look early when raised.
    /// - Returns: The tables, unless stopped.
    /// - Throws: Where a socket fails or the kernel refuses to answer every time.
    mutating func read(unless stop: StopSignal?) throws(NetlinkError) -> Outcome {
        var tries = 1
        while true {
            do throws(NetlinkError) {
                let outcome = try readOnce(unless: stop)
                guard case .tables(_, isSettled: false) = outcome, tries < Self.tries else { return outcome }
            } catch {
                guard error.isPassing, tries < Self.tries else { throw error }
                // The rest of an unfinished answer goes away with its socket.
                socket = try NetlinkSocket(groups: 0)
            }
            tries += 1
        }
    }

    private mutating func readOnce(unless stop: StopSignal?) throws(NetlinkError) -> Outcome {
        var tables = KernelTables()
        // Links first: their dump waits for the lock of whoever is changing an interface, so that what the kernel
        // removes along with it, silently in the case of IPv4 routes, is gone when the routes are read.
        let ends = [
            try dump(.links, unless: stop) { LinkRecord($0).map { tables.links.append($0) } },
            try dump(.addresses, unless: stop) { AddressRecord($0).map { tables.addresses.append($0) } },
            try dump(.routes(AF_INET), unless: stop) { payload in
                RouteRecord(payload).map { if $0.family == .ipv4 { tables.routes.append($0) } }
            },
            // A kernel without IPv6 answers with the routes of every family.
            try dump(.routes(AF_INET6), unless: stop) { payload in
                RouteRecord(payload).map { if $0.family == .ipv6 { tables.routes.append($0) } }
            },
        ]
        if ends.contains(.stopped) { return .stopped }
        return .tables(tables, isSettled: !ends.contains(.interrupted))
    }

    private enum DumpEnd {
        case complete, interrupted, stopped
    }

    private mutating func dump(
        _ request: DumpRequest,
        unless stop: StopSignal?,
        each: (ArraySlice<UInt8>) -> Void
    ) throws(NetlinkError) -> DumpEnd {
        sequence &+= 1
        try socket.send(request.message(sequence: sequence))
        var end = DumpEnd.complete
        while true {
            switch try socket.wait(atMost: Self.patience, unless: stop) {
            case .readable: break
            case .stopped: return .stopped
            case .timedOut: throw NetlinkError(.dump, code: ETIMEDOUT)
            }
            switch try socket.receive(into: &buffer) {
            case .empty, .foreign: continue
            case .overflow: throw NetlinkError(.dump, code: ENOBUFS)
            case .datagram(let count):
                for message in NetlinkMessages(buffer[..<count]) where message.sequence == sequence {
                    if message.flags & UInt16(NLM_F_DUMP_INTR) != 0 { end = .interrupted }
                    switch Int32(message.type) {
                    case NLMSG_DONE, NLMSG_ERROR:
                        switch message.errorCode {
                        case 0: return end
                        // The main table is made with its first route.
                        case ENOENT: return end
                        case let code: throw NetlinkError(.dump, code: code)
                        }
                    case Int32(request.answer): each(message.payload)
                    default: break
                    }
                }
            }
        }
    }
}
#endif
