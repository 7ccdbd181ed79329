import ConnectivityCore
import TestSupport
import Testing

/// Asks others if no endpoint of the first stage is genuine, and can report a decision in the meantime.
private struct SecondOpinion: ThresholdPolicy {
    /// The number of stages to ask for, whether they are permitted or not.
    var phases = 1
    /// Whether it gives decisions that are not final before the last answer of a stage.
    var isTalkative = false
    /// How long it waits before it asks others.
    var wait: Duration?

    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(policy: self) }

    private struct Judge: RoundJudge {
        let policy: SecondOpinion
        var asked = 0

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            if round.count(of: .genuine) > 0 {
                return .decide(RoundVerdict(.online, because: Reason("com.example.genuine")), final: true)
            }
            if round.pendingCount > 0 {
                if let wait = policy.wait, index == nil { return .wait(atMost: wait) }
                guard policy.isTalkative, index != nil else { return .wait() }
                return .decide(RoundVerdict(.unreachable, because: Reason("com.example.so-far")), final: false)
            }
            return askOthers(round)
                ?? .decide(RoundVerdict(.unreachable, because: Reason("com.example.nobody")), final: true)
        }

        mutating func waitEnded(_ round: ProbeRound) -> ProbeRound.Decision? { askOthers(round) }

        private mutating func askOthers(_ round: ProbeRound) -> ProbeRound.Decision? {
            guard policy.phases > asked, round.timeLeft > .zero, !round.available.isEmpty else { return nil }
            asked += 1
            let draw = Int(round.context.seed) % round.available.count
            return .ask(ProbeRound.Phase([round.available[draw]]))
        }
    }
}

/// A machine with two endpoints and a pool of three, and a controlled clock.
private struct Rig {
    static let ethernet = NetworkInterface(
        name: "eth0",
        index: 2,
        kind: .ethernet,
        isMetered: true,
        addresses: [NetworkInterface.Address("198.51.100.7", prefixLength: 24)],
        defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
    )

    var machine: ConnectivityMachine
    var elapsed = Duration.zero
    var published: [Assessment] = []
    /// The current requests by index.
    var requests: [ProbeRequest] = []
    var reminders: [Duration] = []

    init(_ policy: some ThresholdPolicy, scope: PipelineConfiguration.Scope = .defaultRoute) {
        let names = ["a", "b", "p0", "p1", "p2"]
        let all = names.map { Endpoint("http://a.example/", name: $0, expecting: Unforgeable(StatusCode(204))) }
        machine = ConnectivityMachine(
            DecisionRules(
                endpoints: Array(all[..<2]),
                pool: Array(all[2...]),
                validators: [],
                policy: policy,
                scope: scope
            )
        )
    }

    mutating func send(_ input: ConnectivityMachine.Input, after delay: Duration = .milliseconds(10)) {
        elapsed += delay
        let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
        for effect in machine.handle(input, at: .init(elapsed: elapsed, wall: wall, seed: 7)) {
            switch effect {
            case .begin(.round(let new, limit: _), epoch: _): requests = new
            case .begin: requests = []
            case .ask(let new, from: let first, epoch: _):
                expect(first, requests.count)
                requests += new
            case .remind(let delay, epoch: _): reminders.append(delay)
            case .discardRound: requests = []
            case .publish(let assessment): published.append(assessment)
            }
        }
    }

    mutating func begin(_ interfaces: [NetworkInterface] = [ethernet]) {
        send(.interfacesChanged(InterfaceSnapshot(interfaces)), after: .zero)
    }

    mutating func answer(_ index: Int, _ status: Int?, after delay: Duration = .milliseconds(10)) {
        let outcome: Result<ProbeResponse, ProbeFailure> =
            status.map { .success(ProbeResponse(status: $0)) } ?? .failure(ProbeFailure(.connectionRefused))
        let exchange = ProbeExchange(request: requests[index], outcome: outcome)
        send(.probeEnded(index: index, epoch: machine.epoch, exchange: exchange), after: delay)
    }

    mutating func wait(after delay: Duration = .seconds(1)) { send(.waitEnded(epoch: machine.epoch), after: delay) }

    var names: [String]? { machine.assessment?.endpoints.map(\.name) }
    var words: [String] { published.map { "\($0.access.name)\($0.isFinal ? "" : "?")" } }
}

