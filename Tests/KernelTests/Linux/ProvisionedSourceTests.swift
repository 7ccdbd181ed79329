#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ConnectivityToolkit
import Testing
import TestSupport

@testable import ConnectivityProvisioning

@Suite
struct ProvisionedSourceTests {
    private static let link = NetworkInterface(
        name: "c0",
        index: 2,
        kind: .ethernet,
        addresses: [NetworkInterface.Address("192.0.2.153", prefixLength: 24)]
    )
    private static let base = StaticInterfaceSource(InterfaceSnapshot([link]))
    private static let state = "run/systemd/netif/links/2"

    private func source(_ folder: SystemFolder) -> ProvisionedSource {
        Self.base.provisioned(by: ProvisioningPlugin.readers(root: folder.path))
    }

    @Test func `The provisioned source obeys the laws of interface sources`() async throws {
        let folder = try SystemFolder()
        try folder.write("CAPTIVE_PORTAL=https://portal.example/api\n", to: Self.state)
        try await InterfaceSourceLaws.check(source(folder), clock: ContinuousClock(), slack: .seconds(300))
    }

    @Test func `Created, changed, replaced and removed files and folders are noticed`()
        async throws
    {
        let folder = try SystemFolder()
        try await Observation.of(source(folder)) { reports in
            try await reports.next("the first report, without any folder") { $0["c0"]?.captivePortal == nil }

            try folder.write("CAPTIVE_PORTAL=https://portal.example/a\n", to: Self.state)
            try await reports.next("the portal of a new folder") {
                $0["c0"]?.captivePortal?.description == "https://portal.example/a"
            }
            try folder.write("CAPTIVE_PORTAL=https://portal.example/b\nDNS=192.0.2.53\n", to: Self.state)
            try await reports.next("the portal of a new file") {
                $0["c0"]?.captivePortal?.description == "https://portal.example/b"
                    && $0["c0"]?.nameServers == ["192.0.2.53"]
            }
            try folder.write("nameserver 192.0.2.54\n", to: "etc/resolv.conf")
            try await reports.next("the machine's servers") { $0.nameServers == ["192.0.2.54"] }

            try folder.remove("run")
            try await reports.next("no portal any more") { $0["c0"]?.captivePortal == nil }
            try folder.write("CAPTIVE_PORTAL=https://portal.example/c\n", to: Self.state)
            try await reports.next("the portal of the folder that came again") {
                $0["c0"]?.captivePortal?.description == "https://portal.example/c"
            }

            let leases = "var/lib/dhcp/dhclient.leases"
            try folder.write("", to: leases)
            try folder.append(
                "lease { interface \"c0\"; fixed-address 192.0.2.153; option domain-name-servers 192.0.2.55; }\n",
                to: leases
            )
            try await reports.next("the lease that was written into an open file") {
                $0["c0"]?.nameServers == ["192.0.2.55"]
            }
        }
    }

    @Test func `A thousand writes cause few reports, and the last one is correct`() async throws {
        let folder = try SystemFolder()
        try folder.write("", to: Self.state)
        try await Observation.of(source(folder)) { reports in
            try await reports.next("the first report") { $0["c0"] != nil }
            let start = ContinuousClock.now
            for number in 1...1_000 { try folder.write("DNS=192.0.2.\(number % 200 + 1)\n", to: Self.state) }
            try folder.write("DNS=192.0.2.222\n", to: Self.state)
            try await reports.next("the last state") { $0["c0"]?.nameServers == ["192.0.2.222"] }
            let looks = (ContinuousClock.now - start) / ProvisioningWatch.longestBurst
            #expect(Double(reports.count) <= 3 + looks)
        }
    }

    private struct Failure: Error {}

    private struct FailingSource: InterfaceSource {
        var error: (any Error)?

