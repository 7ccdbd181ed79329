import ConnectivityCompanions
import ConnectivityCore
import TestSupport
import Testing

/// A state machine and its companion; rounds are answered with 204 after ten milliseconds, or not at all.
private struct BusyMachine {
    private static let interface = NetworkInterface(
        name: "eth0",
        index: 2,
        kind: .ethernet,
        addresses: [.init("192.0.2.7", prefixLength: 24)],
        defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 100)]
    )

    private(set) var machine: ConnectivityMachine
    private var traffic = Traffic()
    var elapsed = Duration.zero
    var isDead = false
    private(set) var access = InternetAccess.determining
    /// The times at which rounds began, and what each asked: the endpoints' names, with later stages.
    private(set) var rounds: [(at: Duration, asked: [String])] = []
    private var activity = ConnectivityMachine.Activity.idle
    private var open: [(index: Int, request: ProbeRequest)] = []

    /// Five endpoints of five owners, two of them over TLS, and a pool of three neutral owners over both schemes.
    init() {
        let endpoints = [
            ("http", "Apple"), ("https", "Google"), ("http", "Microsoft"), ("http", "Mozilla"), ("https", "Cloudflare"),
        ].map { Self.endpoint($0, of: $1) }
        let pool = ["Canonical", "Fedora", "Arch"].flatMap { owner in
            ["http", "https"].map { Self.endpoint($0, of: owner) }
        }
        self.init(endpoints, pool: pool)
    }

    private static func endpoint(_ scheme: String, of owner: String) -> Endpoint {
        let url = HTTPURL(stringLiteral: "\(scheme)://\(owner.lowercased()).example/204")
        return Endpoint(url, name: "\(owner).\(scheme)", owner: owner, expecting: StatusCode(204))
    }

    private init(_ endpoints: [Endpoint], pool: [Endpoint]) {
        let rules = DecisionRules(
            endpoints: endpoints,
            pool: pool,
            validators: [PortalSignals()],
            policy: EvidencePolicy()
        )
        machine = ConnectivityMachine(rules, schedule: RoundSchedule(settling: .zero, isRotating: true))
        send(.interfacesChanged(InterfaceSnapshot([Self.interface])))
        answer()
    }

    static func own(_ count: Int = 1) -> BusyMachine {
        let hosts = (0..<count).map { HTTPURL(stringLiteral: "https://s\($0).example/ping") }
        return BusyMachine(hosts.map { Endpoint($0, expecting: StatusCode(204)) }, pool: [])
    }

    private var moment: ConnectivityMachine.Moment {
        ConnectivityMachine.Moment(elapsed: elapsed, wall: Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed))
    }

    /// Passes an input to the companion, and does what it wants.
    private mutating func tell(_ input: CompanionInput) {
        for effect in traffic.handle(input, at: moment) {
            switch effect {
            case .skip(let interface, let time): send(.skipped(on: interface, for: time))
            case .look:
                if case .rest = activity { send(.waitEnded(epoch: machine.epoch)) }
            default: Issue.record("\(effect)")
            }
        }
    }

    mutating func send(_ input: ConnectivityMachine.Input) {
        let wasRound = if case .round = activity { true } else { false }
        let effects = machine.handle(input, at: moment)
        if wasRound, effects.contains(where: { if case .begin = $0 { true } else { false } }),
            let assessment = machine.assessment
        {
            tell(.roundEnded(assessment))
        }
        for effect in effects {
            switch effect {
            case .publish(let assessment):
                access = assessment.access
                tell(.assessed(assessment, isChange: true))
            case .begin(let next, epoch: _):
                activity = next
                if case .round = next { tell(.roundBegan) }
                open = []
                guard case .round(let requests, limit: _) = next else { continue }
                rounds.append((elapsed, []))
                ask(requests, from: 0)
            case .ask(let requests, from: let first, epoch: _): ask(requests, from: first)
            case .remind, .discardRound: break
            }
        }
    }

    private mutating func ask(_ requests: [ProbeRequest], from first: Int) {
        for (offset, request) in requests.enumerated() { open.append((first + offset, request)) }
        rounds[rounds.count - 1].asked += requests.map { "\($0.url?.description ?? "")" }
    }

    /// Answers whatever is open until the machine rests.
    mutating func answer() {
        elapsed += .milliseconds(10)
        while let (index, request) = open.first {
            open.removeFirst()
            let exchange =
                isDead
                ? ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.connect))))
                : ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            send(.probeEnded(index: index, epoch: machine.epoch, exchange: exchange))
        }
    }

    /// Sees traffic, each a millisecond after the one before.
    private mutating func sendEach(_ hints: [TrafficHint]) {
        for hint in hints {
            elapsed += .milliseconds(1)
            tell(.hinted(hint))
        }
    }

    /// Waits for regular rounds and answers them; hints are given again before each, in the last second of the wait.
    mutating func pass(_ count: Int, seeing hints: TrafficHint...) {
        for _ in 0..<count {
            guard case .rest(let wait) = activity else { return }
            elapsed += wait - .seconds(1)
            sendEach(hints)
            guard case .rest = activity else { return answer() }
            elapsed += .seconds(1)
            send(.waitEnded(epoch: machine.epoch))
            answer()
        }
    }

    /// Sees traffic some time after the last event, and answers the round if one begins.
    /// - Returns: Whether a round began.
    mutating func see(_ hints: TrafficHint..., after time: Duration) -> Bool {
        let count = rounds.count
        elapsed += time
        sendEach(hints)
        answer()
        return rounds.count > count
    }
}

