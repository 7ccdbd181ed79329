import ConnectivityCore
import TestSupport
import Testing

/// A machine with five owners, of which one has two endpoints, all over one interface.
private struct SparingMachine {
    private static let endpoints = ["a", "b", "c", "d", "e", "a2", "x", "y"].map { name in
        let letter = String(name.prefix(1))
        // The last two are asked over TLS.
        let url = HTTPURL(stringLiteral: "\(letter > "w" ? "https" : "http")://\(letter).example/\(name)")
        return Endpoint(url, name: name, owner: owners[letter] ?? "", expecting: Unforgeable(StatusCode(204)))
    }
    /// Owners of built-in endpoints, in the same order as the letters.
    private static let owners = [
        "a": "Apple", "b": "Brave", "c": "Cloudflare", "d": "Debian", "e": "Fedora", "x": "Valve", "y": "Xiaomi",
    ]

    private(set) var machine: ConnectivityMachine
    private(set) var access = InternetAccess.determining
    private var elapsed = Duration.zero
    private var activity = ConnectivityMachine.Activity.idle

    init(isRotating: Bool = false, letters: Set<String> = ["a", "b", "c", "d", "e"], isOwn: Bool = false) {
        let endpoints = Self.endpoints.filter { letters.contains(String($0.name.prefix(1))) }.map { endpoint in
            var endpoint = endpoint
            if isOwn { endpoint.owner = endpoint.name }
            return endpoint
        }
        let rules = DecisionRules(
            endpoints: endpoints,
            pool: [Endpoint("http://pool.example/p", expecting: Unforgeable(StatusCode(204)))],
            validators: [PortalSignals()],
            policy: QuorumPolicy()
        )
        machine = ConnectivityMachine(rules, schedule: RoundSchedule(settling: .zero, isRotating: isRotating))
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 100)]
        )
        send(.interfacesChanged(InterfaceSnapshot([interface])))
    }

    private mutating func send(_ input: ConnectivityMachine.Input) {
        let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
        for effect in machine.handle(input, at: .init(elapsed: elapsed, wall: wall)) {
            switch effect {
            case .publish(let assessment): access = assessment.access
            case .begin(let next, epoch: _): activity = next
            case .remind, .ask, .discardRound: break
            }
        }
    }

    /// Answers a round, after the wait for it if there is one, with 204 except for those that are named; zero refuses.
    /// - Returns: The names that were asked, without separators.
    @discardableResult
    mutating func answer(_ status: [String: Int] = [:], retryAfter: String? = nil, early: Duration = .zero) -> String {
        if case .rest(let wait) = activity {
            elapsed += wait - early
            send(.waitEnded(epoch: machine.epoch))
        }
        guard case .round(let requests, limit: _) = activity else { return "no round" }
        var asked = ""
        for (index, request) in requests.enumerated() {
            let name = request.http?.url.description.split(separator: "/").last.map(String.init) ?? ""
            asked += name
            let status = status[name] ?? 204
            let fields: HeaderFields = status == 204 ? [:] : retryAfter.map { ["Retry-After": $0] } ?? [:]
            let outcome: Result<Answer, ProbeFailure> =
                status == 0
                ? .failure(ProbeFailure(.connectionRefused))
                : .success(.http(ProbeResponse(status: status, headers: fields)))
            let exchange = ProbeExchange(request: request, outcome: outcome)
            send(.probeEnded(index: index, epoch: machine.epoch, exchange: exchange))
        }
        return asked
    }

    /// Answers several rounds in the same way.
    @discardableResult
    mutating func answers(_ count: Int, _ status: [String: Int] = [:]) -> [String] {
        (0..<count).map { _ in answer(status) }
    }
}

@Suite struct `Endpoints that a round leaves out` {
    @Test func `With rotation, each round after three without failures leaves out two other owners`() {
        var machine = SparingMachine(isRotating: true)
        let all = Array(repeating: "abcdea2", count: 3)
        expect(machine.answers(7), all + ["adea2", "abca2", "cde", "abea2"])
        expect(machine.access, .online)
        expect(machine.answer(["a": 0]), "bcd")
        machine.answer(["a": 0])
        expect(machine.answers(4), all + ["bcd"], "something failed")
    }

