#if canImport(CCares) && canImport(CCurl) && os(Linux)
import ConnectivityNames
import ConnectivityCore
import ConnectivityCurl
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite(.needs(.namespaces))
struct `A machine in two networks` {
    // Each side has separate networks, so that remains of connections on one side are not counted on the other.
    @Test(arguments: [("left", "right", "192.0.2.80"), ("right", "left", "192.0.2.81")])
    func `A probe bound to one interface uses only that network`(
        side: String,
        other: String,
        address: String
    ) async throws {
        let networks = try await TwoNetworks(
            left: [NameRule(name: "name.example", addresses: ["192.0.2.80"])],
            right: [NameRule(name: "name.example", addresses: ["192.0.2.81"])]
        )
        let machine = networks.machine
        try await machine.run {
            let prober = CurlProber().lookingUpNames()
            let before = try machine.packetCount(of: other)
            let through = try machine.packetCount(of: side)
            for _ in 0..<5 {
                let asked = request(through: side)
                let exchange = await prober.probe(asked)
                expect(exchange.text, side)
                try expect(exchange.remoteAddress, IPAddress(address))
                expect(exchange.caveats, [])
                expect(exchange.request, asked)
                #expect(exchange.timings.nameLookup ?? .zero > .zero)
                #expect(exchange.timings.connect != nil && exchange.timings.response != nil)
            }
            try expect(machine.packetCount(of: other), before)
            #expect(try machine.packetCount(of: side) > through)
        }
    }

    @Test func `Concurrent probes through two interfaces are kept apart`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule(name: "name.example", addresses: ["192.0.2.80"])],
            right: [NameRule(name: "name.example", addresses: ["192.0.2.81"])]
        )
        try await networks.machine.run {
            let prober = CurlProber().lookingUpNames()
            await withTaskGroup(of: ProbeExchange.self) { group in
                for number in 0..<60 {
                    group.addTask { await prober.probe(request(through: number.isMultiple(of: 2) ? "left" : "right")) }
                }
                for await exchange in group {
                    expect(exchange.text, exchange.request.path.interface)
                    expect(exchange.remoteAddress, (exchange.text == "left" ? "192.0.2.80" : "192.0.2.81"))
                }
            }
        }
    }

    @Test func `A dead name server fails only the probes of its interface, in time`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule(name: "name.example", addresses: ["192.0.2.80"])],
            right: [NameRule(name: "*", result: .silence)]
        )
        let machine = networks.machine
        try await machine.run {
            let prober = CurlProber().lookingUpNames()
            let before = try machine.packetCount(of: "left")
            let limits = ProbeRequest.Limits(total: .milliseconds(300))
            let exchange = await prober.probe(request(through: "right", limits: limits))
            expect(exchange.failure?.kind, .timedOut(.nameLookup))
            expect(exchange.failure?.detail, "no answer from 192.0.2.1")
            expect(exchange.timings.nameLookup, nil)
            #expect(exchange.timings.total >= .milliseconds(300) && exchange.timings.total < .seconds(5))
            try expect(machine.packetCount(of: "left"), before)
            #expect(networks.right.questionCount >= 2)
            await expect(prober.probe(request(through: "left")).text, "left")
        }
    }

    @Test func `A bound probe stays in its network even if the name server is elsewhere`() async throws {
        let networks = try await TwoNetworks(left: [NameRule(name: "*", addresses: ["192.0.2.80"])], right: [])
        let machine = networks.machine
        try await machine.run {
            // The route to this address uses the left interface.
            let limits = ProbeRequest.Limits(total: .milliseconds(500))
            let elsewhere = request(through: "right", asking: ["198.51.100.1"], limits: limits)
            let before = try machine.packetCount(of: "left")
            let exchange = await CurlProber().lookingUpNames().probe(elsewhere)
            expect(exchange.failure?.kind, .timedOut(.nameLookup))
            try expect(machine.packetCount(of: "left"), before)
        }
    }

    @Test func `A probe states that the system's name servers were asked if the interface has none`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule(name: "name.example", addresses: ["192.0.2.80"])],
            right: [NameRule(name: "name.example", addresses: ["192.0.2.81"])]
        )
        let machine = networks.machine
        try await machine.run {
            let prober = CurlProber().lookingUpNames()
            try machine.setNameServers("127.0.0.53", "192.0.2.1")
            let byMachine = await prober.probe(request(through: "right", asking: []))
            expect(byMachine.text, "right")
            expect(byMachine.caveats, [.systemNameServers])
            // Without `lookingUpNames()`, the system looks the name up over the machine's route and gets the other
            // network's answer.
            try machine.setNameServers("192.0.2.1")
            let bySystem = await CurlProber().probe(request(through: "right", asking: []))
            expect(bySystem.text, "right")
            expect(bySystem.remoteAddress, "192.0.2.80")
            expect(bySystem.caveats, [.nameLookupBySystem])
        }
    }

    @Test func `A name server of the machine that is behind another interface is asked there`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule(name: "name.example", addresses: ["192.0.2.81"])],
            right: [NameRule(name: "*", result: .silence)]
        )
        let machine = networks.machine
        try await machine.run {
            try machine.setNameServers("192.0.2.1")
            let limits = ProbeRequest.Limits(total: .seconds(4))
            let prober = CurlProber().lookingUpNames()
            let exchange = await prober.probe(request(through: "right", asking: [], limits: limits))
            expect(exchange.text, "right")
            expect(exchange.remoteAddress, "192.0.2.81")
            expect(exchange.caveats, [.nameLookupBySystem])
            #expect(exchange.timings.nameLookup ?? .zero >= .seconds(2))
            #expect(exchange.request.path.interface == "right" && exchange.request.limits == limits)
            // If no server knows the name either, the interface's own failure is reported.
            let unknown = request("http://unknown.example/", through: "right", asking: [], limits: limits)
            await expect(prober.probe(unknown).failure?.detail, "no answer from 192.0.2.1")
        }
    }

    @Test func `A local resolver is asked only if there is no other, and reported`() async throws {
        let networks = try await TwoNetworks(
            left: [],
            right: [NameRule(name: "name.example", addresses: ["192.0.2.81"])]
        )
        let machine = networks.machine
        try await machine.run {
            let stub = try Gateway("machine", [NameRule(name: "name.example", addresses: ["192.0.2.80"])])
            let prober = CurlProber().lookingUpNames()
            let byStub = await prober.probe(request(through: "right", asking: ["127.0.0.1"]))
            expect(byStub.text, "right")
            expect(byStub.remoteAddress, "192.0.2.80")
            expect(byStub.caveats, [.localNameServer])
            let byServer = await prober.probe(request(through: "right", asking: ["127.0.0.1", "192.0.2.1"]))
            expect(byServer.remoteAddress, "192.0.2.81")
            expect(byServer.caveats, [])
            // If the machine has only a stub, the system's resolver is used and reported.
            try machine.setNameServers("127.0.0.1")
            let bySystem = await prober.probe(request(through: "right", asking: []))
            expect(bySystem.text, "right")
            expect(bySystem.caveats, [.nameLookupBySystem])
            #expect(stub.questionCount >= 4)
        }
    }
}
#endif
