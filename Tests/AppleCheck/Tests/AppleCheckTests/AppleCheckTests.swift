import AppleFiles
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Network
import Testing

/// Tests of the files for Apple's systems with the stand-ins for the frameworks.
///
/// They run one after the other, because the stand-ins have global state, as the frameworks do.
@Suite(.serialized) struct AppleCheckTests {
    private let wifi = NWPath(
        .satisfied,
        [NWInterface(.wifi, "lo", 4), NWInterface(.cellular, "pdp_ip0", 2), NWInterface(.other, "utun1", 7)],
        isExpensive: true,
        supportsIPv4: true,
        gateways: [
            .hostPort(host: .ipv4(IPv4Address([192, 0, 2, 1])), port: NWEndpoint.Port(rawValue: 0)),
            .hostPort(host: .name("gateway.example", nil), port: NWEndpoint.Port(rawValue: 0)), .unix(path: "/x"),
        ]
    )

    /// Observes until the given number of reports has arrived, and runs an action after each.
    private func reports(
        _ count: Int,
        after act: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [InterfaceSnapshot] {
        let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
        return await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await PathInterfaceSource().observe { continuation.yield($0) } }
            var reports: [InterfaceSnapshot] = []
            for await report in stream {
                reports.append(report)
                if reports.count == count { break }
                act(reports.count)
            }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            return reports
        }
    }

    @Test func `A path of the system is converted to a snapshot`() async throws {
        NWPathMonitor.begin(with: [NWPath(.unsatisfied), wifi])
        let snapshot = try #require(await reports(1).first)
        #expect(snapshot.interfaces.map(\.kind) == [.cellular, .wifi, .vpn])
        let first = try #require(snapshot["lo"])
        #expect(first.isMetered == true)
        #expect(first.egress == [.ipv4])
        #expect(first.defaultRoutes.map(\.gateway) == ["192.0.2.1"])
        #expect(first.addresses.map(\.address).contains("127.0.0.1"), "the device's own addresses, by name")
        #expect(NWPathMonitor.runningCount == 0)
    }

    @Test func `Each path status and interface type of the system is converted`() async throws {
        let types: [NWInterface.InterfaceType] = [.other, .wifi, .cellular, .wiredEthernet, .loopback]
        let interfaces = types.enumerated().map { NWInterface($1, "x\($0)", $0) }
        for (status, state) in [
            (NWPath.Status.satisfied, NetworkInterface.OperationalState.up), (.unsatisfied, .down),
            (.requiresConnection, .dormant),
        ] {
            NWPathMonitor.begin(with: [NWPath(status, interfaces, supportsIPv6: true)])
            let snapshot = try #require(await reports(1).first)
            #expect(snapshot.interfaces.map(\.kind) == [.other, .wifi, .cellular, .ethernet, .loopback])
            #expect(snapshot.interfaces.allSatisfy { $0.operationalState == state })
            #expect(snapshot["x0"]?.egress == (state == .down ? [] : [.ipv6]))
        }
    }

    @Test func `A changed path is reported, and so is an offline machine`() async throws {
        NWPathMonitor.begin(with: [wifi])
        let reports = await reports(2) { _ in NWPathMonitor.change(to: NWPath(.unsatisfied)) }
        #expect(reports.map(\.interfaces.count) == [3, 0])
        NWPathMonitor.begin(with: [NWPath(.unsatisfied)])
        #expect(await self.reports(1) == [InterfaceSnapshot()])
    }

    @Test func `The path source obeys the laws of interface sources`() async throws {
        NWPathMonitor.begin(with: [wifi])
        try await InterfaceSourceLaws.check(PathInterfaceSource(), clock: .continuous)
        #expect(NWPathMonitor.runningCount == 0)
    }

    @Test func `The Apple plugin registers its source by name`() throws {
        var registry = PluginRegistry()
        try registry.add(ApplePlugin.self)
        #expect(try registry.source("source.path") is PathInterfaceSource)
    }

    @Test(arguments: ["NSApplicationDidBecomeActiveNotification", "UIApplicationDidBecomeActiveNotification"])
    func `Activations of the app are reported until the listener ends`(name: String) async {
        let activations = AppActivation.all
        NotificationCenter.default.post(name: Notification.Name(name), object: nil)
        var count = 0
        for await _ in activations {
            count += 1
            if count == 3 { break }
            NotificationCenter.default.post(name: Notification.Name(name), object: nil)
        }
        #expect(count == 3)
    }
}