@Suite struct `The companion that sees traffic` {
    private struct Refused: Error {}

    private static func host(_ number: Int, isAnswered: Bool) -> TrafficHint {
        let name = "host-\(number).example.com"
        return isAnswered ? .success(name) : .failure(name, Refused())
    }

    private static let flowing = TrafficHint.traffic(over: "eth0", isAnswered: true)
    private static let silent = TrafficHint.traffic(over: "eth0", isAnswered: false)

    @Test func `While traffic flows, a regular round asks a neutral owner and one endpoint, over both schemes`() {
        var machine = BusyMachine()
        machine.pass(8)
        let usual = machine.rounds.suffix(4).map(\.asked.count)
        #expect(usual.allSatisfy { $0 >= 4 }, "\(usual)")
        machine.pass(20, seeing: Self.flowing)
        let busy = machine.rounds.suffix(20)
        #expect(busy.count { $0.asked.count == 2 } == 18 && machine.access == .online, "\(busy)")
        for round in busy where round.asked.count == 2 {
            expect(Set(round.asked.map { $0.prefix(5) }), ["http:", "https"], "\(round)")
            #expect(round.asked.contains { $0.contains("canonical") || $0.contains("fedora") || $0.contains("arch") })
        }
        machine.pass(1)
        machine.elapsed += .seconds(60)
        machine.pass(4)
        #expect(machine.rounds.suffix(3).allSatisfy { $0.asked.count >= 4 }, "old evidence does not count")
    }

    @Test func `A host that answers counts like traffic on the only path, unless a later one did not answer`() {
        var machine = BusyMachine()
        machine.pass(6)
        machine.pass(4, seeing: Self.host(1, isAnswered: true))
        #expect(machine.rounds.suffix(4).count { $0.asked.count == 2 } >= 3)
        machine.pass(
            4,
            seeing: Self.host(1, isAnswered: true),
            Self.host(2, isAnswered: false)
        )
        #expect(machine.rounds.suffix(3).allSatisfy { $0.asked.count >= 4 })
    }

    @Test func `A thinned round without any answer is unreachable at once, and the next one asks all endpoints`() {
        var machine = BusyMachine()
        machine.pass(6, seeing: Self.flowing)
        machine.isDead = true
        machine.pass(1, seeing: Self.flowing)
        expect(machine.access, .unreachable)
        machine.isDead = false
        machine.pass(1, seeing: Self.flowing)
        expect(machine.access, .online)
        expect(machine.rounds.last.map { $0.asked.count >= 5 }, true, "\(machine.rounds.suffix(2))")
    }

