import ConnectivityCore
import TestSupport
import Testing

/// The evidence of a round so far, counted anew from all answers, as the reference for the running counts.
private struct NaiveCounts {
    var hasGenuine: Bool
    var hasFailure: Bool
    var portalOwners: Set<String>
    /// The owners in whose name a portal answers or may still answer.
    var exposedOwners: Set<String>

    init(_ round: ProbeRound) {
        let finished = round.finished
        hasGenuine = finished.contains { $0.verdict.finding == .genuine }
        hasFailure = finished.contains { $0.verdict.isConclusive && $0.verdict.finding != .genuine }
        portalOwners = Set(finished.filter { $0.verdict.finding == .captive }.map(\.owner))
        let pending = zip(round.reports, round.unanswered).filter { $0.0 == nil }.map(\.1.owner)
        exposedOwners = portalOwners.union(pending)
    }
}

@Suite struct `Evidence that is counted as it arrives` {
    private static let pool: [Endpoint] = ["p", "q", "r", "s"].flatMap { (owner: String) in
        ["https", "http"].map { (scheme: String) in
            Endpoint(HTTPURL(stringLiteral: "\(scheme)://\(owner).example/"), owner: owner)
        }
    }

    private static let mixes: [[Character]] = [
        EndpointReport.letters, ["g"], ["g", "n"], ["g", "g", "g", "s", "n"], ["g", "g", "g", "g", "c"],
        ["n", "t", "s"],
        ["g", "g", "g", "g", "g", "g", "g", "x"], ["c", "n"], ["g", "g", "g", "g", "g", "g", "t"],
    ]

    @Test func `Leads to the same words as if all answers were counted anew after each`() {
        var draws = SplitMix64(seed: 17)
        var words: [String: Int] = [:]
        for number in 0..<LongForm.count(1_500, orLong: 4_000) {
            let mix = Self.mixes.randomElement(using: &draws) ?? []
            let owners = number % 3 == 0 ? ["a"] : ["a", "b", "c", "d"]
            func silent(_ endpoint: Endpoint) -> EndpointReport {
                EndpointReport("n", endpoint.owner, endpoint.url ?? "http://none.example/", family: endpoint.family)
            }
            var asked = (0..<Int.random(in: 1...6, using: &draws)).map { index in
                let scheme = Bool.random(using: &draws) ? "https" : "http"
                let owner: String = owners.randomElement(using: &draws) ?? "a"
                return Endpoint(HTTPURL(stringLiteral: "\(scheme)://\(owner)\(index).example/"), owner: owner)
            }
            var round = ProbeRound(
                asked.map { _ in nil },
                unanswered: asked.map(silent),
                context: ProbeRound.Context(budget: .seconds(10), seed: UInt32(number)),
                pool: Self.pool
            )
            var judge = EvidencePolicy().begin(round)
            var (isOver, isReported, phaseCount) = (false, false, 0)
            var arrival: Int?
            repeat {
                let counts = NaiveCounts(round)
                let decision = judge.decide(on: round, after: arrival)
                let isCertainlyCaptive = counts.portalOwners.count >= 2
                let isEnough = counts.hasGenuine || !counts.portalOwners.isEmpty
                var isRight: Bool
                switch decision {
                case .ask(let phase):
                    phaseCount += 1
                    isRight = arrival == nil || counts.hasGenuine && counts.hasFailure && !isCertainlyCaptive
                    let members = phase.members.map { round.pool[$0.endpoint] }
                    asked += members
                    round.begin(phase.members.map(\.endpoint), unanswered: members.map(silent))
                case .decide(let verdict, final: true):
                    isOver = true
                    // A round that is not complete is decided only if no portals could still answer.
                    isRight = round.pendingCount == 0 || verdict.access == .online && counts.exposedOwners.count <= 1
                    words[round.pendingCount == 0 ? "complete" : "early", default: 0] += 1
                case .decide(_, final: false):
                    isRight = isCertainlyCaptive && !isReported
                    isReported = true
                case .wait(atMost: let time):
                    isRight = round.pendingCount > 0 && (time != nil) == (isEnough && arrival != nil)
                    isRight = isRight && (!isCertainlyCaptive || isReported)
                }
                words[decision.kind, default: 0] += 1
                guard isRight, phaseCount <= 2 else {
                    Issue.record("round \(number), \(round.pendingCount) missing, \(counts): \(decision)")
                    return
                }
                let missing = round.reports.indices.filter { round.reports[$0] == nil }
                guard !isOver, let next = missing.randomElement(using: &draws) else { break }
                let report = EndpointReport(
                    mix.randomElement(using: &draws) ?? "g",
                    asked[next].owner,
                    asked[next].url ?? "http://none.example/"
                )
                round.record(report, at: next, after: .zero)
                arrival = next
            } while true
            #expect(isOver, "round \(number) has no decision")
        }
        // Otherwise the random rounds would prove nothing.
        for name in ["ask", "report", "wait", "patience", "complete", "early"] {
            #expect(words[name, default: 0] > 30, "\(name): \(words)")
        }
    }
}