@Suite struct `A policy that asks other endpoints` {
    @Test func `A second phase is part of the same round, and its record leads to the same assessment`() throws {
        var rig = Rig(SecondOpinion())
        rig.begin()
        let epoch = rig.machine.epoch
        rig.answer(1, nil)
        expect(rig.requests.count, 2)
        rig.answer(0, nil)
        // The seed of 7 draws the second of three.
        #expect(rig.requests.count == 3 && rig.machine.epoch == epoch)
        expect(rig.requests.last?.limits.total, ProbeRequest.Limits().total)
        rig.answer(2, 204)
        expect(rig.words, ["determining", "online"])
        expect(rig.names, ["a", "b", "p1"])
        let assessment = try #require(rig.machine.assessment)
        let course = try #require(assessment.paths.first?.course)
        expect(course.arrivals.map(\.endpoint), [1, 0, 2])
        expect(course.arrivals.map(\.after), [.milliseconds(10), .milliseconds(20), .milliseconds(30)])
        #expect(course.context.seed == 7 && course.context.isMetered == true && course.context.kind == .ethernet)
        expect(rig.machine.rules.decide(assessment.record), assessment)
    }

    @Test func `A round has at most two further phases and asks each endpoint once`() throws {
        var rig = Rig(SecondOpinion(phases: 9))
        rig.begin()
        rig.answer(0, nil)
        rig.answer(1, nil)
        rig.answer(2, nil)
        expect(rig.requests.count, 4)
        rig.answer(3, nil)
        expect(rig.words, ["determining", "unreachable"])
        expect(rig.names, ["a", "b", "p1", "p2"])
        let assessment = try #require(rig.machine.assessment)
        expect(rig.machine.rules.decide(assessment.record), assessment)
    }

    @Test func `Each probe of a further phase has its full limit, and the round ends with the last one`() {
        let limit = ProbeRequest.Limits().total
        var rig = Rig(SecondOpinion())
        rig.begin()
        rig.answer(0, nil)
        rig.answer(1, nil, after: limit)
        expect(rig.requests.last?.limits.total, limit)
        // The first wait of the driver ends; the stage still has its time.
        rig.wait(after: .seconds(1))
        expect(rig.words, ["determining"])
        rig.wait(after: limit)
        expect(rig.words, ["determining", "unreachable"])
        expect(rig.machine.assessment?.endpoints.last?.verdict.reason, .noAnswer(.timedOut(.response)))
        #expect(rig.requests.isEmpty)
    }

    @Test func `No phase begins after three times the limit of a probe`() {
        var rig = Rig(SecondOpinion())
        rig.begin()
        rig.answer(0, nil)
        rig.answer(1, nil, after: ProbeRequest.Limits().total * 3)
        expect(rig.words, ["determining", "unreachable"])
    }

    @Test func `A policy can ask others after a wait and still receive the first answers`() throws {
        var rig = Rig(SecondOpinion(wait: .milliseconds(300)))
        rig.begin()
        expect(rig.reminders, [.milliseconds(300)])
        rig.wait(after: .milliseconds(300))
        expect(rig.requests.count, 3)
        rig.answer(0, 204)
        expect(rig.words, ["determining", "online"])
        let assessment = try #require(rig.machine.assessment)
        expect(assessment.paths.first?.course?.arrivals.map(\.endpoint), [nil, 0, 1, 2])
        expect(rig.machine.rules.decide(assessment.record), assessment)
    }
}

/// Waits a tenth of a second at first and much longer after an answer; over one interface the other way round.
private struct Lingerer: ThresholdPolicy {
    /// The interface over which it has no wait at first, and a short one after an answer.
    var patient: String?

    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(isPatient: round.context.path.interface == patient) }

    private struct Judge: RoundJudge {
        let isPatient: Bool

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            if isPatient { return index == nil ? .wait() : .wait(atMost: .milliseconds(70)) }
            return .wait(atMost: index == nil ? .milliseconds(100) : .seconds(9))
        }
    }
}

@Suite struct `A policy that waits` {
    @Test func `A policy cannot extend a wait that has begun`() {
        var rig = Rig(Lingerer())
        rig.begin()
        rig.answer(0, nil, after: .milliseconds(40))
        #expect(!rig.reminders.isEmpty && rig.reminders.allSatisfy { $0 <= .milliseconds(100) }, "\(rig.reminders)")
        rig.wait(after: .milliseconds(60))
        expect(rig.machine.assessment?.endpoints.last?.verdict.reason, .noAnswer(.cutOff))
    }

