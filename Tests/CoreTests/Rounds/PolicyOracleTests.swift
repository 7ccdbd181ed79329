import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

/// The policies in their earlier, slower form, as the reference: they judge the whole round at each answer.
private enum Oracle {
    case share(SharePolicy)
    case quorum(QuorumPolicy)

    var policy: any ThresholdPolicy {
        switch self {
        case .share(let policy): policy
        case .quorum(let policy): policy
        }
    }

    /// Returns the word that the policy must give.
    func decide(on round: ProbeRound) -> ProbeRound.Decision {
        if let verdict = judge(round) { return .decide(verdict, final: true) }
        let access = judge(round.treatingPendingAsTimedOut)?.access
        return access == .online || access?.portal != nil ? .wait(atMost: round.context.patience) : .wait()
    }

    private func judge(_ round: ProbeRound) -> RoundVerdict? {
        switch self {
        case .share(let policy): share(policy, round)
        case .quorum(let policy): quorum(policy, round)
        }
    }

    private func share(_ policy: SharePolicy, _ round: ProbeRound) -> RoundVerdict? {
        let pending = round.pendingCount
        let total = round.finished.count { $0.verdict.isConclusive } + pending
        let needed = policy.needed(of: total)
        let genuine = round.finished.count { $0.verdict.finding == .genuine }
        if genuine >= needed {
            return RoundVerdict(.online, because: .enoughGenuine(genuine, of: total, needed: needed))
        }
        if pending > 0, genuine + pending >= needed { return nil }
        if let captive = round.portal { return captive }
        guard pending == 0 else { return nil }
        if genuine > 0 { return RoundVerdict(.partial, because: .tooFewGenuine(genuine, of: total, needed: needed)) }
        return round.withoutGenuine
    }

    private func quorum(_ policy: QuorumPolicy, _ round: ProbeRound) -> RoundVerdict? {
        guard round.pendingCount == 0 else { return nil }
        if let captive = round.portal { return captive }
        let reports = round.finished.filter { $0.verdict.isConclusive }
        let genuine = Set(reports.filter(\.isGenuine).map(\.owner))
        guard !genuine.isEmpty else { return round.withoutGenuine }
        let total = Set(reports.map(\.owner)).count
        let needed = min(policy.owners ?? (total + 1) / 2, total)
        let count = genuine.count
        if let reason = reports.faultOfTLS { return RoundVerdict(.partial, because: reason) }
        if count < needed { return RoundVerdict(.partial, because: .tooFewOwners(count, of: total, needed: needed)) }
        if let reason = reports.brokenPart ?? reports.contradiction(of: genuine) {
            return RoundVerdict(.partial, because: reason)
        }
        let except = reports.first { !$0.isGenuine }.map { ($0.name, $0.verdict.reason) }
        return RoundVerdict(.online, because: .enoughOwners(count, of: total, needed: needed, except: except))
    }
}

extension ProbeRound {
    fileprivate var portal: RoundVerdict? {
        finished.first { $0.verdict.finding == .captive }.map { report in
            let reason = Reason.portal(endpoint: report.name, report.verdict.reason)
            let portal = report.verdict.portal ?? CaptivePortal(signInURL: nil, kind: .unknown)
            return RoundVerdict(.captive(portal), because: reason)
        }
    }

