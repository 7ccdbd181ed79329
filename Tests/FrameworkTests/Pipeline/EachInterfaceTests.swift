import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `A pipeline for each interface` {
    private static let endpoint: HTTPURL = "http://a.example/generate_204"

    private static func snapshot() -> InterfaceSnapshot {
        var cable = NetworkInterface.ethernet
        cable.addresses.append(.init("2001:db8::7", prefixLength: 64))
        cable.defaultRoutes.append(.init(family: .ipv6, gateway: "fe80::1", metric: 1024))
        return InterfaceSnapshot([.wifi, cable])
    }

    /// Wi-Fi is captive, Ethernet is genuine over IPv4 and silent over IPv6.
    private static func answers(on clock: VirtualClock) -> [ReplayProber<VirtualClock>.Answer] {
        let redirect = ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
        var wifi = ReplayProber<VirtualClock>.Answer(endpoint, .success(redirect), after: .milliseconds(20))
        wifi.interface = NetworkInterface.wifi.name
        var genuine = ReplayProber<VirtualClock>.Answer(endpoint, .success(ProbeResponse(status: 204)))
        (genuine.interface, genuine.family) = (NetworkInterface.ethernet.name, .ipv4)
        var dead = ReplayProber<VirtualClock>.Answer(endpoint, .failure(ProbeFailure(.unreachable)), after: .seconds(3))
        (dead.interface, dead.family) = (NetworkInterface.ethernet.name, .ipv6)
        return [wifi, genuine, dead]
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `A pipeline for each interface makes one assessment after every path is judged`(seed: UInt64) throws {
        let assessment = try simulate(seed: seed) { clock in
            try await Pipeline(
                source: StaticInterfaceSource(Self.snapshot()),
                prober: ReplayProber(Self.answers(on: clock), clock: clock),
                scope: .eachInterface,
                clock: clock
            ) {
                Endpoint(Self.endpoint, expecting: Unforgeable(StatusCode(204)))
            }
            .assess()
        }
        let found = assessment.paths.map { "\($0.path): \($0.access.name)" }
        expect(
            Set(found),
            ["eth0 over IPv4: online", "eth0 over IPv6: unreachable", "wlan0 over IPv4: captive"]
        )
        expect(assessment.access, .partial, "the cable is preferred, and half of it works")
    }
}
