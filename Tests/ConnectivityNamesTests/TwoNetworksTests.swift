#if Cares && Curl && os(Linux)
import ConnectivityNames
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTestServer
import Testing

@Suite(.enabled(if: NetworkNamespace.obstacle == nil, Comment(rawValue: NetworkNamespace.obstacle ?? "")))
struct `A machine in two networks` {
    // In networks of its own for each side: what is left of connections on one does not count against the other.
    @Test(arguments: [("left", "right", "192.0.2.80"), ("right", "left", "192.0.2.81")])
    func `gets from each interface what the network behind it answers, and sends nothing through the other`(
        side: String,
        other: String,
        address: String
    ) async throws {
        let networks = try await TwoNetworks(
            left: [NameRule("name.example", addresses: ["192.0.2.80"])],
            right: [NameRule("name.example", addresses: ["192.0.2.81"])]
        )
        let machine = networks.machine
        try await machine.run {
            let prober = CurlProber().lookingUpNames()
            let before = try machine.packetCount(of: other)
            let through = try machine.packetCount(of: side)
            for _ in 0..<5 {
                let asked = request(through: side)
                let exchange = await prober.probe(asked)
                #expect(exchange.text == side)
                #expect(exchange.remoteAddress == IPAddress(address))
                #expect(exchange.caveats == [])
                #expect(exchange.request == asked)
                #expect(exchange.timings.nameLookup ?? .zero > .zero)
                #expect(exchange.timings.connect != nil && exchange.timings.response != nil)
            }
            #expect(try machine.packetCount(of: other) == before)
            #expect(try machine.packetCount(of: side) > through)
        }
    }

    @Test func `asked through both at once keeps them apart`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule("name.example", addresses: ["192.0.2.80"])],
            right: [NameRule("name.example", addresses: ["192.0.2.81"])]
        )
        try await networks.machine.run {
            let prober = CurlProber().lookingUpNames()
            await withTaskGroup(of: ProbeExchange.self) { group in
                for number in 0..<60 {
                    group.addTask { await prober.probe(request(through: number.isMultiple(of: 2) ? "left" : "right")) }
                }
                for await exchange in group {
                    #expect(exchange.text == exchange.request.path.interface)
                    #expect(exchange.remoteAddress == (exchange.text == "left" ? "192.0.2.80" : "192.0.2.81"))
                }
            }
        }
    }

    @Test func `with one dead name server fails in time there alone, and asks nobody else`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule("name.example", addresses: ["192.0.2.80"])],
            right: [NameRule("*", result: .silence)]
        )
        let machine = networks.machine
        try await machine.run {
            let prober = CurlProber().lookingUpNames()
            let before = try machine.packetCount(of: "left")
            for limits in [
                ProbeLimits(total: .milliseconds(300)),
                ProbeLimits(total: .seconds(60), nameLookup: .milliseconds(300)),
            ] {
                let exchange = await prober.probe(request(through: "right", limits: limits))
                #expect(exchange.failure?.kind == .timedOut(.nameLookup))
                #expect(exchange.failure?.detail == "no answer from 192.0.2.1")
                #expect(exchange.timings.nameLookup == nil)
                #expect(exchange.timings.total >= .milliseconds(300) && exchange.timings.total < .seconds(5))
            }
            #expect(try machine.packetCount(of: "left") == before)
            #expect(networks.right.questionCount >= 4)
            #expect(await prober.probe(request(through: "left")).text == "left")
        }
    }

    @Test func `whose sockets are bound stays in its network without a name server there`() async throws {
        let networks = try await TwoNetworks(left: [NameRule("*", addresses: ["192.0.2.80"])], right: [])
        let machine = networks.machine
        try await machine.run {
            // The way to this address leads through the left one.
            let limits = ProbeLimits(total: .milliseconds(500))
            let elsewhere = request(through: "right", asking: ["198.51.100.1"], limits: limits)
            let before = try machine.packetCount(of: "left")
            let exchange = await CurlProber().lookingUpNames().probe(elsewhere)
            #expect(exchange.failure?.kind == .timedOut(.nameLookup))
            #expect(try machine.packetCount(of: "left") == before)
        }
    }

    @Test func `says whose name servers were asked where an interface has none of its own`() async throws {
        let networks = try await TwoNetworks(
            left: [NameRule("name.example", addresses: ["192.0.2.80"])],
            right: [NameRule("name.example", addresses: ["192.0.2.81"])]
        )
        let machine = networks.machine
        try await machine.run {
            let prober = CurlProber().lookingUpNames()
            try machine.setNameServers("127.0.0.53", "192.0.2.1")
            let byMachine = await prober.probe(request(through: "right", asking: []))
            #expect(byMachine.text == "right")
            #expect(byMachine.caveats == [.nameServersOfMachine])
            // Without the operator the system looks up, and takes the way of the machine: the other network's answer.
            try machine.setNameServers("192.0.2.1")
            let bySystem = await CurlProber().probe(request(through: "right", asking: []))
            #expect(bySystem.text == "right")
            #expect(bySystem.remoteAddress == "192.0.2.80")
            #expect(bySystem.caveats == [.nameLookupBySystem])
        }
    }

    @Test func `asks a resolver of its own only where there is nobody else, and says so`() async throws {
        let networks = try await TwoNetworks(
            left: [],
            right: [NameRule("name.example", addresses: ["192.0.2.81"])]
        )
        let machine = networks.machine
        try await machine.run {
            let stub = try Gateway("machine", [NameRule("name.example", addresses: ["192.0.2.80"])])
            let prober = CurlProber().lookingUpNames()
            let byStub = await prober.probe(request(through: "right", asking: ["127.0.0.1"]))
            #expect(byStub.text == "right")
            #expect(byStub.remoteAddress == "192.0.2.80")
            #expect(byStub.caveats == [.nameServerOnMachine])
            let byServer = await prober.probe(request(through: "right", asking: ["127.0.0.1", "192.0.2.1"]))
            #expect(byServer.remoteAddress == "192.0.2.81")
            #expect(byServer.caveats == [])
            // A machine with nothing but a stub: the system's resolver is as good, and what it does is said.
            try machine.setNameServers("127.0.0.1")
            let bySystem = await prober.probe(request(through: "right", asking: []))
            #expect(bySystem.text == "right")
            #expect(bySystem.caveats == [.nameLookupBySystem])
            #expect(stub.questionCount >= 4)
        }
    }
}
#endif
