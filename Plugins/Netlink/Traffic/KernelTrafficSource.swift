#if os(Linux)
package import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// Reports from the kernel's counters whether this device's connections are answered.
///
/// It captures no packet and reads no content. Every five seconds it requests the state of the TCP connections of all processes in
/// its network namespace (sock_diag(7)) and the packet counts of each interface. Traffic flows both ways if a connection with a
/// public address received data and an acknowledgement in the interval. It is unanswered if no such connection does so, and the
/// connections with two addresses or more repeat their data, or an interface sends without receiving anything. Connections of
/// this process do not count.
///
/// Traffic over UDP, QUIC for example, is visible only in the packet counts, which do not distinguish the Internet from this
/// network, so it never counts as an answer. No privilege is needed; nothing is sent. 1,000 connections take a few milliseconds.
package struct KernelTrafficSource: TrafficSource {
    /// The time between two looks.
    private static let interval = Duration.seconds(5)

    /// The folder with one entry per interface, normally `/sys/class/net`.
    var sysfsRoot = NetlinkInterfaceSource.standardSysfsRoot

    package init() {}

    /// Reads at each interval, on a separate thread that ends with the read.
    package func observe(_ report: @escaping @Sendable (TrafficHint) -> Void) async throws {
        var packets: [String: Packets] = [:]
        while true {
            let body = { @Sendable [self, packets] in try look(after: packets) }
            let seen = try await DedicatedThread.run(body, stop: {})
            packets = seen.packets
            for hint in seen.hints { report(hint) }
            try await Task.sleep(for: Self.interval)
        }
    }

    struct Packets: Sendable {
        var sent: Int
        var received: Int
    }

    /// Reads once, in the network namespace of the calling thread; throws a ``LinuxError`` if the kernel does not answer.
    ///
    /// `own` are the sockets that do not count, by the numbers of their files.
    func look(
        after earlier: [String: Packets],
        without own: Set<UInt32> = OwnSockets.inodes
    ) throws -> (hints: [TrafficHint], packets: [String: Packets]) {
        let interfaces = try NetlinkInterfaceSource(sysfsRoot: sysfsRoot).currentSnapshot().interfaces
            .filter(\.isUsable)
        var names: [IPAddress: String] = [:]
        var namesByIndex: [Int: String] = [:]
        for interface in interfaces {
            namesByIndex[interface.index] = interface.name
            for address in interface.addresses { names[address.address] = interface.name }
        }
        var sample = TrafficSample()
        var requester = KernelRequester(try NetlinkSocket(connections: ()))
        for family in IPAddress.Family.allCases {
            _ = try requester.ask(SocketRequest(family: family), unless: nil) { payload in
                guard let socket = SocketRecord(payload), !own.contains(socket.inode),
                    let name = namesByIndex[socket.interfaceIndex] ?? names[socket.local.withoutEmbedding]
                else { return }
                sample.add(socket, over: name, in: Self.interval)
            }
        }
        var packets: [String: Packets] = [:]
        for interface in interfaces {
            guard let sent = count("tx_packets", of: interface.name),
                let received = count("rx_packets", of: interface.name)
            else { continue }
            packets[interface.name] = Packets(sent: sent, received: received)
            guard let before = earlier[interface.name] else { continue }
            sample.add(sent: sent - before.sent, received: received - before.received, over: interface.name)
        }
        return (sample.hints, packets)
    }

    private func count(_ file: String, of interface: String) -> Int? {
        SystemFile.text("\(sysfsRoot)/\(interface)/statistics/\(file)").flatMap { text in
            Int(text.prefix { $0 != "\n" })
        }
    }
}

/// The sockets of this process.
enum OwnSockets {
    private static let folder = "/proc/self/fd"

    /// The numbers of their files, as links such as `socket:[4711]` name them, see proc(5).
    static var inodes: Set<UInt32> {
        let names = SystemFile.list(folder, limit: .max) { _ in true } ?? []
        return Set(
            names.compactMap { name in
                guard let target = link("\(folder)/\(name)"), target.hasPrefix("socket:["), target.hasSuffix("]") else {
                    return nil
                }
                return UInt32(target.dropFirst("socket:[".count).dropLast())
            }
        )
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
#endif