        func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
            report(InterfaceSnapshot([ProvisionedSourceTests.link]))
            if let error { throw error }
        }
    }

    @Test func `The last snapshot of a failing or ending source is reported before the end`() async throws {
        for error in [Failure(), nil] as [Failure?] {
            let seen = Lock<[InterfaceSnapshot]>([])
            let source = FailingSource(error: error).provisioned(
                by: ProvisioningPlugin.readers(root: "/nonexistent")
            )
            do {
                try await source.observe { snapshot in seen.withLock { $0.append(snapshot) } }
                #expect(error == nil)
            } catch is Failure {
                #expect(error != nil)
            }
            expect(seen.withLock { $0 }, [InterfaceSnapshot([Self.link])])
        }
    }

    /// Counts how often it is asked about each interface.
    private final class CountingReader: ProvisioningReader {
        let watchedPaths: [String]
        let asked = Lock<[String]>([])

        init(watching path: String) { watchedPaths = [path] }

        func provisioning(of interface: NetworkInterface) -> [Provisioning] {
            asked.withLock { $0.append(interface.name) }
            return [Provisioning(origin: "/counted", nameServers: ["192.0.2.53"])]
        }
    }

    /// Ends when a reader was asked about its only snapshot.
    private struct EndingSource: InterfaceSource {
        let reader: CountingReader

        func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
            report(InterfaceSnapshot([ProvisionedSourceTests.link]))
            while reader.asked.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    @Test(arguments: [true, false])
    func `Only changed interfaces are looked up again, until a file changes or if it cannot be watched`(
        isWatched: Bool
    ) async throws {
        let folder = try SystemFolder()
        try folder.write("", to: "run/state")
        let reader = CountingReader(watching: isWatched ? folder.path + "/run/state" : "relative/path")
        var other = Self.link
        (other.name, other.index) = ("c1", 3)
        var changed = other
        changed.addresses = [NetworkInterface.Address("192.0.2.154", prefixLength: 24)]
        let snapshots = [[Self.link, other], [Self.link, changed], [Self.link, other]].map { InterfaceSnapshot($0) }
        let source = ScriptedInterfaceSource(
            [(.zero, snapshots[0]), (.milliseconds(100), snapshots[1]), (.milliseconds(900), snapshots[2])],
            clock: ContinuousClock()
        )
        let seen = Lock<[[IPAddress]]>([])
        async let written: Void = {
            try await Task.sleep(for: .milliseconds(400))
            try folder.write("x", to: "run/state")
        }()
        try await source.provisioned(by: [reader]).observe { snapshot in
            seen.withLock { $0.append(snapshot.interfaces.flatMap(\.nameServers)) }
        }
        try await written
        let both = ["c0", "c1"]
        expect(reader.asked.withLock { $0 }, (isWatched ? both + ["c1"] + both + ["c1"] : both + both + both))
        expect(seen.withLock { $0 }, Array(repeating: ["192.0.2.53", "192.0.2.53"], count: 3))
    }

    @Test func `An end after the last snapshot was read reads no file again`() async throws {
        let reader = CountingReader(watching: "relative/path")
        try await EndingSource(reader: reader).provisioned(by: [reader]).observe { _ in }
        expect(reader.asked.withLock { $0 }, ["c0"])
    }

    @Test func `A changed lifetime alone is not reported`() async throws {
        var later = Self.link
        later.addresses[0].validLifetime = .seconds(10)
        let seen = Lock(0)
        let source = ScriptedInterfaceSource(
            [(.zero, InterfaceSnapshot([Self.link])), (.milliseconds(200), InterfaceSnapshot([later]))],
            clock: ContinuousClock()
        )
        try await source.provisioned(by: []).observe { _ in seen.withLock { $0 += 1 } }
        expect(seen.withLock { $0 }, 1)
    }

    @Test func `Truncated file events are ignored, and names end at the first zero byte`() {
        let event: [UInt8] = [7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0x61, 0, 0x62, 0]
        let wanted = FileEvents.Event(watch: 7, mask: 0x100, name: "a")
        expect(Array(FileEvents((event + event)[...])), [wanted, wanted])
        for count in event.indices { #expect(Array(FileEvents(event[..<count])).isEmpty) }
    }
}
#endif
