import ConnectivityCore
import TestSupport
import Testing

private typealias Machine = ConnectivityMachine

/// A machine with two endpoints, one of which must be genuine, and a controlled clock.
private struct Rig {
    static let wifi = NetworkInterface(
        name: "wlan0",
        index: 3,
        kind: .wifi,
        addresses: [NetworkInterface.Address("192.0.2.7", prefixLength: 24)],
        defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 600)]
    )
    static let ethernet = NetworkInterface(
        name: "eth0",
        index: 2,
        kind: .ethernet,
        addresses: [NetworkInterface.Address("198.51.100.7", prefixLength: 24)],
        defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
    )

    var machine: Machine
    var elapsed = Duration.zero

    init(policy: some ThresholdPolicy = SharePolicy(0.5), endpoints count: Int = 2) {
        let urls: [HTTPURL] = [
            "http://a.example/204", "http://b.example/204", "http://c.example/204",
        ]
        let all = urls.map { Endpoint($0, expecting: Unforgeable(StatusCode(200, 204))) }
        machine = Machine(
            DecisionRules(endpoints: Array(all.prefix(count)), validators: [PortalSignals()], policy: policy)
        )
    }

    mutating func send(_ input: Machine.Input) -> [Machine.Effect] {
        elapsed += .milliseconds(1)
        return machine.handle(
            input,
            at: ConnectivityMachine.Moment(
                elapsed: elapsed,
                wall: Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
            )
        )
    }

    mutating func interfaces(_ interfaces: NetworkInterface...) -> [Machine.Effect] {
        send(.interfacesChanged(InterfaceSnapshot(interfaces)))
    }

    mutating func probe(_ index: Int, _ status: Int, epoch: Int? = nil) -> [Machine.Effect] {
        let headers: HeaderFields = status == 302 ? ["Location": "http://login.example/"] : [:]
        let request = ProbeRequest("http://a.example/204")
        let response = ProbeResponse(status: status, headers: headers)
        let exchange = ProbeExchange(request: request, outcome: .success(response))
        return send(.probeEnded(index: index, epoch: epoch ?? machine.epoch, exchange: exchange))
    }

    mutating func wait(epoch: Int? = nil) -> [Machine.Effect] { send(.waitEnded(epoch: epoch ?? machine.epoch)) }
}

extension [ConnectivityMachine.Effect] {
    fileprivate var published: [String] {
        compactMap { if case .publish(let assessment) = $0 { assessment.access.name } else { nil } }
    }
    fileprivate var begun: [String] {
        compactMap { effect in
            guard case .begin(let activity, _) = effect else { return nil }
            return switch activity {
            case .idle: "idle"
            case .settle: "settle"
            case .grace: "grace"
            case .round: "round"
            case .rest: "rest"
            }
        }
    }
}

@Suite struct `The machine` {
    @Test func `A record from before the first snapshot is decided as not yet judged`() {
        let rules = Rig().machine.rules
        let before = Assessment(access: .determining, reason: .notYetJudged, startedAt: Timestamp(sinceEpoch: .zero))
        expect(rules.decide(before.record), before)
    }

    @Test func `The first snapshot and a new path are judged at once`() {
        var rig = Rig()
        let first = rig.interfaces(Rig.wifi)
        expect(first.published, ["determining"])
        expect(first.begun, ["round"])
        expect(rig.probe(0, 204).published, ["online"])
        let change = rig.interfaces(Rig.wifi, Rig.ethernet)
        expect(change.published, ["determining"])
        expect(change.begun, ["round"])
        expect(rig.probe(0, 204).published, ["online"])
    }

    @Test func `The remaining probes are cancelled and recorded as such when the outcome is certain`() throws {
        var rig = Rig()
        _ = rig.interfaces(Rig.wifi)
        let effects = rig.probe(1, 204)
        expect(effects.begun, ["rest"])
        let assessment = try #require(rig.machine.assessment)
        expect(assessment.access, .online)
        expect(assessment.endpoints.map(\.verdict.reason), [.notNeeded, .statusMatches(204)])
    }

