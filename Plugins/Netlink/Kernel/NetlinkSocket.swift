#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// A netlink socket, closed when its owner ends.
///
/// All system calls on netlink sockets are in this file.
struct NetlinkSocket: ~Copyable {
    enum Reading {
        /// Bytes from the kernel, at the start of the buffer.
        case datagram(Int)
        /// A message from another process, which must be ignored.
        case foreign
        /// Messages were lost because they arrived faster than they were read.
        case overflow
        case empty
    }

    private let descriptor: Descriptor

    /// The groups that announce changes of everything that is in a snapshot.
    ///
    /// Rules are not part of a snapshot, but affect the kernel's routes. Joining a group that an old kernel lacks has
    /// no effect.
    static let changes: UInt32 = [
        RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE,
        RTNLGRP_IPV4_RULE, RTNLGRP_IPV6_RULE, RTNLGRP_NEXTHOP,
    ].reduce(0) { $0 | 1 << ($1.rawValue - 1) }

    /// The group for options of router advertisements.
    static let routerOptions: UInt32 = 1 << (RTNLGRP_ND_USEROPT.rawValue - 1)

    /// Opens a socket in the network namespace of the calling thread.
    ///
    /// The groups to join are bits by the numbers of `RTNLGRP_`, 0 for requests. The size of the kernel's queue is in
    /// bytes, `nil` for the system's default.
    ///
    /// - Throws: An error if the system has no descriptor left or no such socket.
    init(groups: UInt32, receiveBuffer: Int32? = nil) throws(LinuxError) {
        descriptor = try Self.open(NETLINK_ROUTE, groups: groups, receiveBuffer: receiveBuffer)
        // Strict checking makes the kernel apply a dump's filters; without it (before 4.20) only our filters apply.
        descriptor.set(NETLINK_GET_STRICT_CHK, of: Self.netlinkLevel, to: 1)
    }

    /// Opens a generic netlink socket in the network namespace of the calling thread.
    ///
    /// The group to join has the number that the controller assigned; `nil` for requests.
    ///
    /// - Throws: An error if the system has no descriptor left, no such socket or no such group.
    init(genericGroup group: UInt32?) throws(LinuxError) {
        descriptor = try Self.open(genericGroup: group)
    }

    /// Opens a socket that receives the kernel's events of devices in the network namespace of the calling thread.
    ///
    /// - Throws: An error if the system has no descriptor left or no such socket.
    init(kernelEvents: Void) throws(LinuxError) {
        descriptor = try Self.open(NETLINK_KOBJECT_UEVENT, groups: 1, receiveBuffer: nil)
    }

    /// Opens a socket for requests about the connections in the network namespace of the calling thread.
    ///
    /// - Throws: An error if the system has no descriptor left or no such socket.
    init(connections: Void) throws(LinuxError) {
        // NETLINK_SOCK_DIAG
        descriptor = try Self.open(4, groups: 0, receiveBuffer: nil)
    }

    private static func open(genericGroup group: UInt32?) throws(LinuxError) -> Descriptor {
        let descriptor = try open(NETLINK_GENERIC, groups: 0, receiveBuffer: nil)
        guard let group else { return descriptor }
        let membership = Int32(bitPattern: group)
        guard descriptor.set(NETLINK_ADD_MEMBERSHIP, of: netlinkLevel, to: membership) else {
            throw LinuxError(.bind, code: errno)
        }
        return descriptor
    }

    /// The descriptor's number, for a wait on another socket while this one is open.
    var number: Int32 { descriptor.number }