    @Test func `A wait ends when it was first due, although another path had no wait at that time`() {
        var rig = Rig(Lingerer(patient: "eth1"), scope: .eachInterface)
        var other = Rig.ethernet
        (other.name, other.index) = ("eth1", 3)
        rig.begin([Rig.ethernet, other])
        expect(rig.requests.map(\.path.interface), ["eth0", "eth0", "eth1", "eth1"])
        rig.answer(0, nil, after: .milliseconds(40))
        #expect(rig.reminders.isEmpty)
        rig.answer(2, nil, after: .milliseconds(20))
        expect(rig.reminders, [.milliseconds(70)])
    }
}

@Suite struct `A decision that is not final` {
    @Test func `A decision that is not final is reported once and revised by late answers`() throws {
        var rig = Rig(SecondOpinion(isTalkative: true))
        rig.begin()
        rig.answer(0, nil)
        expect(rig.words, ["determining", "unreachable?"])
        let asYet = try #require(rig.machine.assessment)
        #expect(asYet.endpoints.map(\.name) == ["a"] && asYet.reason.code == "com.example.so-far")
        expect(rig.machine.rules.decide(asYet.record), asYet)
        rig.answer(1, 204)
        expect(rig.words, ["determining", "unreachable?", "online"])
    }

    @Test func `A decision that becomes final with the same access is published as a change`() {
        var rig = Rig(SecondOpinion(phases: 0, isTalkative: true))
        rig.begin()
        rig.answer(1, nil)
        rig.answer(0, nil)
        expect(rig.words, ["determining", "unreachable?", "unreachable"])
        // A final decision is not withdrawn when the next round gives it again as a preliminary one.
        rig.wait()
        rig.answer(1, nil)
        expect(rig.machine.assessment?.isFinal, true)
        rig.answer(0, nil)
        expect(rig.words, ["determining", "unreachable?", "unreachable"])
    }

    @Test func `An online decision that is not final is not reported`() {
        struct Hasty: ThresholdPolicy {
            func begin(_ round: ProbeRound) -> any RoundJudge { Judge() }
            struct Judge: RoundJudge {
                mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
                    let verdict = RoundVerdict(.online, because: Reason("com.example.hasty"))
                    return .decide(verdict, final: round.pendingCount == 0)
                }
            }
        }
        var rig = Rig(Hasty())
        rig.begin()
        rig.answer(0, 204)
        expect(rig.words, ["determining"])
        rig.answer(1, 204)
        expect(rig.words, ["determining", "online"])
    }

    @Test func `The hysteresis policy does not turn a decision that is not final into online`() {
        var history = ProbeRound.History()
        history.append(RoundVerdict(.online, because: .notYetJudged))
        let reports = [EndpointReport("n", "a", "http://a/"), nil]
        let policy = HysteresisPolicy(SecondOpinion(isTalkative: true), down: 2)
        let round = ProbeRound(reports, history: history)
        var judge = policy.begin(round)
        expect(judge.decide(on: round, after: 0), .wait())
    }
}

@Suite struct `A policy that judges whole rounds` {
    private struct AnyGenuine: WholeRoundPolicy {
        func judge(_ round: ProbeRound) -> RoundVerdict {
            let access = round.count(of: .genuine) > 0 ? InternetAccess.online : .unreachable
            return RoundVerdict(access, because: Reason("com.example.any"))
        }
    }

    @Test func `A policy that judges whole rounds waits for the patience when missing answers are not needed`() {
        var rig = Rig(AnyGenuine())
        rig.begin()
        rig.answer(1, 204)
        expect(rig.reminders, [.seconds(1)])
        rig.wait()
        expect(rig.words, ["determining", "online"])
        expect(rig.machine.assessment?.endpoints.first?.verdict.reason, .noAnswer(.cutOff))
    }

    @Test func `A policy that judges whole rounds is asked less often while many answers are missing`() {
        let reports = (0..<1000).map { EndpointReport($0 == 600 ? "g" : "n", "\($0)", "http://a/") }
        let silence = reports.map { _ in EndpointReport("n", "", "http://a/") }
        var round = ProbeRound(reports.map { _ in nil }, unanswered: silence)
        var judge = AnyGenuine().begin(round)
        var first: Int?
        for index in reports.indices {
            round.record(reports[index], at: index, after: .zero)
            let decision = judge.decide(on: round, after: index)
            if decision == .wait(atMost: round.context.patience), first == nil { first = index }
        }
        // The round is judged with 999, 499 and 249 missing answers.
        expect(first, 750)
        expect(AnyGenuine().verdict(on: ProbeRound(reports))?.access, .online)
    }
}
