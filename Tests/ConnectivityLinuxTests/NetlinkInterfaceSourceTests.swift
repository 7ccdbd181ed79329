#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing

@testable import ConnectivityLinux

@Suite struct NetlinkInterfaceSourceTests {
    @Test func `An empty object is a source with the system's own sysfs`() throws {
        let source = try JSONDecoder().decode(NetlinkInterfaceSource.self, from: Data("{}".utf8))
        #expect(source.sysfsRoot == "/sys/class/net")
    }

    @Test func `Encoding and decoding keep the option and nothing else`() throws {
        let data = try JSONEncoder().encode(NetlinkInterfaceSource(sysfsRoot: "sys"))
        #expect(String(decoding: data, as: UTF8.self) == #"{"sysfsRoot":"sys"}"#)
        #expect(try JSONDecoder().decode(NetlinkInterfaceSource.self, from: data).sysfsRoot == "sys")
    }

    @Test func `A sysfs root that is not text is refused`() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(NetlinkInterfaceSource.self, from: Data(#"{"sysfsRoot": 1}"#.utf8))
        }
    }

    @Test func `One look at this machine finds its loopback interface`() throws {
        let snapshot = try NetlinkInterfaceSource().currentSnapshot()
        #expect(snapshot.interfaces.contains { $0.kind == .loopback && $0.index == 1 })
    }

    @Test func `A request has the length it claims and the sequence it was given`() throws {
        let requests: [RouteRequest] = [
            .links, .addresses, .routes(.ipv4), .routes(.ipv6), .nextHop(7),
            .way(to: "192.0.2.1"), .way(to: "2001:db8::1"), .way(to: "2001:db8::1", from: "2001:db8::2"),
        ]
        for request in requests {
            let bytes = request.message(sequence: 0x0102_0304)
            let messages = Array(NetlinkMessages(bytes[...]))
            #expect(messages.count == 1 && messages.first?.sequence == 0x0102_0304)
            #expect(messages.first?.payload.count == bytes.count - 16)
        }
    }

    @Test func `A task that was cancelled before gets no report`() async {
        let task = Task {
            // Cancellation is awaited, not raced.
            while !Task.isCancelled { await Task.yield() }
            try await NetlinkInterfaceSource().observe { _ in Issue.record("reported after cancellation") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
#endif
