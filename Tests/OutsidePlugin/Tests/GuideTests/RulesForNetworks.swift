import ConnectivityCore
import ConnectivityKit
import Testing

@Test func `The guide's rules for networks choose by domain and by the name of the wireless network`() {
    var depot = PipelineConfiguration.NetworkRule("depot", on: .init(domains: ["*.depot.example"]))
    let status = Endpoint("https://status.depot.example/ping", expecting: BodyContains("pong"))
    depot.endpoints = Endpoint.standard + [status]
    depot.interval = .seconds(300)
    let phone = PipelineConfiguration.NetworkRule("telephone", on: .init(ssids: ["my phone"]), isChecked: false)
    var configuration = Pipeline.Configuration()
    configuration.networks = [phone, depot]
    configuration.ignored = ["docker*", "bridge"]

    var interface = NetworkInterface(named: "wlan0")
    interface.provisioning = [Provisioning(origin: "lease", domains: ["north.depot.example"])]
    #expect(configuration.networks.first { $0.match.matches(interface) }?.name == "depot")
}
