import ConnectivityCore
import TestSupport
import Testing

private typealias Machine = ConnectivityMachine

private typealias Network = VirtualNetwork

private let interface = NetworkInterface(named: "eth0", kind: .ethernet)

private func machine(_ policy: some ThresholdPolicy = SharePolicy(1), _ more: HTTPURL...) -> Machine {
    Machine(
        DecisionRules(
            endpoints: [
                Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204))),
                Endpoint("https://b.example/204", expecting: StatusCode(204)),
            ] + more.map { Endpoint($0, expecting: StatusCode(204)) },
            validators: [PortalSignals()],
            policy: policy
        )
    )
}

/// Asks one more of the pool once nothing is pending, as long as it may.
private struct Insatiable: ThresholdPolicy {
    func begin(_ round: ProbeRound) -> any RoundJudge { Judge() }

    private struct Judge: RoundJudge {
        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            guard round.pendingCount == 0 else { return .wait() }
            if round.timeLeft > .zero, let next = round.available.first { return .ask(ProbeRound.Phase([next])) }
            return .decide(RoundVerdict(.unreachable, because: Reason("com.example.enough")), final: true)
        }
    }
}

private let genuine = Result<ProbeResponse, ProbeFailure>.success(ProbeResponse(status: 204))

@Suite struct `A slow path` {
    @Test func `The longest round takes 29 seconds`() {
        let pool = (0..<3).map {
            Endpoint(HTTPURL(stringLiteral: "http://p\($0).example/"), expecting: Unforgeable(StatusCode(204)))
        }
        let rules = DecisionRules(
            endpoints: [Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))],
            pool: pool,
            validators: [],
            policy: Insatiable()
        )
        // The second stage begins at 4.99 s and the third, whose probe exceeds its limit, at 14.99 s.
        var network = Network(Machine(rules)) { request, _ in
            (
                ["a.example": .milliseconds(4_990), "p0.example": .seconds(10)][request.url?.host] ?? .seconds(60),
                genuine
            )
        }
        network.keepsLimits = false
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .seconds(60))
        expect(
            network.requests.prefix(3).map(\.limits.total),
            [.seconds(5), .milliseconds(14_970), .milliseconds(13_010)]
        )
        expect(network.firstEnd, .seconds(29))
    }

    @Test func `A probe that only had the time of a fast path is sent once more with three times the slowest answer`() {
        // Over plain HTTP an answer takes three round trips, over TLS four.
        var network = Network(machine()) { request, _ in
            (request.url?.scheme == .http ? .milliseconds(4_500) : .seconds(6), genuine)
        }
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .seconds(20))
        expect(network.machine.assessment?.access, .online)
        expect(network.requests.prefix(3).map(\.limits.total), [.seconds(5), .seconds(5), .milliseconds(13_500)])
        // The next round knows the path.
        network.run(for: .seconds(40))
        #expect(network.rounds == 2 && network.requests.count == 5)
        expect(network.requests.last?.limits.total, .seconds(15))
    }

    @Test func `A silent path has no more time, and a probe has at most three times its limit`() {
        var silent = Network(machine()) { _, _ in (.seconds(60), genuine) }
        silent.send(.interfacesChanged(InterfaceSnapshot([interface])))
        silent.run(for: .milliseconds(5_001))
        #expect(silent.machine.assessment?.access == .unreachable && silent.requests.count == 2)
        var slow = Network(machine()) { request, _ in
            (request.url?.scheme == .http ? .seconds(5) : .seconds(60), genuine)
        }
        slow.send(.interfacesChanged(InterfaceSnapshot([interface])))
        slow.run(for: .seconds(21))
        expect(slow.machine.assessment?.access, .partial)
        expect(slow.requests.prefix(3).map(\.limits.total), [.seconds(5), .seconds(5), .seconds(15)])
    }

    @Test(
        arguments: [
            (ProbeFailure.Kind.timedOut(.response), 2_000, 10_000), (.timedOut(.tls), 4_000, 15_000),
            (.timedOut(.response), 1_400, nil), (.timedOut(.connect), 2_000, nil), (.connectionReset, 2_000, nil),
        ] as [(ProbeFailure.Kind, Int, Int?)]
    )
    func `A connection that took long gives an unanswered probe five times as long`(
        kind: ProbeFailure.Kind,
        connect milliseconds: Int,
        limit: Int?
    ) {
        var machine = machine()
        _ = machine.handle(
            .interfacesChanged(InterfaceSnapshot([interface])),
            at: .init(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        )
        let request = ProbeRequest("http://a.example/204")
        let timings = ProbeExchange.Timings(connect: .milliseconds(milliseconds), total: .seconds(5))
        let exchange = ProbeExchange(request: request, outcome: .failure(ProbeFailure(kind)), timings: timings)
        let moment = ConnectivityMachine.Moment(elapsed: .seconds(5), wall: Timestamp(sinceEpoch: .zero))
        let effects = machine.handle(.probeEnded(index: 0, epoch: machine.epoch, exchange: exchange), at: moment)
        let asked = effects.flatMap { effect -> [ProbeRequest] in
            if case .ask(let requests, _, _) = effect { requests } else { [] }
        }
        expect(asked.map { ($0.limits.total / .milliseconds(1)).rounded() }, limit.map { [Double($0)] } ?? [])
    }

    @Test func `A slow portal gives the other probes more time, as any slow answer does`() {
        let redirect = ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
        var network = Network(machine(QuorumPolicy())) { request, _ in
            request.url?.scheme == .http ? (.seconds(4), .success(redirect)) : (.seconds(60), genuine)
        }
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .milliseconds(18_000))
        expect(network.machine.assessment?.access.name, "captive")
        expect(network.requests.prefix(3).map(\.limits.total), [.seconds(5), .seconds(5), .seconds(12)])
    }
}

