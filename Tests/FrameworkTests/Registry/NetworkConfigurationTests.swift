import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import TestSupport
import Testing

@Suite struct `Rules for networks in a configuration` {
    private func read(_ networks: String) throws -> PipelineConfiguration {
        try PipelineConfiguration(json: #"{"networks": \#(networks)}"#.utf8, registry: .standard())
    }

    @Test func `Each member of a rule is read, as one value or as a list`() throws {
        let configuration = try read(
            """
            [{ "ssid": "my phone", "check": false },
             { "name": "depot", "ssid": ["Depot*", "Yard"], "gateway": "192.0.2.1", "interface": ["wlan*", "wifi"],
               "domain": "corp.example", "endpoints": ["apple.hotspot"], "pool": ["google.connectivitycheck"], "interval": 300,
               "proxy": "http://proxy.example:3128" },
             { "interface": "eth0", "endpoints": ["default"] }]
            """
        )
        let rules = configuration.networks
        try #require(rules.count == 3)
        #expect(rules[0].name == "my phone" && !rules[0].isChecked && rules[0].endpoints == nil)
        expect(
            rules[1].match,
            PipelineConfiguration.NetworkMatch(
                ssids: ["Depot*", "Yard"],
                gateways: ["192.0.2.1"],
                interfaces: ["wlan*", "wifi"],
                domains: ["corp.example"]
            )
        )
        #expect(rules[1].name == "depot" && rules[1].isChecked && rules[1].interval == .seconds(300))
        #expect(rules[1].endpoints?.map(\.name) == ["apple.hotspot"] && !rules[1].pool.isEmpty)
        expect(rules[1].proxy, "http://proxy.example:3128")
        expect(rules[2].pool.map(\.name), Endpoint.standardPool.map(\.name))
        let written = try JSONEncoder().encode(configuration)
        let again = try PipelineConfiguration(json: written, registry: .standard())
        expect(again.networks.map(\.match), rules.map(\.match))
        expect(again.networks.map { $0.pool.map(\.name) }, rules.map { $0.pool.map(\.name) })
        try expect(JSON(encoding: again), JSON(encoding: configuration))
    }

    @Test(arguments: [
        (#"[{}]"#, "at networks[0]: needs at least one of ssid, gateway, interface and domain"),
        (#"[{ "ssid": "a", "trust": true }]"#, "at networks[0].trust: unknown option"),
        (#"[{ "ssid": "" }]"#, "at networks[0].ssid: must not be empty"),
        (#"[{ "ssid": [] }]"#, "at networks[0].ssid: must not be empty"),
        (#"[{ "gateway": "router" }]"#, "at networks[0].gateway: must be an address such as 192.0.2.1"),
        (#"[{ "ssid": "a", "check": false, "interval": 5 }]"#, "at networks[0].interval: has no effect together with"),
        (#"[{ "ssid": "a", "endpoints": [] }]"#, "at networks[0].endpoints: needs at least one endpoint"),
        (#"[{ "ssid": "a", "pool": ["google"] }]"#, "at networks[0].pool: needs endpoints next to it"),
        (#"[{ "ssid": "a", "endpoints": ["appel.hotspot"] }]"#, #"unknown name "appel.hotspot"; did you mean"#),
        (#"[{ "ssid": "a", "interval": 0 }]"#, "at networks[0].interval: must be a number of seconds"),
        (#"[{ "ssid": "a", "proxy": "socks5://a" }]"#, "at networks[0].proxy"),
    ])
    func `A rule that cannot be meant is refused with its place`(networks: String, error: String) throws {
        let thrown = #expect(throws: PluginError.self) { try read(networks) }
        let text = try #require(thrown).description
        #expect(text.contains(error) && text.contains("line 1, column "), "\(text)")
    }

    @Test func `A proxy for one network needs a prober that can use one`() throws {
        var configuration = try read(#"[{ "ssid": "a", "proxy": "http://proxy.example:3128" }]"#)
        #if canImport(CCurl)
        _ = try configuration.wholeProber()
        #endif
        configuration.prober = ClosureProber { .unsupported($0) }
        let thrown = #expect(throws: PluginError.self) { try configuration.wholeProber() }
        #expect(try #require(thrown).description.contains("networks[0].proxy"))
    }
}