    private static func open(
        _ family: Int32,
        groups: UInt32,
        receiveBuffer: Int32?
    ) throws(LinuxError) -> Descriptor {
        let descriptor: Descriptor
        do throws(Errno) {
            descriptor = try Descriptor(socket: AF_NETLINK, Descriptor.raw, protocol: family)
        } catch {
            throw LinuxError(.openSocket, code: error.number)
        }
        if let receiveBuffer { descriptor.set(SO_RCVBUF, of: SOL_SOCKET, to: receiveBuffer) }
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = groups
        let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        let status = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor.number, $0, size)
            }
        }
        guard status == 0 else { throw LinuxError(.bind, code: errno) }
        return descriptor
    }

    /// `SOL_NETLINK`, which the C library declares only for GNU programs.
    private static let netlinkLevel: Int32 = 270

    /// Sends a request to the kernel, which processes it during this call.
    func send(_ request: [UInt8]) throws(LinuxError) {
        while true {
            let count = unsafe request.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor.number, bytes.baseAddress, bytes.count, 0)
            }
            if count >= 0 { return }
            guard errno == EINTR else { throw LinuxError(.send, code: errno) }
        }
    }

    /// Removes one datagram from the queue and reads only its sender.
    func discard() throws(LinuxError) -> Reading {
        var buffer: [UInt8] = [0]
        return try read(into: &buffer, flags: Int32(MSG_TRUNC))
    }

    /// Removes one datagram from the queue and reads its sender and the type and subject of its message.
    ///
    /// There is no event if the datagram is not exactly one message.
    func discardMessage() throws(LinuxError) -> (Reading, event: KernelEvent?) {
        let headerLength = MemoryLayout<nlmsghdr>.size
        // With the family and, of a route, the length of its destination.
        var buffer = [UInt8](repeating: 0, count: headerLength + 2)
        let reading = try read(into: &buffer, flags: Int32(MSG_TRUNC))
        guard case .datagram(let count) = reading, count >= buffer.count else { return (reading, nil) }
        let header = unsafe buffer.withUnsafeBytes { unsafe $0.loadUnaligned(as: nlmsghdr.self) }
        guard Int(header.nlmsg_len) == count else { return (reading, nil) }
        let event = KernelEvent(
            type: header.nlmsg_type,
            family: IPAddress.Family(kernel: buffer[headerLength]),
            isNewDefaultRoute: Int(header.nlmsg_type) == RTM_NEWROUTE && buffer[headerLength + 1] == 0
        )
        return (reading, event)
    }

    /// Reads one datagram into a buffer, which grows to its size; it throws if that exceeds ``largestDatagram``.
    func receive(into buffer: inout [UInt8]) throws(LinuxError) -> Reading {
        let peeked = try read(into: &buffer, flags: Int32(MSG_PEEK | MSG_TRUNC))
        if case .datagram(let size) = peeked, size > buffer.count {
            guard size <= Self.largestDatagram else { throw LinuxError(.receive, code: EMSGSIZE) }
            buffer += [UInt8](repeating: 0, count: size - buffer.count)
        }
        guard case .datagram = peeked else {
            if case .foreign = peeked { return try discard() }
            return peeked
        }
        return try read(into: &buffer, flags: 0)
    }

    /// The maximum size of a datagram; the kernel's dump buffers are 32 KB, slightly larger for many functions.
    static let largestDatagram = 1 << 22

    private func read(into buffer: inout [UInt8], flags: Int32) throws(LinuxError) -> Reading {
        var sender = sockaddr_nl()
        var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        let number = descriptor.number
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe withUnsafeMutablePointer(to: &sender) { sender in
                unsafe sender.withMemoryRebound(to: sockaddr.self, capacity: 1) { sender in
                    unsafe recvfrom(number, bytes.baseAddress, bytes.count, flags, sender, &size)
                }
            }
        }
        guard count >= 0 else {
            switch errno {
            case EAGAIN, EINTR: return .empty
            case ENOBUFS: return .overflow
            case let code: throw LinuxError(.receive, code: code)
            }
        }
        // The kernel's port is 0. Messages of other senders must not cause any work.
        return sender.nl_pid == 0 ? .datagram(count) : .foreign
    }

    enum WaitEnd {
        case readable, stopped, timedOut
    }

    /// Waits until the socket or another descriptor has data to read; `stop` takes precedence over data.
    ///
    /// Without a limit only these end the wait.
    func wait(
        or others: [Int32],
        atMost limit: Duration?,
        unless stop: Waker?
    ) throws(LinuxError) -> WaitEnd {
        let end = limit.map { ContinuousClock.now + $0 }
        var waits = ([stop?.number ?? -1, descriptor.number] + others).map(pollfd.toRead)
        do throws(Errno) {
            guard try Poll.wait(for: &waits, until: end) else { return .timedOut }
            return waits[0].isReady ? .stopped : .readable
        } catch {
            throw LinuxError(.wait, code: error.number)
        }
    }

    func wait(atMost limit: Duration?, unless stop: Waker?) throws(LinuxError) -> WaitEnd {
        try wait(or: [], atMost: limit, unless: stop)
    }
}
#endif