    fileprivate var withoutGenuine: RoundVerdict {
        if let report = finished.first(where: { $0.verdict.finding == .substituted }) {
            return RoundVerdict(.blocked, because: .substituted(endpoint: report.name, report.verdict.reason))
        }
        if let report = finished.first(where: { $0.verdict.finding == .failed }) {
            return RoundVerdict(.unreachable, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
        }
        guard let report = finished.first else { return RoundVerdict(.determining, because: .noEndpoint) }
        return RoundVerdict(.determining, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
    }
}

extension [EndpointReport] {
    fileprivate var faultOfTLS: Reason? {
        let overTLS = filter { $0.scheme == .https }
        if let first = overTLS.first, !overTLS.contains(where: \.isGenuine) {
            let worst = overTLS.first(where: \.isFaultOfTLS) ?? first
            return .broken(.https, endpoint: worst.name, worst.verdict.reason)
        }
        let unfaithful = overTLS.first { report in
            let twins = filter { $0.owner == report.owner && $0.isGenuine }
            return report.isFaultOfTLS || !twins.isEmpty && twins.allSatisfy { $0.scheme == .http }
        }
        return unfaithful.map { .contradicted(endpoint: $0.name, $0.verdict.reason) }
    }

    fileprivate var brokenPart: Reason? {
        let parts: [(InternetPart, IPAddress.Family?, (EndpointReport) -> Bool)] = [
            (.http, nil, { $0.scheme == .http }), (.ipv4, .ipv4, { $0.exchange.request.path.family == .ipv4 }),
            (.ipv6, .ipv6, { $0.exchange.request.path.family == .ipv6 }),
        ]
        let families = Set(filter(\.isGenuine).compactMap(\.exchange.remoteAddress?.family))
        for (part, family, belongs) in parts {
            let members = filter(belongs)
            guard !members.contains(where: \.isGenuine), let first = members.first(where: { !$0.isOwnFailure }),
                family.map(families.contains) != true
            else { continue }
            return .broken(part, endpoint: first.name, first.verdict.reason)
        }
        return nil
    }

    fileprivate func contradiction(of genuine: Set<String>) -> Reason? {
        let substituted = filter { $0.verdict.finding == .substituted }
        let answered =
            substituted.first { $0.verdict.basis == .silence }
            ?? (Set(substituted.map(\.owner)).count >= genuine.count ? substituted.first : nil)
        return answered.map { .contradicted(endpoint: $0.name, $0.verdict.reason) }
    }
}

extension EndpointReport {
    fileprivate var scheme: HTTPURL.Scheme? { exchange.request.url?.scheme }
    fileprivate var isGenuine: Bool { verdict.finding == .genuine }
    fileprivate var isFaultOfTLS: Bool {
        verdict.reason.code == "no-answer" && verdict.reason.facts["failure"]?.text?.hasPrefix("tls.") == true
    }
    fileprivate var isOwnFailure: Bool {
        verdict.finding == .failed && verdict.reason.code != "no-answer"
    }
}

@Suite struct `An incremental policy` {
    private static let oracles: [Oracle] = [
        .quorum(QuorumPolicy()), .quorum(QuorumPolicy(owners: 1)), .quorum(QuorumPolicy(owners: 3)),
        .share(SharePolicy(0)), .share(SharePolicy(0.34)), .share(SharePolicy(0.5)), .share(SharePolicy(1)),
    ]

    private static func report(on letters: [Character], _ index: Int, _ draws: inout SplitMix64) -> EndpointReport {
        let owner = ["a", "b", "c", "d"].randomElement(using: &draws) ?? "a"
        let url: HTTPURL = Bool.random(using: &draws) ? "http://a.example/" : "https://a.example/"
        let family = [nil, nil, nil, IPAddress.Family.ipv4, .ipv6].randomElement(using: &draws) ?? nil
        var report = EndpointReport(letters.randomElement(using: &draws) ?? "g", owner, url, family: family)
        report.name = "\(index)"
        report.exchange.remoteAddress = [nil, "192.0.2.1", "2001:db8::1"].randomElement(using: &draws) ?? nil
        return report
    }

    /// The letters of one round: any, or those of rounds close to online, where single answers matter.
    private static let mixes: [[Character]] = [
        EndpointReport.letters, ["g"], ["g", "n"], ["g", "n", "t", "-"], ["g", "g", "g", "s", "n"],
        ["g", "g", "x", "t"], ["g", "g", "g", "i", "-"], ["n", "t", "s"], ["g", "g", "c"],
    ]

    @Test func `An incremental policy gives the same word after each answer as a policy that judges the whole round`() {
        var draws = SplitMix64(seed: 11)
        var words: [String: Int] = [:]
        for number in 0..<LongForm.count(1_000, orLong: 3_000) {
            let mix = Self.mixes.randomElement(using: &draws) ?? []
            let count = Int.random(in: 0...9, using: &draws)
            let reports = (0..<count).map { Self.report(on: mix, $0, &draws) }
            let unanswered = reports.map { report in
                var silent = report
                let letter: Character = Int.random(in: 0..<5, using: &draws) == 0 ? "g" : "n"
                silent.verdict = EndpointReport(letter, "", "http://a.example/").verdict
                silent.exchange.remoteAddress = nil
                return silent
            }
            let order = reports.indices.shuffled(using: &draws)
            for (index, oracle) in Self.oracles.enumerated() {
                var round = ProbeRound(reports.map { _ in nil }, unanswered: unanswered)
                var judge = oracle.policy.begin(round)
                for arrival in [nil] + order.map(Optional.some) {
                    if let arrival { round.record(reports[arrival], at: arrival, after: .zero) }
                    let (said, due) = (judge.decide(on: round, after: arrival), oracle.decide(on: round))
                    guard said == due else {
                        let missing = "round \(number), policy \(index), \(round.pendingCount) missing"
                        Issue.record("\(missing): \(said), not \(due)")
                        return
                    }
                    words[said.name, default: 0] += 1
                }
            }
        }
        // Otherwise the random rounds would prove nothing.
        for name in ["wait", "patience", "online", "partial", "captive", "blocked", "unreachable", "determining"] {
            #expect(words[name, default: 0] > 100, "\(name): \(words)")
        }
    }

    @Test func `A policy is asked once at the beginning of a round and once for each probe that ends`() {
        let count = 4000
        let endpoints = (0..<count).map { Endpoint("http://a.example/", name: "\($0)", owner: "\($0)") }
        let words = Words()
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: endpoints, validators: .only([]), policy: CountingPolicy(words: words))
        )
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [NetworkInterface.Address("198.51.100.7", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
        )
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot([interface])), at: moment)
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .failure(ProbeFailure(.connectionRefused))
        )
        for index in 0..<count {
            _ = machine.handle(.probeEnded(index: index, epoch: 1, exchange: exchange), at: moment)
        }
        expect(machine.assessment?.access, .unreachable)
        expect(words.count, count + 1)
    }
}

extension ProbeRound.Decision {
    fileprivate var name: String {
        switch self {
        case .wait(atMost: nil): "wait"
        case .wait: "patience"
        case .decide(let verdict, final: _): verdict.access.name
        case .ask: "ask"
        }
    }
}

/// Counts how often a policy is asked.
private final class Words: @unchecked Sendable {
    var count = 0
}

private struct CountingPolicy: ThresholdPolicy {
    let words: Words

    func begin(_ round: ProbeRound) -> any RoundJudge { Judge(words: words, base: QuorumPolicy().begin(round)) }

    private struct Judge: RoundJudge {
        let words: Words
        var base: any RoundJudge

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            words.count += 1
            return base.decide(on: round, after: index)
        }
    }
}
