#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc
import TestSupport
import Testing

@testable import ConnectivityNetlink

/// The routes and neighbours of network namespaces.
@Suite(.needs(.namespaces))
struct RouteProberTests {
    private static func machine() async throws -> NetworkNamespace {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(
            """
            link set lo up
            link add up0 type veth peer name far0
            link add inside type bridge
            link set up0 up
            link set far0 up
            link set inside up
            address add 192.0.2.10/24 dev up0
            address add 172.17.0.1/16 dev inside
            address add 2001:db8::10/64 dev up0 nodad
            route add default via 192.0.2.1
            route add prohibit 203.0.113.0/24
            route add unreachable 198.51.100.0/24
            """
        )
        return namespace
    }

    /// Asks in a namespace, after a packet has been sent to the address.
    private static func ask(
        _ host: IPAddress,
        through interface: String? = nil,
        in namespace: NetworkNamespace
    ) async throws -> Result<RouteAnswer, ProbeFailure> {
        try await namespace.run {
            let socket = try Descriptor(socket: host.socketFamily, Descriptor.datagram)
            _ = try? socket.send([0x78], to: host.socketAddress(port: 9))
            let stop = try #require(Waker())
            do {
                let answer = try RouteProber.answer(
                    to: RouteQuestion(to: host),
                    through: interface,
                    until: .now + .seconds(8),
                    unless: stop
                )
                return .success(answer)
            } catch let failure as ProbeFailure {
                return .failure(failure)
            }
        }
    }

    @Test func `A gateway whose neighbour entry failed has failed, and one that has answered is reachable`()
        async throws
    {
        let machine = try await Self.machine()
        let dead = try await Self.ask("9.9.9.9", in: machine).get()
        #expect(dead.interface == "up0" && dead.gateway == "192.0.2.1" && dead.source == "192.0.2.10")
        #expect(dead.neighbour == .failed && dead.confirmed == nil && !dead.isOwn)
        try await machine.ip("neighbour replace 192.0.2.1 lladdr 02:00:00:00:00:01 dev up0 nud reachable")
        let alive = try await Self.ask("9.9.9.9", in: machine).get()
        #expect(alive.neighbour == .reachable && alive.confirmed.map { $0 < .seconds(60) } == true)
        let other = try await Self.ask("2001:db8::99", in: machine).get()
        #expect(other.interface == "up0" && other.gateway == nil && other.neighbour == .failed)
    }

    @Test func `Distinguishes a network inside the device, its own address and its firewall`() async throws {
        let machine = try await Self.machine()
        try await expect(Self.ask("172.17.4.4", in: machine).get().interface, "inside")
        #expect(try await Self.ask("192.0.2.10", in: machine).get().isOwn)
        try await expect(Self.ask("172.17.0.9", through: "up0", in: machine).get().interface, "up0")
        for (host, cause) in [("203.0.113.5", "prohibited"), ("198.51.100.7", "no-route"), ("2001:db9::1", "no-route")]
        {
            let address = try IPAddress(host)
            guard case .failure(let failure) = try await Self.ask(address, in: machine) else {
                Issue.record("a route to \(host)")
                continue
            }
            #expect(failure.kind == .unreachable && failure.facts["cause"]?.text == cause, "\(host)")
        }
    }
}
#endif
