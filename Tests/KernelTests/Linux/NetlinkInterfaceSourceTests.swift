#if os(Linux)
import ConnectivityCore
import FoundationEssentials
import Testing
import TestSupport

@testable import ConnectivityNetlink

@Suite struct NetlinkInterfaceSourceTests {
    @Test func `An empty object decodes to a netlink source with the standard sysfs folder`() throws {
        let source = try JSONDecoder().decode(NetlinkInterfaceSource.self, from: Data("{}".utf8))
        expect(source.sysfsRoot, "/sys/class/net")
    }

    @Test func `A single read of this device finds the loopback interface`() throws {
        let snapshot = try NetlinkInterfaceSource().currentSnapshot()
        #expect(snapshot.interfaces.contains { $0.kind == .loopback && $0.index == 1 })
    }

    @Test func `A request has the stated length and the given sequence number`() throws {
        let requests: [RouteRequest] = [
            .links, .addresses(.ipv4), .addresses(.ipv6), .routes(.ipv4), .routes(.ipv6), .nextHop(7),
            .way(to: "192.0.2.1"), .way(to: "2001:db8::1"), .way(to: "2001:db8::1", from: "2001:db8::2"),
        ]
        for request in requests {
            let bytes = request.message(sequence: 0x0102_0304)
            let messages = Array(NetlinkMessages(bytes[...]))
            #expect(messages.count == 1 && messages.first?.sequence == 0x0102_0304)
            expect(messages.first?.payload.count, bytes.count - 16)
        }
    }

    @Test func `A task cancelled before observing gets no report`() async {
        let task = Task {
            // The task waits for the cancellation, so that there is no race.
            while !Task.isCancelled { await Task.yield() }
            try await NetlinkInterfaceSource().observe { _ in Issue.record("reported after cancellation") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
#endif