@Suite struct `What a round does not wait for` {
    /// Waits a second after the first answer, and then decides from what has come.
    private struct Hasty: ThresholdPolicy {
        func begin(_ round: ProbeRound) -> any RoundJudge { Judge() }

        private struct Judge: RoundJudge {
            mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
                guard round.pendingCount == 0 else { return index == nil ? .wait() : .wait(atMost: .seconds(1)) }
                let isWhole = round.count(of: .failed) == 0
                return .decide(RoundVerdict(isWhole ? .online : .partial, because: .stated("all is in")), final: true)
            }
        }
    }

    @Test func `Answers that are cut off are no evidence: neither for online nor against it`() throws {
        var network = Network(machine(Hasty())) { request, _ in
            (request.url?.scheme == .http ? .milliseconds(20) : .seconds(3), genuine)
        }
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .milliseconds(1_100))
        let assessment = try #require(network.machine.assessment)
        #expect(assessment.access == .determining && assessment.reason.code == "cut-off" && assessment.isFinal)
        expect(assessment.endpoints.map(\.verdict.finding), [.genuine, .inconclusive])
        expect(assessment.endpoints[1].verdict.reason, .noAnswer(.cutOff))
        expect(network.machine.rules.decide(assessment.record), assessment)
    }

    @Test func `Online that holds without the answers that are cut off is final`() throws {
        var network = Network(machine(QuorumPolicy(owners: 1), "https://c.example/204")) { request, _ in
            (request.url?.host == "c.example" ? .seconds(60) : .milliseconds(20), genuine)
        }
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .seconds(4))
        let assessment = try #require(network.machine.assessment)
        #expect(assessment.access == .online && assessment.isFinal, "\(assessment.reason)")
        expect(assessment.endpoints.map(\.verdict.finding), [.genuine, .genuine, .inconclusive])
        expect(assessment.endpoints[2].verdict.reason, .noAnswer(.cutOff))
        expect(network.machine.rules.decide(assessment.record), assessment)
    }
}