    @Test func `With own endpoints every second regular round is left out while traffic flows`() {
        var machine = BusyMachine.own()
        machine.pass(4)
        let begun = machine.rounds.count
        for _ in 0..<10 { machine.pass(1, seeing: Self.flowing) }
        #expect(machine.rounds.count - begun == 5 && machine.access == .online)
        machine.elapsed += .seconds(120)
        let later = machine.rounds.count
        machine.pass(4)
        #expect(machine.rounds.count - later >= 3, "without traffic each round is asked")
    }

    @Test func `Traffic that is not answered begins a round at once, and then seldomer while all is well`() {
        var machine = BusyMachine()
        machine.pass(4)
        let isBegunAtOnce = machine.see(Self.silent, after: .seconds(5))
        #expect(isBegunAtOnce)
        let isBegunWithinPause = machine.see(Self.silent, after: .seconds(5))
        #expect(!isBegunWithinPause, "ten seconds have not passed")
        let isBegunAgain = machine.see(Self.silent, after: .seconds(5))
        #expect(isBegunAgain)
        let isBegunTooEarly = machine.see(Self.silent, after: .seconds(15))
        #expect(!isBegunTooEarly, "the wait has doubled")
        expect(machine.access, .online)
        machine.isDead = true
        let isBegunInOutage = machine.see(Self.silent, after: .seconds(10))
        #expect(isBegunInOutage && machine.access == .unreachable)
    }

    @Test func `Failures of one host begin no round, those of two hosts do, unless a third one answered later`() {
        var machine = BusyMachine()
        machine.pass(4)
        let (first, second) = (
            Self.host(1, isAnswered: false), Self.host(2, isAnswered: false)
        )
        let isBegunByOne = machine.see(first, first, first, after: .seconds(1))
        #expect(!isBegunByOne)
        let isBegunByOther = machine.see(Self.host(3, isAnswered: true), second, after: .seconds(1))
        #expect(!isBegunByOther)
        let isBegunByTwo = machine.see(first, after: .seconds(1))
        #expect(isBegunByTwo)
    }

    @Test func `Failures of two hosts a minute apart begin no round`() {
        var machine = BusyMachine()
        machine.pass(4)
        _ = machine.see(Self.host(1, isAnswered: false), after: .seconds(1))
        let isBegun = machine.see(Self.host(2, isAnswered: false), after: .seconds(60))
        #expect(!isBegun)
    }

    @Test func `An answer while the Internet is not there begins a round, and decides nothing`() {
        var machine = BusyMachine()
        machine.pass(4)
        machine.isDead = true
        machine.pass(1)
        expect(machine.access, .unreachable)
        let isBegunByHost = machine.see(Self.host(1, isAnswered: true), after: .seconds(1))
        #expect(isBegunByHost)
        expect(machine.access, .unreachable, "only probes decide")
        machine.isDead = false
        let isBegunByAnswer = machine.see(Self.flowing, after: .seconds(11))
        #expect(isBegunByAnswer && machine.access == .online)
    }

    @Test func `Traffic over another interface changes nothing`() {
        var machine = BusyMachine()
        machine.pass(4)
        let isBegun = machine.see(TrafficHint.traffic(over: "wlan0", isAnswered: false), after: .seconds(1))
        #expect(!isBegun)
        machine.pass(4, seeing: TrafficHint.traffic(over: "wlan0", isAnswered: true))
        #expect(machine.rounds.suffix(3).allSatisfy { $0.asked.count >= 4 })
        machine.isDead = true
        machine.pass(1)
        let isBegunByAnswer = machine.see(TrafficHint.traffic(over: "wlan0", isAnswered: true), after: .seconds(1))
        #expect(!isBegunByAnswer && machine.access == .unreachable)
    }
}
