import ConnectivityCore
import TestSupport
import Testing

private typealias Machine = ConnectivityMachine

/// A machine on a network, optionally below a VPN, that asks two endpoints of the user.
private struct Rig {
    private static let wifi = NetworkInterface(
        name: "wlan0",
        index: 3,
        kind: .wifi,
        addresses: [NetworkInterface.Address("192.0.2.7", prefixLength: 24)],
        defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 600)],
        nameServers: ["192.0.2.1"]
    )
    private static let tunnel = NetworkInterface(
        name: "tun0",
        index: 9,
        kind: .vpn,
        addresses: [NetworkInterface.Address("10.9.0.2", prefixLength: 24)],
        egress: [.ipv4]
    )

    private(set) var machine: Machine
    private let hasTunnel: Bool
    private var elapsed = Duration.zero
    private(set) var effects: [Machine.Effect] = []
    /// The last requests that were bound to the network below.
    private var below: [ProbeRequest] = []

    init(
        tunnel hasTunnel: Bool,
        below: Bool = true,
        scope: PipelineConfiguration.Scope = .defaultRoute,
        networks: [PipelineConfiguration.NetworkRule] = []
    ) {
        var rules = DecisionRules(
            endpoints: [Endpoint("http://a.example/"), Endpoint("https://b.example/")],
            validators: .standard,
            expecting: StatusCode(204),
            policy: QuorumPolicy(),
            scope: scope,
            networks: networks
        )
        rules.asksBelow = below
        (machine, self.hasTunnel) = (Machine(rules), hasTunnel)
        join()
    }

    private mutating func send(_ input: Machine.Input, after time: Duration = .milliseconds(1)) {
        elapsed += time
        let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
        effects = machine.handle(input, at: .init(elapsed: elapsed, wall: wall))
        if !asked.isEmpty { below = asked }
    }

    mutating func join(_ nameServers: [IPAddress] = ["127.0.0.53"]) {
        let interfaces = hasTunnel ? [Self.wifi, Self.tunnel] : [Self.wifi]
        send(.interfacesChanged(InterfaceSnapshot(interfaces, nameServers: nameServers)))
    }

    mutating func wait(for time: Duration = .milliseconds(1)) {
        send(.waitEnded(epoch: machine.epoch), after: time)
    }

    mutating func fail(_ kind: ProbeFailure.Kind, from first: Int = 0) {
        for index in first..<first + 2 {
            let request = ProbeRequest(index.isMultiple(of: 2) ? "http://a.example/" : "https://b.example/")
            send(.probeEnded(index: index, epoch: machine.epoch, exchange: .init(request: request, failure: kind)))
        }
    }

    mutating func answer(_ index: Int, _ status: Int) {
        let headers: HeaderFields = status == 302 ? ["Location": "http://login.example/"] : [:]
        let response = ProbeResponse(status: status, headers: headers)
        let request = below[index - 2]
        let exchange = ProbeExchange(request: request, outcome: .success(response))
        send(.probeEnded(index: index, epoch: machine.epoch, exchange: exchange))
    }

    /// The requests of the last effects that are bound to the network below.
    var asked: [ProbeRequest] {
        effects.flatMap { effect -> [ProbeRequest] in if case .ask(let requests, _, _) = effect { requests } else { [] }
        }
        .filter { $0.path.interface == "wlan0" }
    }

    var published: [Assessment] {
        effects.compactMap { if case .publish(let assessment) = $0 { assessment } else { nil } }
    }
}

extension ProbeExchange {
    fileprivate init(request: ProbeRequest, failure kind: ProbeFailure.Kind) {
        self.init(request: request, outcome: .failure(ProbeFailure(kind)))
    }
}

@Suite struct `The network below` {
    @Test func `A portal below a tunnel through which nothing comes back makes the access captive`() throws {
        var rig = Rig(tunnel: true)
        rig.fail(.timedOut(.connect))
        expect(rig.asked.map { $0.url?.host }, ["captive.apple.com", "detectportal.firefox.com"])
        #expect(rig.asked.allSatisfy { $0.path.nameServers == ["192.0.2.1"] && $0.url?.scheme == .http })
        #expect(rig.published.isEmpty)
        rig.answer(2, 302)
        let assessment = try #require(rig.published.first)
        expect(assessment.access.portal?.signInURL, "http://login.example/")
        expect(assessment.interface?.name, "wlan0")
        expect(assessment.caveats, [.askedBelow])
        expect(assessment.reason.facts["tunnel"], "tun0")
        #expect(assessment.isFinal)
        expect(rig.machine.rules.decide(assessment.record), assessment)
    }

    @Test func `Answers below without a portal change neither the access nor its reason`() throws {
        var rig = Rig(tunnel: true)
        rig.fail(.timedOut(.connect))
        rig.answer(2, 204)
        #expect(rig.published.isEmpty)
        rig.answer(3, 200)
        let assessment = try #require(rig.published.first)
        expect(assessment.access, .unreachable)
        expect(assessment.interface?.name, "tun0")
        expect(assessment.paths.map(\.access.name), ["unreachable", "unreachable"])
        expect(rig.machine.rules.decide(assessment.record), assessment)
    }

    @Test func `The network is asked if the resolver of this device finds no name, and its own name servers may`() {
        var rig = Rig(tunnel: false)
        rig.fail(.nameLookup)
        expect(rig.asked.count, 2)
        rig.answer(2, 302)
        expect(rig.published.map(\.access.name), ["captive"])
        expect(rig.published.first?.reason.facts["by"], "resolver")
    }

    @Test func `Nothing is asked below unless the cause can only be on this device`() {
        func asked(_ rig: Rig, _ kinds: [ProbeFailure.Kind] = [.timedOut(.connect)]) -> Int {
            kinds.reduce(0) { count, kind in
                var rig = rig
                rig.fail(kind)
                return count + rig.asked.count
            }
        }
        let answers: [ProbeFailure.Kind] = [
            .connectionReset, .connectionRefused, .tls(.wrongHost), .emptyReply, .timedOut(.response),
        ]
        expect(asked(Rig(tunnel: true), answers), 0)
        expect(asked(Rig(tunnel: true, below: false)), 0)
        expect(asked(Rig(tunnel: true, scope: .interface("tun0"))), 0)
        let unchecked = PipelineConfiguration.NetworkRule("phone", on: .init(interfaces: ["wlan0"]), isChecked: false)
        expect(asked(Rig(tunnel: true, networks: [unchecked])), 0)
        expect(asked(Rig(tunnel: false), answers + [.timedOut(.connect)]), 0)
        var plain = Rig(tunnel: false)
        plain.join(["192.0.2.1"])
        expect(asked(plain, [.nameLookup]), 0)
    }

    @Test func `The network below is asked at most every 30 seconds, and its portal stays known`() {
        var rig = Rig(tunnel: true)
        rig.fail(.timedOut(.connect))
        rig.answer(2, 302)
        rig.wait(for: .seconds(3))
        rig.fail(.timedOut(.connect))
        expect(rig.asked.count, 0)
        expect(rig.machine.assessment?.access.name, "captive")
        rig.wait(for: .seconds(28))
        rig.fail(.timedOut(.connect))
        expect(rig.asked.count, 2)
    }

    @Test func `A portal below is forgotten once something comes back through the tunnel`() {
        var rig = Rig(tunnel: true)
        rig.fail(.timedOut(.connect))
        rig.answer(2, 302)
        rig.wait(for: .seconds(3))
        rig.fail(.connectionReset)
        expect(rig.machine.assessment?.paths.count, 1)
        expect(rig.machine.assessment?.access.name, "unreachable")
    }
}
