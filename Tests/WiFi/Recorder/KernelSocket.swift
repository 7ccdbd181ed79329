import CNetlink
import Glibc

/// A netlink socket whose errors end the program.
struct KernelSocket {
    private let number: Int32

    init(_ family: Int32) {
        number = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), family)
        if number < 0 { fail("socket") }
        // The first request assigns the socket its number; without a number it receives no announcements.
        send(UInt16(NLMSG_NOOP), flags: UInt16(NLM_F_REQUEST), [])
    }

    /// Joins a group: `NETLINK_ADD_MEMBERSHIP` of `SOL_NETLINK`.
    func join(_ group: UInt32) {
        var group = group
        if unsafe setsockopt(number, 270, NETLINK_ADD_MEMBERSHIP, &group, 4) != 0 { fail("join") }
    }

    /// Returns the datagrams that answer a request for one object.
    func ask(_ type: UInt16, _ body: [UInt8]) -> [[UInt8]] {
        send(type, flags: UInt16(NLM_F_REQUEST), body)
        return receive(within: 1_000)
    }

    /// Returns the datagrams that answer a request for a table, including the one that ends it.
    func dump(_ type: UInt16, _ body: [UInt8]) -> [[UInt8]] {
        send(type, flags: UInt16(NLM_F_REQUEST | NLM_F_DUMP), body)
        var datagrams: [[UInt8]] = []
        while true {
            let received = receive(within: 2_000)
            if received.isEmpty { return datagrams }
            datagrams += received
            if received.contains(where: isLast) { return datagrams }
        }
    }

    /// Returns the datagrams that arrive within a time in milliseconds.
    func receive(within limit: Int32) -> [[UInt8]] {
        var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        var datagrams: [[UInt8]] = []
        while unsafe poll(&wait, 1, datagrams.isEmpty ? limit : 0) > 0 {
            var buffer = [UInt8](repeating: 0, count: 1 << 17)
            let count = unsafe recv(number, &buffer, buffer.count, 0)
            if count < 0 { fail("recv") }
            datagrams.append(Array(buffer.prefix(count)))
        }
        return datagrams
    }

    private func send(_ type: UInt16, flags: UInt16, _ body: [UInt8]) {
        let header =
            Recorder.bytes(UInt32(16 + body.count)) + Recorder.bytes(type) + Recorder.bytes(flags)
            + Recorder.bytes(UInt32(1)) + Recorder.bytes(UInt32(0))
        let request = header + body
        if unsafe Glibc.send(number, request, request.count, 0) < 0 { fail("send") }
    }

    /// Whether a datagram ends an answer: it contains `NLMSG_ERROR` or `NLMSG_DONE`, alone or after other messages.
    private func isLast(_ datagram: [UInt8]) -> Bool {
        var rest = datagram[...]
        while rest.count >= 16 {
            let bytes = Array(rest.prefix(6))
            let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
            if bytes[4] == UInt8(NLMSG_ERROR) || bytes[4] == UInt8(NLMSG_DONE), bytes[5] == 0 { return true }
            if length < 16 { return true }
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return false
    }

    private func fail(_ step: String) -> Never {
        unsafe perror(step)
        exit(1)
    }
}
