import ConnectivityCore
import TestSupport
import Testing

private typealias Machine = ConnectivityMachine

/// A machine that has seen no usable interface yet, with two endpoints of which half must be genuine.
private struct Rig {
    var machine = Machine(
        DecisionRules(
            endpoints: ["http://a.example/204", "http://b.example/204"].map {
                Endpoint($0, expecting: Unforgeable(StatusCode(204)))
            },
            validators: [PortalSignals()],
            policy: SharePolicy(0.5)
        )
    )
    var elapsed = Duration.zero

    static var cable: NetworkInterface {
        NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [NetworkInterface.Address("198.51.100.7", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
        )
    }
    static var other: NetworkInterface {
        var other = cable
        (other.name, other.index, other.defaultRoutes[0].metric) = ("wlan0", 3, 50)
        return other
    }
    static var withoutRoute: NetworkInterface {
        var cable = cable
        cable.defaultRoutes = []
        return cable
    }

    init() { _ = interfaces() }

    /// Sends an input, some milliseconds after the one before.
    mutating func send(_ input: Machine.Input, after milliseconds: Int = 1) -> [String] {
        elapsed += .milliseconds(milliseconds)
        let moment = ConnectivityMachine.Moment(
            elapsed: elapsed,
            wall: Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
        )
        return machine.handle(input, at: moment).compactMap { effect in
            switch effect {
            case .begin(.idle, _): "idle"
            case .begin(.settle(let time), _): "settle \(time / .milliseconds(1))"
            case .begin(.grace, _): "grace"
            case .begin(.round, _): "round"
            case .begin(.rest, _): "rest"
            case .remind(let time, _): "remind \(time / .milliseconds(1))"
            case .discardRound: "discard"
            case .publish(let assessment): assessment.access.name
            case .ask: nil
            }
        }
    }

    mutating func interfaces(_ interfaces: NetworkInterface..., after milliseconds: Int = 1) -> [String] {
        send(.interfacesChanged(InterfaceSnapshot(interfaces)), after: milliseconds)
    }

    mutating func probe(_ index: Int, _ status: Int?, after milliseconds: Int = 1) -> [String] {
        let headers: HeaderFields = status == 302 ? ["Location": "http://login.example/"] : [:]
        let outcome: Result<ProbeResponse, ProbeFailure> =
            status.map { .success(ProbeResponse(status: $0, headers: headers)) }
            ?? .failure(ProbeFailure(.unreachable))
        let exchange = ProbeExchange(request: ProbeRequest("http://a.example/204"), outcome: outcome)
        return send(
            .probeEnded(index: index, epoch: machine.epoch, exchange: exchange),
            after: milliseconds
        )
    }

    mutating func wait(after milliseconds: Int) -> [String] {
        send(.waitEnded(epoch: machine.epoch), after: milliseconds)
    }
}

@Suite struct `A round before a path has settled` {
    @Test func `Begins at once, and its good news counts at once`() {
        var rig = Rig()
        expect(rig.interfaces(Rig.cable), ["determining", "round", "remind 50.0"])
        expect(rig.probe(0, 204), ["online", "rest"])
    }

    @Test func `A portal counts at once`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        _ = rig.probe(0, 302)
        expect(rig.probe(1, 302), ["captive", "rest"])
    }

