import ConnectivityCompanions
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Notes all that is reported, in order.
private final class RunLog: Notifier {
    private let state = Lock<(lines: [String], newest: Assessment?)>(([], nil))
    var lines: [String] { state.withLock(\.lines) }
    var newest: Assessment? { state.withLock(\.newest) }
    var mailbox: NotifierMailbox { .all([.changes, .observations, .confirmations], upTo: 1_000) }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .runBegan(from: let earlier): add("began from \(earlier?.access.name ?? "nothing")")
        case .assessmentChanged(let assessment):
            add("changed \(assessment.access.name)\(assessment.isFinal ? "" : " as yet")", assessment)
        case .assessmentConfirmed(let assessment): add("confirmed \(assessment.access.name)", assessment)
        case .observed(let observation):
            add(
                observation.kind == PortalStages.kind
                    ? "portal \(observation.state)"
                    : "\(observation.subject) \(observation.isChange ? observation.state : "again")"
            )
        case .runHandedOver: add("handed over")
        case .runEnded: add("ended")
        default: break
        }
    }
    private func add(_ line: String, _ assessment: Assessment? = nil) {
        state.withLock { state in
            state.lines.append(line)
            state.newest = assessment ?? state.newest
        }
    }
}

/// Reports the answer of a portal at once, as a preliminary result.
private struct EagerPolicy: ThresholdPolicy {
    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(base: QuorumPolicy().begin(round)) }

    private struct Judge: RoundJudge {
        var base: any RoundJudge

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            let decision = base.decide(on: round, after: index)
            let met = round.finished.first { $0.verdict.finding == .captive }
            guard round.pendingCount > 0, let met else { return decision }
            return .decide(RoundVerdict(portalMetBy: met), final: false)
        }
    }
}

@Suite struct `A run that continues another` {
    private enum Network: CaseIterable {
        case online, captive, unreachable
        /// A portal that answers all endpoints but one at once, so that a round has a preliminary result first.
        case slowlyCaptive

        /// The name of the access.
        var access: String { self == .slowlyCaptive ? "captive" : "\(self)" }

        func delay(_ request: ProbeRequest) -> Duration {
            .milliseconds(self == .slowlyCaptive && request.url?.host == "c.example" ? 1_000 : 20)
        }

        /// The policy: one that has preliminary results, if the network leads to them.
        var policy: any ThresholdPolicy { self == .slowlyCaptive ? EagerPolicy() : QuorumPolicy() }

        func answer(_ request: ProbeRequest, number: Int) -> ProbeExchange {
            switch self {
            case .online: ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            case .slowlyCaptive where request.url?.host == "c.example":
                ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.connect))))
            case .captive, .slowlyCaptive:
                ProbeExchange(
                    request: request,
                    outcome: .success(
                        ProbeResponse(status: 302, headers: ["Location": "http://login.example/?token=\(number)"])
                    )
                )
            case .unreachable: ProbeExchange(request: request, outcome: .failure(ProbeFailure(.connectionRefused)))
            }
        }
    }

    private static func pipeline(
        _ clock: VirtualClock,
        _ network: Network,
        _ log: RunLog,
        on interface: NetworkInterface = .wifi
    ) throws -> Pipeline {
        let count = Lock(0)
        var git = Services([Endpoint("https://git.example/", name: "git", expecting: StatusCode(204))])
        git.interval = .seconds(3600)
        return try .simulated(
            source: ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([interface])), (.seconds(10), nil)],
                clock: clock
            ),
            prober: ClosureProber { request in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                try? await clock.sleep(for: network.delay(request))
                return network.answer(request, number: number)
            },
            policy: network.policy,
            companions: [git, PortalStages()],
            clock: clock,
            notifier: log
        )
    }

    /// Makes one run after another, and returns what each notifier received.
    private func logs(
        _ networks: [Network],
        on interfaces: [NetworkInterface]? = nil,
        isContinued: Bool = true
    ) throws -> [RunLog] {
        try simulate { clock in
            var logs: [RunLog] = []
            var earlier: Assessment?
            for (number, network) in networks.enumerated() {
                let log = RunLog()
                let pipeline = try Self.pipeline(clock, network, log, on: interfaces?[number] ?? .wifi)
                try await pipeline.run(from: isContinued ? earlier : nil)
                earlier = pipeline.lastAssessment
                logs.append(log)
            }
            return logs
        }
    }

    @Test(arguments: Network.allCases)
    private func `The same network is confirmed, not changed`(network: Network) throws {
        let logs = try logs([network, network, network])
        let (first, second) = (logs[0].lines, logs[1].lines)
        expect(first.contains { $0.hasSuffix("as yet") }, (network == .slowlyCaptive), "\(first)")
        #expect(first.first == "began from nothing" && first.contains { $0.hasPrefix("changed \(network.access)") })
        expect(second.first?.hasPrefix("began from \(network.access)"), true)
        #expect(second.contains("confirmed \(network.access)"))
        for log in logs.dropFirst() {
            let changes = log.lines.filter { $0.hasPrefix("changed") || $0.hasPrefix("portal") }
            #expect(changes.isEmpty, "\(log.lines)")
        }
        expect(Set(logs.map { $0.newest?.since }).count, 1, "the access began with the first run")
        #expect(second.contains("git again") && !second.contains("git working"), "\(second)")
    }

    @Test(arguments: [false, true])
    func `A run that another takes over from announces that before its end`(isHandedOver: Bool) throws {
        let log = RunLog()
        try simulate { clock in
            let pipeline = try Self.pipeline(clock, .online, log)
            // Without a run, there is nothing to take over.
            pipeline.handOver()
            try await withThrowingTaskGroup { group in
                group.addTask { try await pipeline.run() }
                try await clock.sleep(for: .seconds(5))
                if isHandedOver { pipeline.handOver() }
                try await group.waitForAll()
            }
        }
        expect(log.lines.last, "ended")
        expect((log.lines.dropLast().last == "handed over"), isHandedOver)
    }

    @Test func `Another network is one change`() throws {
        for (before, after) in [(Network.online, Network.captive), (.captive, .online), (.unreachable, .online)] {
            let logs = try logs([before, after])
            let changes = logs[1].lines.filter { $0.hasPrefix("changed") }
            expect(changes, ["changed \(after)"], "\(logs[1].lines)")
            #expect(logs[0].newest?.since != logs[1].newest?.since)
        }
    }

    @Test func `The same access over another interface is a change, and the access began with the earlier run`() throws
    {
        let cable = NetworkInterface(named: "eth0", kind: .ethernet)
        let logs = try logs([.online, .online], on: [.wifi, cable])
        expect(logs[1].lines.filter { $0.hasPrefix("changed") }, ["changed online"], "\(logs[1].lines)")
        expect(logs[1].newest?.interface?.name, "eth0")
        expect(logs[1].newest?.since, logs[0].newest?.since)
    }

    @Test func `Without results of an earlier run, a run begins as unknown`() throws {
        let lines = try logs([.online, .online], isContinued: false)[1].lines
        expect(lines.prefix(3), ["began from nothing", "changed determining", "changed online"])
    }

    @Test func `A run does not continue from unknown results of an earlier run`() throws {
        let log = RunLog()
        try simulate { clock in
            let unknown = Assessment(
                access: .determining,
                reason: .notYetJudged,
                startedAt: Timestamp(sinceEpoch: .zero)
            )
            try await Self.pipeline(clock, .online, log).run(from: unknown)
        }
        expect(log.lines.first, "began from nothing")
    }
}
