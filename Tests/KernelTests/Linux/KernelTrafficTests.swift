#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityToolkit
import Glibc
import TestSupport
import Testing

@testable import ConnectivityNetlink

/// The traffic that the kernel shows of real connections in a namespace: one end has the address of an interface that swallows
/// what is sent to others, and the other end a public address of the device itself.
@Suite(.needs(.namespaces))
struct `Traffic that the kernel shows` {
    private static let source: KernelTrafficSource = {
        var source = KernelTrafficSource()
        source.sysfsRoot = "/nonexistent"
        return source
    }()

    private static func namespace() async throws -> NetworkNamespace {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            """
            link set lo up
            address add 203.0.113.1/32 dev lo
            address add 10.9.0.1/32 dev lo
            link add out0 type veth peer name hole0
            link set hole0 up
            link set out0 up arp off
            address add 198.51.100.1/24 dev out0
            route add default via 198.51.100.254 dev out0
            """
        )
        return namespace
    }

    /// A connection within the namespace.
    private struct Pair: ~Copyable {
        let ends: [Descriptor]

        init(to address: IPAddress) throws {
            let listener = try Descriptor(socket: AF_INET, Descriptor.stream)
            try listener.bind(to: address.socketAddress(port: 0))
            try listener.listen(queueLength: 1)
            let client = try Descriptor(socket: AF_INET, Descriptor.stream)
            try client.bind(to: IPAddress("198.51.100.1").socketAddress(port: 0))
            let target = try #require(listener.address)
            // The system connects both ends of one device before this call returns.
            try? client.connect(to: target)
            ends = [listener, client, try listener.accept()]
        }

        func send() {
            for end in ends.dropFirst() { _ = try? end.send([120]) }
        }
    }

    @Test func `A connection that carries data both ways is traffic that is answered, unless it is this process's own`()
        async throws
    {
        let namespace = try await Self.namespace()
        let (all, others) = try await namespace.run {
            let pair = try Pair(to: "203.0.113.1")
            pair.send()
            usleep(50_000)
            pair.send()
            usleep(50_000)
            let all = try Self.source.look(after: [:], without: []).hints
            return (all, try Self.source.look(after: [:]).hints)
        }
        expect(all, [.traffic(over: "out0", isAnswered: true)])
        expect(others, [])
    }

    @Test func `A connection with a private address says nothing`() async throws {
        let namespace = try await Self.namespace()
        let hints = try await namespace.run {
            let pair = try Pair(to: "10.9.0.1")
            pair.send()
            usleep(50_000)
            return try Self.source.look(after: [:], without: []).hints
        }
        expect(hints, [])
    }

    @Test func `Connections that two addresses do not answer are silence, and one alone is not`() async throws {
        let namespace = try await Self.namespace()
        let (one, two) = try await namespace.run {
            let sockets = try ["192.0.2.1", "192.0.2.2"].map { address in
                let socket = try Descriptor(socket: AF_INET, Descriptor.stream)
                try? socket.connect(to: IPAddress(stringLiteral: address).socketAddress(port: 443))
                return socket
            }
            var hints: [TrafficHint] = []
            for _ in 0..<100 where hints.isEmpty {
                usleep(100_000)
                hints = try Self.source.look(after: [:], without: []).hints
            }
            let first = try Self.inodes(of: sockets[0])
            return (try Self.source.look(after: [:], without: [first]).hints, hints)
        }
        expect(two, [.traffic(over: "out0", isAnswered: false)])
        expect(one, [])
    }

    private static func inodes(of socket: Descriptor) throws -> UInt32 {
        var status = stat()
        try #require(unsafe fstat(socket.number, &status) == 0)
        return UInt32(truncatingIfNeeded: status.st_ino)
    }
}

/// Messages of the kernel as bytes, and what is wrong with some of them.
@Suite struct `Records of sockets` {
    /// An answer about a connection from 198.51.100.1 to 203.0.113.1.
    private static func answer(state: UInt8 = 1, retransmits: UInt8 = 0, info: Int = 104) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 72)
        (head[0], head[1]) = (UInt8(AF_INET), state)
        head.replaceSubrange(8..<12, with: [198, 51, 100, 1])
        head.replaceSubrange(24..<28, with: [203, 0, 113, 1])
        head[68] = 7
        var numbers = [UInt8](repeating: 0, count: info)
        if info > 2 { numbers[2] = retransmits }
        return head + SocketRequest.attribute(2, numbers)
    }

    @Test func `A record has the ends, the state and the times`() throws {
        let record = try #require(SocketRecord(Self.answer(state: 2, retransmits: 3)[...]))
        #expect(record.local == "198.51.100.1" && record.peer == "203.0.113.1" && record.inode == 7)
        #expect(record.isOpening && record.retransmitCount == 3 && record.sinceData == 0)
    }

    @Test func `A record that is cut anywhere, or has no state of the connection, is refused`() {
        let whole = Self.answer()
        for length in whole.indices { expect(SocketRecord(whole[..<length]), nil, "\(length)") }
        expect(SocketRecord(Self.answer(info: 20)[...]), nil)
        expect(SocketRecord([99] + Self.answer().dropFirst()), nil)
    }

    @Test func `An interface that sends without receiving is silent`() {
        var sample = TrafficSample()
        sample.add(sent: 9, received: 0, over: "a")
        sample.add(sent: 9, received: 1, over: "b")
        sample.add(sent: 2, received: 0, over: "c")
        expect(sample.hints, [.traffic(over: "a", isAnswered: false)])
    }

    @Test(arguments: [#"{"interval": 0.5}"#, #"{"interval": 31}"#, #"{"interval": "five"}"#, #"{"intervall": 5}"#])
    func `An interval that would miss a hint, and an unknown option, are refused`(options: String) throws {
        let written = "{\"traffic\": {\"use\": \"traffic.kernel\", \(options.dropFirst())}"
        #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: Array(written.utf8), registry: .standard())
        }
    }
}
#endif
