import ConnectivityCore
import TestSupport
import Testing

@Suite struct `What must hold of a network` {
    private static let wifi: NetworkInterface = {
        var interface = NetworkInterface(
            name: "wlan0",
            index: 3,
            kind: .wifi,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 0)],
            wifi: .init(ssid: Array("Depot 5".utf8))
        )
        interface.provisioning = [Provisioning(origin: "lease", domains: ["Corp.Example."])]
        return interface
    }()

    @Test(arguments: [
        PipelineConfiguration.NetworkMatch(), PipelineConfiguration.NetworkMatch(ssids: ["Depot 5"]),
        PipelineConfiguration.NetworkMatch(ssids: ["x", "Depot*"]),
        PipelineConfiguration.NetworkMatch(gateways: ["192.0.2.1"]),
        PipelineConfiguration.NetworkMatch(interfaces: ["wlan*"]),
        PipelineConfiguration.NetworkMatch(interfaces: ["wifi"]),
        PipelineConfiguration.NetworkMatch(domains: ["corp.EXAMPLE"]),
        PipelineConfiguration.NetworkMatch(domains: ["*.example"]),
        PipelineConfiguration.NetworkMatch(
            ssids: ["Depot 5"],
            gateways: ["192.0.2.1"],
            interfaces: ["wlan0"],
            domains: ["corp.example"]
        ),
    ])
    func `An interface matches if each stated property has one of its values`(match: PipelineConfiguration.NetworkMatch)
    {
        #expect(match.matches(Self.wifi))
    }

    @Test(arguments: [
        PipelineConfiguration.NetworkMatch(ssids: ["depot 5"]), PipelineConfiguration.NetworkMatch(ssids: ["Depot"]),
        PipelineConfiguration.NetworkMatch(gateways: ["192.0.2.2"]),
        PipelineConfiguration.NetworkMatch(interfaces: ["eth*"]),
        PipelineConfiguration.NetworkMatch(domains: ["example"]),
        PipelineConfiguration.NetworkMatch(ssids: ["Depot 5"], domains: ["other.example"]),
    ])
    func `An interface does not match if a stated property has none of its values`(
        match: PipelineConfiguration.NetworkMatch
    ) {
        #expect(!match.matches(Self.wifi))
    }

    @Test(arguments: [
        PipelineConfiguration.NetworkMatch(ssids: ["*"]), PipelineConfiguration.NetworkMatch(gateways: ["192.0.2.1"]),
        PipelineConfiguration.NetworkMatch(domains: ["*"]),
    ])
    func `A property that is unknown of an interface matches no pattern`(match: PipelineConfiguration.NetworkMatch) {
        #expect(!match.matches(NetworkInterface(name: "eth0", index: 2, kind: .ethernet)))
    }

    @Test func `Of the domains of a lease, sixteen of a valid length are kept`() {
        let domains = ["", String(repeating: "a", count: 254)] + (0..<20).map { "\($0).example" }
        expect(Provisioning(origin: "lease", domains: domains).domains, (0..<16).map { "\($0).example" })
    }
}