    @Test func `The user's own endpoints are always asked`() {
        var machine = SparingMachine(isRotating: true, isOwn: true)
        expect(machine.answers(9), Array(repeating: "abcdea2", count: 9))
    }

    @Test func `Without rotation, every round asks all`() {
        var machine = SparingMachine()
        expect(machine.answers(4), Array(repeating: "abcdea2", count: 4))
    }

    @Test func `A round after bad news or on request asks all`() {
        var machine = SparingMachine(isRotating: true)
        machine.answers(3)
        expect(machine.answer(), "adea2")
        expect(machine.answer(early: .seconds(5)), "abcdea2", "somebody asked for this round")
        machine.answer(["a": 0, "b": 0, "c": 0, "d": 0, "e": 0, "a2": 0])
        expect(machine.access, .unreachable)
        expect(machine.answer(), "abcdea2")
        expect(machine.access, .online)
    }

    @Test func `Three owners are asked at least for the sake of rotation`() {
        var three = SparingMachine(isRotating: true, letters: ["b", "c", "d"])
        expect(three.answers(5), Array(repeating: "bcd", count: 5))
        var four = SparingMachine(isRotating: true, letters: ["b", "c", "d", "e"])
        expect(four.answers(5), ["bcde", "bcde", "bcde", "bce", "cde"])
    }

    @Test func `At least one endpoint over each scheme is asked`() {
        var machine = SparingMachine(isRotating: true, letters: ["a", "b", "c", "x", "y"])
        machine.answer(["x": 429], retryAfter: "999999")
        expect(machine.access, .online)
        // The turns are those of x and y, a and b, c and x.
        expect(machine.answers(6), Array(repeating: "abca2y", count: 4) + ["bcy", "aba2y"])
    }

    @Test func `An endpoint whose server asked for a pause is left out until the pause is over`() {
        var machine = SparingMachine()
        expect(machine.answer(["c": 429], retryAfter: "75"), "abcdea2")
        expect(machine.access, .online)
        expect(machine.answers(4), ["abdea2", "abdea2", "abcdea2", "abcdea2"])
    }

    @Test func `A pause is an hour at most, and two owners and half of all are asked whatever servers say`() {
        var machine = SparingMachine()
        machine.answer(["b": 503, "c": 503], retryAfter: "999999")
        expect(machine.access, .online)
        expect(machine.answers(119), Array(repeating: "adea2", count: 119))
        expect(machine.answer(), "abcdea2")
        var two = SparingMachine(letters: ["b", "c"])
        two.answer(["b": 503], retryAfter: "999999")
        expect(two.access, .online)
        expect(two.answer(), "bc")
    }

    @Test func `An endpoint that failed eight rounds is asked in every eighth round until it answers`() {
        var machine = SparingMachine()
        expect(machine.answers(8, ["d": 0]), Array(repeating: "abcdea2", count: 8))
        let cycle = ["abcdea2"] + Array(repeating: "abcea2", count: 7)
        expect(machine.answers(17, ["d": 0]), cycle + cycle + ["abcdea2"])
        expect(machine.answers(8), Array(repeating: "abcea2", count: 7) + ["abcdea2"])
        expect(machine.answer(), "abcdea2")
        expect(machine.access, .online)
    }

    @Test func `A record says what was left out and why, and is decided again with it`() throws {
        var machine = SparingMachine(isRotating: true)
        machine.answer(["c": 429], retryAfter: "900")
        machine.answers(4)
        let assessment = try #require(machine.machine.assessment)
        let course = try #require(assessment.paths.first?.course)
        expect(course.context.deferred.map { "\($0.name) \($0.cause)" }, ["c pauseRequested", "d rotation"])
        expect(course.context.turn, 4)
        expect(machine.machine.rules.decide(assessment.record).endpoints, assessment.endpoints)
    }
}
