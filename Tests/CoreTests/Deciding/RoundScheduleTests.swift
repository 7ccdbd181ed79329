import ConnectivityCore
import TestSupport
import Testing

/// A machine with one endpoint, whose rounds each have one answer.
private struct ScheduledMachine {
    static let wifi = interface("wlan0", .wifi, "192.0.2.7", gateway: "192.0.2.1")
    static let ethernet = interface("eth0", .ethernet, "198.51.100.7", gateway: "198.51.100.1")

    var machine: ConnectivityMachine
    var elapsed = Duration.zero
    var seed: UInt32 = 0
    private(set) var access: [String] = []
    private(set) var activity = ConnectivityMachine.Activity.idle

    init(_ schedule: RoundSchedule = RoundSchedule(settling: .zero)) {
        let endpoint = Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))
        let rules = DecisionRules(endpoints: [endpoint], validators: [PortalSignals()], policy: SharePolicy(0.5))
        machine = ConnectivityMachine(rules, schedule: schedule)
    }

    static func interface(
        _ name: String,
        _ kind: NetworkInterface.Kind,
        _ address: IPAddress,
        gateway: IPAddress,
        isMetered: Bool? = nil
    ) -> NetworkInterface {
        NetworkInterface(
            name: name,
            index: 2,
            kind: kind,
            isMetered: isMetered,
            addresses: [.init(address, prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: gateway, metric: 100)]
        )
    }

    mutating func send(_ input: ConnectivityMachine.Input) {
        let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
        for effect in machine.handle(input, at: .init(elapsed: elapsed, wall: wall, seed: seed)) {
            switch effect {
            case .publish(let assessment): access.append(assessment.access.name)
            case .begin(let next, epoch: _): activity = next
            case .remind, .ask, .discardRound: break
            }
        }
    }

    mutating func join(_ interfaces: NetworkInterface...) { send(.interfacesChanged(InterfaceSnapshot(interfaces))) }

    /// Answers the round in progress, after the wait for it if there is one.
    /// - Returns: The wait that follows the round.
    @discardableResult
    mutating func answer(_ status: Int, _ more: HeaderFields = [:]) -> Duration? {
        if let rest {
            elapsed += rest
            send(.waitEnded(epoch: machine.epoch))
        }
        guard case .round(let requests, limit: _) = activity else { return nil }
        let fields: HeaderFields = status == 302 ? ["Location": "http://login.example/"] : more
        let response = ProbeResponse(status: status, headers: fields)
        let exchange = ProbeExchange(request: requests[0], outcome: .success(response))
        send(.probeEnded(index: 0, epoch: machine.epoch, exchange: exchange))
        return rest
    }

    mutating func endWait() { send(.waitEnded(epoch: machine.epoch)) }

    var rest: Duration? { if case .rest(let wait) = activity { wait } else { nil } }
}

@Suite struct `The schedule of rounds` {
    @Test func `A schedule that is changed stays within its limits`() {
        var schedule = RoundSchedule()
        (schedule.settling, schedule.patience) = (.seconds(-1), .seconds(-1))
        (schedule.grace, schedule.requestsAtOnce) = (.seconds(-1), 0)
        expect(schedule.settling, .zero)
        expect(schedule.patience, .zero)
        expect(schedule.grace, .zero)
        expect(schedule.requestsAtOnce, 1)
        schedule.interval = .seconds(-1)
        #expect(schedule.interval > .zero)
        for (stated, kept) in [(5, 0.5), (-1, 0), (.nan, 0), (0.25, 0.25), (.infinity, 0.5)] {
            schedule.jitter = stated
            expect(schedule.jitter, kept, "\(stated)")
        }
    }

    @Test func `Limits of a probe that are changed stay greater than zero`() {
        var limits = ProbeRequest.Limits()
        limits.total -= .seconds(60)
        (limits.maximumHeaderSize, limits.maximumBodySize) = (0, -1)
        #expect(limits.total > .zero)
        expect(limits.maximumHeaderSize, 1)
        expect(limits.maximumBodySize, 0)
    }