@Suite struct `The end of a session on the network` {
    /// Runs for ten minutes behind a network that states a rest of the session in each answer.
    private func rounds(_ rest: @escaping (_ attempt: Int) -> Int) -> Int {
        var interface = interface
        interface.captivePortal = .api("https://portal.example/api")
        var network = Network(machine()) { request, attempt in
            guard request.url?.host == "portal.example" else { return (.milliseconds(10), genuine) }
            let text = #"{"captive": false, "seconds-remaining": \#(rest(attempt))}"#
            let type: HeaderFields = ["Content-Type": "application/captive+json"]
            return (.milliseconds(10), .success(ProbeResponse(status: 200, headers: type, body: Array(text.utf8))))
        }
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .seconds(600))
        return network.rounds
    }

    @Test func `A rest that is over, negative, always the same or renewed makes a machine ask hardly more`() {
        let usual = rounds { _ in 100_000 }
        #expect(usual == 21 || usual == 20)
        expect(rounds { _ in 0 }, usual)
        expect(rounds { _ in -5 }, usual)
        #expect(rounds { _ in 3 } <= usual + 1)
        #expect(rounds { 1 + $0 % 2 } <= usual + 5)
        #expect(rounds { $0 % 3 } <= usual + 5)
        #expect(rounds { [1, 2, 3, 100_000][$0 % 4] } <= usual * 2)
    }

    @Test func `A session that ends is looked at shortly before`() {
        // 100 s, then 70, 40, 10: the round after that comes 9 s later.
        let rests = [100, 70, 40, 10, 1, 0]
        #expect(rounds { $0 < rests.count ? rests[$0] : 0 } >= 22)
    }
}

@Suite struct `An address or a route that changes in the middle of a round` {
    private static let renewed: NetworkInterface = {
        var interface = interface
        interface.addresses = [NetworkInterface.Address("192.0.2.7", prefixLength: 24)]
        return interface
    }()
    private static func without(_ change: (inout NetworkInterface) -> Void) -> NetworkInterface {
        var interface = renewed
        change(&interface)
        return interface
    }

    @Test(arguments: [
        without { $0.addresses = [] }, without { $0.defaultRoutes = [] },
        without { ($0.addresses, $0.defaultRoutes) = ([], []) },
    ])
    func `The round starts again if the link stays and they come back`(disturbed: NetworkInterface) throws {
        var network = Network(machine()) { _, attempt in
            attempt == 0 ? (.seconds(60), genuine) : (.milliseconds(10), genuine)
        }
        network.send(.interfacesChanged(InterfaceSnapshot([Self.renewed])))
        network.run(for: .seconds(1))
        network.send(.interfacesChanged(InterfaceSnapshot([disturbed])))
        network.run(for: .milliseconds(300))
        expect(network.machine.assessment?.access, .determining)
        network.send(.interfacesChanged(InterfaceSnapshot([Self.renewed])))
        network.run(for: .milliseconds(100))
        expect(network.machine.assessment?.access, .online)
    }

    @Test func `The loss of the link, or one that lasts, is reported`() throws {
        var network = Network(machine()) { _, _ in (.seconds(60), genuine) }
        network.send(.interfacesChanged(InterfaceSnapshot([Self.renewed])))
        network.run(for: .seconds(1))
        network.send(.interfacesChanged(InterfaceSnapshot([Self.without { $0.addresses = [] }])))
        network.run(for: .milliseconds(1_001))
        expect(network.machine.assessment?.access, .disconnected)
        network.send(.interfacesChanged(InterfaceSnapshot([Self.renewed])))
        network.run(for: .seconds(1))
        network.send(.interfacesChanged(InterfaceSnapshot([Self.without { $0.hasCarrier = false }])))
        expect(network.machine.assessment?.access, .disconnected)
    }

    @Test func `Failures of a round that lost an address are not blamed on the network, at most twice`() throws {
        var network = Network(machine()) { _, _ in (.milliseconds(500), .failure(ProbeFailure(.connectionReset))) }
        var interface = Self.renewed
        interface.addresses.append(NetworkInterface.Address("192.0.2.8", prefixLength: 24))
        network.send(.interfacesChanged(InterfaceSnapshot([interface])))
        network.run(for: .milliseconds(100))
        network.send(.interfacesChanged(InterfaceSnapshot([Self.renewed])))
        network.run(for: .milliseconds(450))
        expect(network.machine.assessment?.access, .determining)
        network.run(for: .seconds(1))
        #expect(network.machine.assessment?.access == .unreachable && network.rounds == 2)
    }
}
