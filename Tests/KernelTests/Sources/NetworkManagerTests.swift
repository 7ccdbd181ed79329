#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit
import TestSupport
import Testing

@testable import ConnectivityNetworkManager

@Suite(.needs(NetworkManagerLab.need))
struct `A real NetworkManager` {
    private static let up = """
        nmcli connection add type ethernet ifname up0 con-name up ipv4.method manual ipv4.addresses 192.0.2.10/24 \
        ipv4.gateway 192.0.2.1 ipv4.dns 192.0.2.53 ipv6.method manual ipv6.addresses 2001:db8::2/64 \
        ipv6.gateway 2001:db8::1 ipv6.dns 2001:db8::53 connection.metered yes >/dev/null \
        && timeout 30 nmcli connection up up >/dev/null
        """

    /// The newest report, and the error at the end of the observation.
    private final class Seen: Sendable {
        let newest = Lock<InterfaceSnapshot?>(nil)
        let error = Lock<(any Error)?>(nil)
        var up0: NetworkInterface? { newest.withLock { $0?["up0"] } }
    }

    private func observing(
        _ source: NetworkManagerInterfaceSource,
        _ body: @escaping @Sendable (Seen) async throws -> Void
    ) async throws {
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await source.observe { snapshot in seen.newest.withLock { $0 = snapshot } }
                } catch {
                    seen.error.withLock { $0 = error }
                }
            }
            try await body(seen)
            group.cancelAll()
        }
        let error = seen.error.withLock { $0 }
        #expect(error is CancellationError || error is NetworkManagerError)
    }

    @Test func `NetworkManager reports addresses, routes, name servers, cost, egress and its check`() async throws {
        try await NetworkManagerLab.with { lab in
            try await observing(try lab.source()) { seen in
                try await lab.run(Self.up)
                try await lab.wait(for: "full connectivity, reported for both families") {
                    seen.up0?.systemConnectivity?.ipv4 == .full && seen.up0?.egress == [.ipv4, .ipv6]
                }
                let up0 = try #require(seen.up0)
                #expect(up0.kind == .veth && up0.isUp && up0.hasCarrier && up0.isUsable && up0.index > 1)
                #expect(Set(up0.addresses.map(\.description)).isSuperset(of: ["192.0.2.10/24", "2001:db8::2/64"]))
                expect(Set(up0.defaultRoutes.compactMap(\.gateway)), ["192.0.2.1", "2001:db8::1"])
                expect(up0.nameServers, ["192.0.2.53", "2001:db8::53"])
                expect(up0.isMetered, true)
                let snapshot = try #require(seen.newest.withLock { $0 })
                expect(snapshot.preferred, up0)
                expect(snapshot.systemConnectivity?.state, .full)
                expect(snapshot["lo"]?.kind, .loopback)

                try await lab.run("echo sign in here >$D/check; nmcli networking connectivity check >/dev/null")
                try await lab.wait(for: "portal") { seen.up0?.systemConnectivity?.ipv4 == .portal }
                expect(seen.newest.withLock { $0 }?.systemConnectivity?.state, .portal)

                try await lab.run(
                    "nmcli connection modify up connection.metered no && nmcli device reapply up0 >/dev/null"
                )
                try await lab.wait(for: "the cost") { seen.up0?.isMetered == false }
                try await lab.ip("-n gateway link set gw0 down")
                try await lab.wait(for: "the carrier's end") { seen.up0?.hasCarrier == false }
                try await lab.ip("link delete up0")
                try await lab.wait(for: "the interface's end") { seen.newest.withLock { $0 } != nil && seen.up0 == nil }
            }
        }
    }

    @Test func `NetworkManager can restart, but not stay absent`() async throws {
        try await NetworkManagerLab.with { lab in
            try await lab.run(Self.up)
            try await observing(try lab.source()) { seen in
                try await lab.wait(for: "the address") { seen.up0?.addresses.isEmpty == false }
                let pid = "kill $(cat $D/nm.pid)"
                try await lab.run(pid)
                try await lab.wait(for: "NetworkManager again") {
                    try await lab.status(of: "nmcli -t general >/dev/null 2>&1") == 0
                }
                try await lab.run("nmcli device modify up0 +ipv4.addresses 198.51.100.1/24 >/dev/null")
                try await lab.wait(for: "a change after the restart") {
                    seen.up0?.addresses.contains { "\($0)" == "198.51.100.1/24" } == true
                }
                #expect(seen.error.withLock { $0 } == nil)
            }
            try await observing(try lab.source(grace: .seconds(1))) { seen in
                try await lab.wait(for: "a report") { seen.up0 != nil }
                try await lab.run("touch $D/hold; kill $(cat $D/nm.pid)")
                try await lab.wait(for: "the end") { seen.error.withLock { $0 as? NetworkManagerError } == .notRunning }
                #expect(seen.up0 != nil, "what was known stands to the end")
            }
            // NetworkManager is absent from the beginning.
            await #expect(throws: NetworkManagerError.notRunning) { try await lab.source().observe { _ in } }
        }
    }

    @Test(
        .needs(
            .success(
                of: "/usr/bin/python3 -c 'import dbusmock'",
                else: "needs dbusmock: apt-get install python3-dbusmock"
            ),
            .program("gdbus", from: "libglib2.0-bin")
        )
    )
    func `Only a signal of logind counts as resuming`() async throws {
        try await NetworkManagerLab.with { lab in
            try await lab.run("/usr/bin/python3 -m dbusmock --system --template logind >$D/mock.log 2>&1 &")
            try await lab.wait(for: "logind") {
                try await lab.status(of: "gdbus wait --system --timeout 1 org.freedesktop.login1") == 0
            }
            try await observing(try lab.source()) { seen in
                let resumed = { @Sendable in seen.newest.withLock { $0?.resumeCount } }
                try await lab.wait(for: "a report") { resumed() == 0 }
                // Another program may send the same signal.
                try await lab.run(
                    """
                    gdbus emit --system --object-path /org/freedesktop/login1 \
                    --signal org.freedesktop.login1.Manager.PrepareForSleep false
                    """
                )
                for count in 1...2 {
                    for isAsleep in [true, false] {
                        try await lab.run(
                            """
                            gdbus call --system --dest org.freedesktop.login1 --object-path /org/freedesktop/login1 \
                            --method org.freedesktop.DBus.Mock.EmitSignal org.freedesktop.login1.Manager \
                            PrepareForSleep b "[<\(isAsleep)>]" >/dev/null
                            """
                        )
                    }
                    try await lab.wait(for: "resuming") { resumed() ?? 0 >= count }
                    expect(resumed(), count)
                }
            }
        }
    }

    @Test func `A missing bus is reported at once`() async throws {
        let source = try #require(NetworkManagerInterfaceSource(bus: "unix:path=/nonexistent/bus"))
        await #expect(throws: NetworkManagerError.bus(code: 2)) { try await source.observe { _ in } }
    }
}
#endif