@Suite struct `A round that is online before all answers came` {
    /// The possible outcomes of a missing answer, with all that a rule reads.
    ///
    /// `-` counts as not asked. TLS is refused only where it is asked.
    private static func letters(for endpoint: Endpoint) -> [Character] {
        ["g", "c", "s", "n", "t", "-"] + (endpoint.url?.scheme == .https ? ["x"] : [])
    }

    /// The earlier answers, by round: many genuine ones, and some that raise doubt or say nothing.
    private static let mixes: [[Character]] = [
        ["g", "g", "g", "-"], ["g", "g", "g", "g", "g", "t"], ["g", "g", "-", "-", "t"], ["g", "g", "g", "-", "s"],
        ["g", "g", "g", "g", "-", "n"], ["g", "g", "g", "g", "g", "x", "-"],
    ]

    private static func endpoint(_ scheme: String, _ owner: String, _ family: IPAddress.Family? = nil) -> Endpoint {
        Endpoint(HTTPURL(stringLiteral: "\(scheme)://\(owner.lowercased()).example/"), owner: owner, family: family)
    }

    private static let regular = [
        endpoint("https", "Apple"), endpoint("http", "Google"), endpoint("http", "Mozilla", .ipv4),
        endpoint("http", "Mozilla", .ipv6), endpoint("https", "Cloudflare"),
    ]

    private static let pool = ["p", "q", "r"].flatMap { [endpoint("https", $0), endpoint("http", $0)] }

    private static func report(_ letter: Character, _ endpoint: Endpoint) -> EndpointReport {
        EndpointReport(letter, endpoint.owner, endpoint.url ?? "http://none.example/", family: endpoint.family)
    }

    /// Everything that missing answers can be together.
    private static func mixtures(of endpoints: [Endpoint]) -> [[Character]] {
        endpoints.reduce([[]]) { all, next in all.flatMap { some in letters(for: next).map { some + [$0] } } }
    }

    @Test func `Is online for every mixture of the missing ones, by brute force`() {
        var draws = SplitMix64(seed: 31)
        var (early, tried) = (0, 0)
        for number in 0..<LongForm.count(3_000, orLong: 20_000) {
            let mix = Self.mixes[number % Self.mixes.count]
            var asked = Self.regular.filter { $0.family == nil || !number.isMultiple(of: 4) }
            var round = ProbeRound(
                asked.map { _ in nil },
                unanswered: asked.map { Self.report("n", $0) },
                context: ProbeRound.Context(budget: .seconds(10), seed: UInt32(number)),
                pool: Self.pool
            )
            var judge = EvidencePolicy().begin(round)
            var arrival: Int?
            while true {
                let decision = judge.decide(on: round, after: arrival)
                if case .ask(let phase) = decision {
                    let members = phase.members.map { member in
                        var endpoint = round.pool[member.endpoint]
                        endpoint.family = member.family
                        return endpoint
                    }
                    asked += members
                    round.begin(
                        phase.members.filter { $0.family == nil }.map(\.endpoint),
                        unanswered: members.map { Self.report("n", $0) }
                    )
                }
                let missing = round.reports.indices.filter { round.reports[$0] == nil }
                if case .decide(let verdict, final: true) = decision {
                    guard !missing.isEmpty, missing.count <= 3 else { break }
                    early += 1
                    for letters in Self.mixtures(of: missing.map { asked[$0] }) {
                        tried += 1
                        var (whole, judge, last) = (round, judge, decision)
                        for (index, letter) in zip(missing, letters) {
                            whole.record(Self.report(letter, asked[index]), at: index, after: .zero)
                            last = judge.decide(on: whole, after: index)
                        }
                        guard case .decide(let end, final: true) = last, end.access.name == verdict.access.name else {
                            Issue.record("round \(number): \(verdict.reason), with \(String(letters)): \(last)")
                            return
                        }
                    }
                    break
                }
                guard let next = missing.randomElement(using: &draws) else { break }
                // In some rounds nearly nothing is known of one family, so that a single answer shows much.
                let isQuiet = number.isMultiple(of: 3) && asked[next].family == .ipv6
                let drawn = (isQuiet ? ["-", "-", "-", "g"] : mix).randomElement(using: &draws) ?? "g"
                let letter = Self.letters(for: asked[next]).contains(drawn) ? drawn : "n"
                round.record(Self.report(letter, asked[next]), at: next, after: .zero)
                arrival = next
            }
        }
        // Otherwise the random rounds would prove nothing.
        #expect(early > 50 && tried > 1_000, "\(early), \(tried)")
    }
}

extension ProbeRound.Decision {
    fileprivate var kind: String {
        switch self {
        case .wait(atMost: nil): "wait"
        case .wait: "patience"
        case .decide(_, final: true): "decide"
        case .decide(_, final: false): "report"
        case .ask: "ask"
        }
    }
}