    @Test func `While online, rounds follow at the interval, and four times as rarely on a metered network`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.ethernet)
        #expect(machine.answer(204) == .seconds(30) && machine.answer(204) == .seconds(30))
        let metered = ScheduledMachine.interface(
            "wwan0",
            .cellular,
            "192.0.2.9",
            gateway: "192.0.2.1",
            isMetered: true
        )
        machine.join(metered)
        expect(machine.answer(204), .seconds(120))
        expect(machine.answer(500), .seconds(2), "bad news is followed up at the usual pace")
    }

    @Test func `On battery, rounds follow half as often, and a metered network counts more`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.ethernet)
        var snapshot = InterfaceSnapshot([ScheduledMachine.ethernet])
        snapshot.isOnBattery = true
        machine.send(.interfacesChanged(snapshot))
        expect(machine.answer(204), .seconds(60))
        snapshot.interfaces[0].isMetered = true
        machine.send(.interfacesChanged(snapshot))
        expect(machine.answer(204), .seconds(120))
        snapshot.isOnBattery = false
        machine.send(.interfacesChanged(snapshot))
        expect(machine.rest, .seconds(120), "another power supply is no reason to ask")
    }

    @Test func `After the machine resumed from suspension, a round begins at once, and nothing is forgotten`() {
        var machine = ScheduledMachine(RoundSchedule(settling: .milliseconds(50)))
        machine.join(ScheduledMachine.ethernet)
        machine.answer(204)
        machine.elapsed += .seconds(7)
        var snapshot = InterfaceSnapshot([ScheduledMachine.ethernet])
        snapshot.resumeCount = 1
        machine.send(.interfacesChanged(snapshot))
        expect(machine.activity, .settle(.milliseconds(50)))
        machine.elapsed += .milliseconds(50)
        machine.endWait()
        machine.answer(302)
        expect(machine.access, ["determining", "online", "captive"])
        expect(machine.rest, .seconds(3))
    }

    @Test func `If every server asks for a pause, the next round waits for it, but not for longer than ten minutes`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.ethernet)
        expect(machine.answer(429, ["Retry-After": "90"]), .seconds(90))
        expect(machine.answer(503, ["Retry-After": "86400"]), .seconds(600))
        expect(machine.answer(503, ["Retry-After": "1"]), .seconds(8), "a short pause does not replace the wait")
        expect(machine.answer(204, ["Retry-After": "90"]), .seconds(30), "other answers ask for nothing")
        expect(machine.answer(429, ["Retry-After": "Fri, 15 Jan 2027 08:35:00 GMT"]).map { $0 > .seconds(60) }, true)
        for text in ["", "-1", "soon", "Fri, 15 Jan 1999 08:35:00 GMT", "99999999999999999999"] {
            var other = ScheduledMachine()
            other.join(ScheduledMachine.ethernet)
            let wait: Duration = text.hasPrefix("9") ? .seconds(600) : .seconds(2)
            expect(other.answer(429, ["Retry-After": text]), wait, "\(text)")
        }
    }

    @Test func `Regular rounds wait for the budget of their interface, and rounds after a change do not`() {
        let schedule = RoundSchedule(settling: .zero, requestsPerHour: 3)
        var machine = ScheduledMachine(schedule)
        machine.join(ScheduledMachine.ethernet)
        expect((0..<2).map { _ in machine.answer(204) }, [.seconds(30), .seconds(30)])
        // The first minute, with two rounds, leaves the last hour at 60 min; now it is 1 min.
        expect(machine.answer(204), .seconds(3540))
        machine.join(ScheduledMachine.wifi)
        expect(machine.answer(204), .seconds(30), "another interface has its own budget")
        machine.join(ScheduledMachine.ethernet)
        guard case .round = machine.activity else {
            Issue.record("the round after a change waits: \(machine.activity)")
            return
        }
    }

    @Test func `Waits grow while a portal stands or nothing answers, and start again after a change`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.ethernet)
        expect((0..<5).map { _ in machine.answer(302) }, [3, 6, 12, 24, 30].map { .seconds($0) })
        expect((0..<3).map { _ in machine.answer(500) }, [30, 30, 30].map { .seconds($0) })
        machine.join(ScheduledMachine.wifi)
        expect((0..<3).map { _ in machine.answer(500) }, [2, 4, 8].map { .seconds($0) })
    }

    @Test func `Jitter only shortens a wait, by at most its share, and the same seed gives the same wait`() {
        let waits = (1...200).map { seed in
            var machine = ScheduledMachine(RoundSchedule(settling: .zero, jitter: 0.1))
            machine.seed = UInt32(seed)
            machine.join(ScheduledMachine.ethernet)
            return machine.answer(204) ?? .zero
        }
        #expect(waits.allSatisfy { $0 <= .seconds(30) && $0 >= .seconds(27) })
        #expect((waits.max() ?? .zero) > .milliseconds(29_900) && (waits.min() ?? .zero) < .milliseconds(27_100))
        var again = ScheduledMachine(RoundSchedule(settling: .zero, jitter: 0.1))
        again.seed = 7
        again.join(ScheduledMachine.ethernet)
        expect(again.answer(204), waits[6])
        var steady = ScheduledMachine()
        steady.seed = 7
        steady.join(ScheduledMachine.ethernet)
        expect(steady.answer(204), .seconds(30))
    }

    @Test func `A wireless network that is lost and back within the grace is not reported as lost`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.wifi)
        machine.answer(204)
        machine.join()
        expect(machine.activity, .grace(.seconds(1)))
        machine.join(ScheduledMachine.wifi)
        machine.answer(204)
        expect(machine.access, ["determining", "online"])
        machine.join()
        machine.endWait()
        #expect(machine.access == ["determining", "online", "disconnected"] && machine.activity == .idle)
        machine.join(ScheduledMachine.wifi)
        expect(machine.access.last, "determining")
    }

    @Test func `Another network within the grace is judged from the beginning`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.wifi)
        machine.answer(204)
        machine.join()
        machine.join(ScheduledMachine.interface("wlan0", .wifi, "203.0.113.7", gateway: "203.0.113.1"))
        expect(machine.access, ["determining", "online", "determining"])
    }

    @Test func `The loss of a cable is reported at once`() {
        var machine = ScheduledMachine()
        machine.join(ScheduledMachine.ethernet)
        machine.answer(204)
        machine.join()
        #expect(machine.access.last == "disconnected" && machine.activity == .idle)
    }
}