    @Test func `Bad news is not published; the path is asked again when it has settled`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        expect(rig.probe(0, nil), [])
        expect(rig.probe(1, nil), ["discard", "settle 48.0"])
        expect(rig.machine.assessment?.access, .determining)
        expect(rig.wait(after: 48), ["round"])
        _ = rig.probe(0, nil)
        expect(rig.probe(1, nil), ["unreachable", "rest"])
    }

    @Test func `If anything failed, the path is asked again when it has settled`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        _ = rig.probe(0, nil)
        let old = rig.machine.epoch
        expect(rig.wait(after: 49), ["discard", "round"])
        expect(rig.machine.epoch, old + 1)
        expect(rig.probe(0, 204), ["online", "rest"])
    }

    @Test func `If nothing failed, the round continues when the path has settled, and its bad news counts`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        let epoch = rig.machine.epoch
        expect(rig.wait(after: 50), [])
        expect(rig.machine.epoch, epoch)
        _ = rig.probe(0, nil)
        expect(rig.probe(1, nil), ["unreachable", "rest"])
    }

    @Test func `An answer after the path has settled counts even if the end of the wait is late`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        _ = rig.probe(0, nil, after: 60)
        expect(rig.probe(1, nil), ["unreachable", "rest"])
    }

    @Test func `An answer after the path has settled ends a round in which something had failed`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        _ = rig.probe(0, nil)
        expect(rig.probe(1, nil, after: 60), ["discard", "round"])
    }

    @Test func `A change during a round extends the settling, and the path is asked again at its end`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        var more = Rig.cable
        more.nameServers = ["198.51.100.1"]
        expect(rig.interfaces(more, after: 30), [])
        expect(rig.wait(after: 20), ["remind 30.0"])
        expect(rig.wait(after: 30), ["discard", "round"])
    }

    @Test func `Good news of a path that changed in between counts, and another round follows`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        var more = Rig.cable
        more.nameServers = ["198.51.100.1"]
        _ = rig.interfaces(more)
        expect(rig.probe(0, 204), ["online", "settle 50.0"])
        expect(rig.wait(after: 50), ["round"])
    }

    @Test func `A changed metric or link-local address does not affect an answer`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.cable)
        let epoch = rig.machine.epoch
        // As NetworkManager does once its own check has passed: the new route is there before the old one goes.
        var both = Rig.cable
        both.defaultRoutes.insert(
            NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 50),
            at: 0
        )
        expect(rig.interfaces(both, after: 10), [])
        var new = Rig.cable
        new.defaultRoutes[0].metric = 50
        new.addresses.append(NetworkInterface.Address("fe80::7", prefixLength: 64))
        expect(rig.interfaces(new, after: 10), [])
        expect(rig.wait(after: 30), [])
        expect(rig.machine.epoch, epoch)
        expect(rig.probe(0, 204), ["online", "rest"])
    }

    @Test func `Another gateway, and other routes first, are a change`() {
        var rig = Rig()
        var two = Rig.cable
        two.defaultRoutes.append(NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.2", metric: 200))
        _ = rig.interfaces(two)
        two.defaultRoutes.swapAt(0, 1)
        expect(rig.interfaces(two), [])
        expect(rig.probe(0, 204), ["online", "settle 50.0"])
    }

    @Test func `A round begins with a route, not with an address alone`() {
        var rig = Rig()
        expect(rig.interfaces(Rig.withoutRoute), ["determining", "settle 2000.0"])
        expect(rig.interfaces(Rig.cable), ["round", "remind 50.0"])
        expect(rig.probe(0, 204), ["online", "rest"])
    }

    @Test func `A network without a default route is judged two seconds after its link came up, and not before`() {
        var rig = Rig()
        expect(rig.interfaces(Rig.withoutRoute), ["determining", "settle 2000.0"])
        var more = Rig.withoutRoute
        more.addresses.append(NetworkInterface.Address("198.51.100.8", prefixLength: 24))
        expect(rig.send(.interfacesChanged(InterfaceSnapshot([more])), after: 1500), ["settle 500.0"])
        expect(rig.wait(after: 500), ["round"])
    }

    @Test func `Without a name server yet, failures of the first two seconds do not count`() {
        var rig = Rig()
        _ = rig.send(.interfacesChanged(InterfaceSnapshot([Rig.other], nameServers: ["198.51.100.53"])))
        _ = rig.interfaces()
        expect(rig.interfaces(Rig.cable, after: 100), ["determining", "round", "remind 2000.0"])
        _ = rig.probe(0, nil)
        expect(rig.probe(1, nil), ["discard", "settle 1998.0"])
    }

    @Test func `Begins at once if a path that was unreachable without a route gets one`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.withoutRoute)
        _ = rig.wait(after: 50)
        _ = rig.probe(0, nil)
        expect(rig.probe(1, nil), ["unreachable", "rest"])
        expect(rig.interfaces(Rig.cable), ["round", "remind 50.0"])
        expect(rig.probe(0, 204), ["online", "rest"])
    }

    @Test func `Paths that replace each other quickly cause at most one such round per settling`() {
        var rig = Rig()
        var rounds = 0
        for number in 0..<15 {
            let effects = rig.interfaces(number % 2 == 0 ? Rig.cable : Rig.other, after: 10)
            rounds += effects.count { $0 == "round" }
        }
        // 150 milliseconds of changes, and a settling of fifty.
        expect(rounds, 3)
    }

    @Test func `Without settling, each change is asked at once and any news counts`() {
        let rules = Rig().machine.rules
        var rig = Rig()
        rig.machine = Machine(rules, schedule: RoundSchedule(settling: .zero))
        _ = rig.interfaces()
        expect(rig.interfaces(Rig.cable), ["determining", "round"])
        _ = rig.probe(0, nil)
        expect(rig.probe(1, nil), ["unreachable", "rest"])
    }
}