    @Test func `Answers and waits of an earlier epoch are ignored`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.wifi)
        let old = rig.machine.epoch
        _ = rig.interfaces(Rig.ethernet)
        _ = rig.wait()
        #expect(rig.probe(0, 204, epoch: old).isEmpty)
        #expect(rig.wait(epoch: old).isEmpty)
        expect(rig.machine.assessment?.access, .determining)
    }

    @Test func `The same conclusion is published only once`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.wifi)
        expect(rig.probe(0, 204).published, ["online"])
        _ = rig.wait()
        expect(rig.probe(0, 204).published, [])
        #expect(rig.interfaces(Rig.wifi).isEmpty)
    }

    @Test func `Another interface that appears or disappears does not disturb the preferred one`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.ethernet)
        _ = rig.probe(0, 204)
        #expect(rig.interfaces(Rig.ethernet, Rig.wifi).isEmpty)
    }

    @Test func `An additional address starts a round without discarding the current conclusion`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.ethernet)
        _ = rig.probe(0, 204)
        var more = Rig.ethernet
        more.addresses += Rig.wifi.addresses
        let effects = rig.interfaces(more)
        expect(effects.published, [])
        expect(effects.begun, ["settle"])
    }

    @Test func `A link or address that was away in between is asked again without discarding the conclusion`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.ethernet)
        _ = rig.probe(0, 204)
        var back = Rig.ethernet
        back.carrierChangeCount = 2
        expect(rig.interfaces(back).begun, ["settle"])
        expect(rig.wait().begun, ["round"])
        _ = rig.probe(0, 204)
        back.addresses[0].assignedAt = .seconds(7)
        let effects = rig.interfaces(back)
        #expect(effects.begun == ["settle"] && effects.published == [])
        expect(rig.interfaces(back), [])
    }

    @Test func `Another wireless network with the same addresses is another path`() {
        func joined(_ name: String, at accessPoint: String) -> NetworkInterface {
            var interface = Rig.wifi
            interface.wifi = .init(ssid: Array(name.utf8), bssid: accessPoint)
            return interface
        }
        var rig = Rig()
        _ = rig.interfaces(joined("a", at: "02:00:00:00:00:01"))
        _ = rig.probe(0, 204)
        expect(rig.interfaces(joined("a", at: "02:00:00:00:00:02")).published, [])
        expect(rig.interfaces(joined("b", at: "02:00:00:00:00:02")).published, ["determining"])
    }

    @Test func `An additional address during a round lets the round end and starts another`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.ethernet)
        var more = Rig.ethernet
        more.addresses += Rig.wifi.addresses
        #expect(rig.interfaces(more).isEmpty)
        let effects = rig.probe(0, 204)
        expect(effects.published, ["online"])
        expect(effects.begun, ["settle"])
        expect(rig.wait().begun, ["round"])
    }

    @Test func `An interface that never settles is judged anyway`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.ethernet)
        _ = rig.probe(0, 204)
        var changing = Rig.ethernet
        var rounds = 0
        for server in 0..<200 {
            changing.nameServers = ["198.51.100.\(server)"].compactMap { try? IPAddress($0) }
            rig.elapsed += .milliseconds(100)
            let begun = rig.interfaces(changing).begun
            rounds += begun.count { $0 == "round" }
            if begun == ["round"] { _ = rig.probe(0, 204) }
        }
        // Twenty seconds of changes have at least one round in every five and a half seconds.
        #expect(rounds >= 3)
        expect(rig.machine.assessment?.access, .online)
    }

    @Test func `Without a usable interface the access is disconnected and no request is sent`() {
        var rig = Rig()
        var dark = Rig.wifi
        dark.hasCarrier = false
        let effects = rig.interfaces(dark)
        expect(effects.published, ["disconnected"])
        expect(effects.begun, ["idle"])
        expect(rig.interfaces(Rig.wifi).published, ["determining"])
    }

    @Test func `A round ends at its time limit even if the prober does not`() throws {
        var rig = Rig()
        _ = rig.interfaces(Rig.wifi)
        _ = rig.probe(0, 302)
        rig.elapsed += ProbeRequest.Limits().total + .seconds(1)
        let effects = rig.wait()
        expect(effects.published, ["captive"])
        expect(rig.machine.assessment?.endpoints[1].verdict.reason, .noAnswer(.timedOut(.response)))
        let portal = try #require(rig.machine.assessment?.access.portal)
        expect(portal.signInURL, "http://login.example/")
    }

    @Test func `Consecutive failures are retried at growing intervals, and so is a portal`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.wifi)
        var delays: [Duration] = []
        for status in [503, 503, 503, 302, 302] {
            _ = rig.probe(0, status)
            for case .begin(.rest(let delay), _) in rig.probe(1, status) { delays.append(delay) }
            _ = rig.wait()
        }
        expect(delays, [.seconds(2), .seconds(4), .seconds(8), .seconds(3), .seconds(6)])
    }

    @Test func `An online round resets the count of failures, so the next failure is retried soon`() {
        var rig = Rig()
        _ = rig.interfaces(Rig.wifi)
        var delays: [Duration] = []
        for status in [503, 503, 204, 503] {
            let effects = rig.probe(0, status) + rig.probe(1, status)
            for case .begin(.rest(let delay), _) in effects { delays.append(delay) }
            _ = rig.wait()
        }
        expect(delays, [.seconds(2), .seconds(4), .seconds(30), .seconds(2)])
    }

    @Test func `The pause after a round follows the schedule, even for decades`() {
        let age = Duration.seconds(3_000_000_000)
        var machine = ConnectivityMachine(
            DecisionRules(
                endpoints: [Endpoint("http://a.example/", expecting: Unforgeable(StatusCode(204)))],
                validators: [],
                policy: SharePolicy()
            ),
            schedule: RoundSchedule(interval: age)
        )
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot([Rig.wifi])), at: moment)
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 204))
        )
        let effects = machine.handle(.probeEnded(index: 0, epoch: machine.epoch, exchange: exchange), at: moment)
        #expect(effects.contains(.begin(.rest(age), epoch: machine.epoch)))
    }

    @Test func `Without endpoints the access stays undetermined and the machine rests`() {
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: [], validators: [], policy: SharePolicy())
        )
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([Rig.wifi])), at: moment)
        expect(effects.begun, ["round", "rest"])
        expect(machine.assessment?.reason, .noEndpoint)
    }

    @Test func `A missing answer delays the round only for the patience of one second`() {
        var rig = Rig(policy: QuorumPolicy(), endpoints: 3)
        _ = rig.interfaces(Rig.wifi)
        #expect(rig.probe(0, 204).isEmpty)
        // Two of three owners are enough; the third is awaited once, for one second.
        expect(rig.probe(1, 204), [.remind(after: .seconds(1), epoch: rig.machine.epoch)])
        rig.elapsed += .seconds(1)
        let effects = rig.wait()
        expect(effects.published, ["online"])
        let last = rig.machine.assessment?.endpoints.last
        expect(last?.verdict, Verdict(.inconclusive, because: .noAnswer(.cutOff)))
    }

    @Test func `The wait for missing answers begins as soon as the other answers are enough`() {
        var rig = Rig(policy: QuorumPolicy(owners: 1), endpoints: 3)
        _ = rig.interfaces(Rig.wifi)
        expect(rig.probe(0, 204), [.remind(after: .seconds(1), epoch: rig.machine.epoch)])
        #expect(rig.probe(1, 204).isEmpty)
    }

    @Test func `A portal that answers last within the patience is found`() {
        var rig = Rig(policy: QuorumPolicy(), endpoints: 3)
        _ = rig.interfaces(Rig.wifi) + rig.probe(0, 204) + rig.probe(1, 204)
        expect(rig.probe(2, 302).published, ["captive"])
        expect(rig.machine.assessment?.endpoints.map(\.verdict.finding), [.genuine, .genuine, .captive])
    }

    @Test func `Answers that a portal lets through are kept as evidence`() {
        var rig = Rig(policy: QuorumPolicy(), endpoints: 2)
        _ = rig.interfaces(Rig.wifi)
        expect(rig.probe(0, 302), [.remind(after: .seconds(1), epoch: rig.machine.epoch)])
        expect(rig.probe(1, 204).published, ["captive"])
        expect(rig.machine.assessment?.endpoints.map(\.verdict.finding), [.captive, .genuine])
    }

    @Test func `A round without enough answers waits for the missing one`() {
        var rig = Rig(policy: QuorumPolicy(owners: 3), endpoints: 3)
        _ = rig.interfaces(Rig.wifi)
        #expect((rig.probe(0, 204) + rig.probe(1, 204)).isEmpty)
    }

    @Test func `Consecutive rounds are counted per path, and the next round comes soon`() {
        var rig = Rig(policy: HysteresisPolicy(SharePolicy(1), up: 1, down: 2), endpoints: 1)
        expect((rig.interfaces(Rig.wifi) + rig.probe(0, 204)).published, ["determining", "online"])
        _ = rig.wait()
        let held = rig.probe(0, 503)
        expect(held, [.begin(.rest(.seconds(2)), epoch: rig.machine.epoch)])
        expect(rig.machine.assessment?.access, .online)
        expect(rig.machine.assessment?.reason.code, "held")
        _ = rig.wait()
        expect(rig.probe(0, 503).published, ["unreachable"])
        // Another path restarts the count: its first round counts at once.
        _ = rig.wait() + rig.probe(0, 204) + rig.interfaces(Rig.ethernet)
        rig.elapsed += .milliseconds(50)
        expect(rig.probe(0, 503).published, ["unreachable"])
    }

    @Test func `The scope of one interface judges that interface and binds the probes to it`() {
        var machine = ConnectivityMachine(
            DecisionRules(
                endpoints: [Endpoint("http://a.example/")],
                validators: [],
                policy: SharePolicy(),
                scope: .interface("wlan0")
            )
        )
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([Rig.ethernet, Rig.wifi])), at: moment)
        let bound = effects.compactMap { effect -> String? in
            if case .begin(.round(let requests, _), _) = effect { requests.first?.path.interface } else { nil }
        }
        expect(bound, ["wlan0"])
        expect(machine.assessment?.interface?.name, "wlan0")
    }

    /// All sequences of up to five events out of nine, up to four in the short form: every reachable state receives every event.
    @Test func `No sequence of events breaks an invariant`() {
        var dark = Rig.wifi
        dark.hasCarrier = false
        let letters: [(inout Rig) -> [ConnectivityMachine.Effect]] = [
            { $0.interfaces(Rig.wifi) }, { $0.interfaces(Rig.ethernet, Rig.wifi) }, { [dark] in $0.interfaces(dark) },
            { $0.wait() }, { $0.wait(epoch: $0.machine.epoch - 1) }, { $0.probe(0, 503) },
            { $0.probe(0, 204) }, { $0.probe(1, 302) }, { $0.probe(1, 204, epoch: $0.machine.epoch - 1) },
        ]
        var checked = 0
        func explore(_ rig: Rig, published last: Assessment?, depth: Int) {
            guard depth > 0 else { return }
            for letter in letters {
                var next = rig
                let epoch = next.machine.epoch
                let effects = letter(&next)
                checked += 1
                var last = last
                for case .publish(let assessment) in effects {
                    // A change is published once, and is never online without a genuine answer in that round.
                    if let last { #expect(!assessment.concludesSame(as: last)) }
                    let isGenuine = assessment.endpoints.contains { $0.verdict.finding == .genuine }
                    #expect(assessment.access != .online || isGenuine)
                    last = assessment
                }
                // Every epoch has one activity, and a connected machine always has one.
                expect(next.machine.epoch - epoch, effects.begun.count)
                if let last { expect(next.machine.assessment.map(last.concludesSame), true) }
                if next.machine.assessment?.access == .disconnected {
                    #expect(effects.begun.allSatisfy { $0 == "idle" })
                }
                explore(next, published: last, depth: depth - 1)
            }
        }
        explore(Rig(), published: nil, depth: LongForm.count(4, orLong: 5))
        expect(checked, 9 + 81 + 729 + 6561 + LongForm.count(0, orLong: 59_049))
    }
}
