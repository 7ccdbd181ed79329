import ConnectivityCore
import Foundation
import TestSupport
import Testing

@testable import ConnectivityRounds

/// A round of the standard endpoints with their pool, in which a function answers for each endpoint.
private struct EvidenceRound {
    /// Gives the letter of an answer (see `EndpointReport.letters`), or `.` if none comes.
    typealias Answer = (_ owner: String, _ isPlain: Bool, _ family: IPAddress.Family?) -> Character

    var round: ProbeRound
    private var judge: any RoundJudge
    private(set) var verdict: RoundVerdict?
    /// The decisions that were not final, each with the number of answers until then.
    private(set) var reported: [(verdict: RoundVerdict, answers: Int)] = []
    /// The endpoints of each stage, by name.
    private(set) var phases: [[String]] = []
    /// The longest waits for which the judge asked, one per wait that ended; `nil` for the limits of the probes.
    private(set) var waits: [Duration?] = []
    private var asked: [Endpoint]
    private let duration: Duration
    private let answer: Answer

    init(
        both isDual: Bool = false,
        turn: Int? = nil,
        multipath isMultipath: Bool = false,
        seed: UInt32 = 1,
        pool: [Endpoint] = Endpoint.standardPool,
        own: [Endpoint] = [],
        taking duration: Duration = .zero,
        _ answer: @escaping Answer
    ) {
        (self.answer, self.duration) = (answer, duration)
        asked = Endpoint.standard.filter { isDual || $0.family != .ipv6 } + own
        var context = ProbeRound.Context(seed: seed)
        (context.turn, context.isMultipath) = (turn, isMultipath)
        round = ProbeRound(
            asked.map { _ in nil },
            unanswered: asked.map { Self.report("n", $0) },
            context: context,
            pool: pool
        )
        judge = EvidencePolicy().begin(round)
        apply(judge.decide(on: round, after: nil))
        var place = 0
        while verdict == nil, place < asked.count {
            if let letter = letter(at: place) { receive(letter, at: place) }
            place += 1
            // Three waits may end before the missing answers count as failures.
            for _ in 0..<4 where place == asked.count && verdict == nil {
                guard let decision = judge.waitEnded(round) else { break }
                if case .wait(let time) = decision { waits.append(time) }
                apply(decision)
            }
        }
        for place in asked.indices where verdict == nil && round.reports[place] == nil { receive("n", at: place) }
    }

    private func letter(at place: Int) -> Character? {
        let endpoint = asked[place]
        let letter = answer(endpoint.owner, endpoint.url?.scheme == .http, endpoint.family)
        return letter == "." ? nil : letter
    }

    private mutating func receive(_ letter: Character, at place: Int) {
        let endpoint = asked[place]
        var report = Self.report(letter, endpoint)
        report.exchange.timings.total = duration
        round.record(report, at: place, after: .zero)
        apply(judge.decide(on: round, after: place))
    }

    private mutating func apply(_ decision: ProbeRound.Decision) {
        switch decision {
        case .wait: break
        case .decide(let decided, final: false): reported.append((decided, round.finished.count))
        case .decide(let decided, final: true): verdict = verdict ?? decided
        case .ask(let phase):
            var new: [Endpoint] = []
            for member in phase.members {
                var endpoint = round.pool[member.endpoint]
                endpoint.family = member.family
                new.append(endpoint)
            }
            asked += new
            phases.append(new.map { "\($0.name)\($0.family.map { ".\($0.rawValue)" } ?? "")" })
            round.begin(
                phase.members.filter { $0.family == nil }.map(\.endpoint),
                unanswered: new.map { Self.report("n", $0) }
            )
        }
    }

    fileprivate static func report(_ letter: Character, _ endpoint: Endpoint) -> EndpointReport {
        EndpointReport(letter, endpoint.owner, endpoint.url ?? "http://none.example/", family: endpoint.family)
    }

    var access: String? { verdict?.access.name }
    var code: String? { verdict?.reason.code }
}

@Suite struct `The policy that weighs evidence` {
    private static let vendors = ["Apple", "Google", "Microsoft", "Mozilla", "Cloudflare"]

    @Test func `A portal in the name of one owner may be its own page, unless connections take several routes`() {
        let answer: EvidenceRound.Answer = { owner, _, _ in owner == "Microsoft" ? "c" : "g" }
        expect(EvidenceRound(answer).access, "online")
        expect(EvidenceRound(multipath: true, answer).access, "captive")
    }

    @Test func `A portal at a URL that is also answered genuinely is the network's`() {
        let round = EvidenceRound(both: true) { owner, _, family in owner == "Mozilla" && family == .ipv6 ? "c" : "g" }
        expect(round.access, "captive")
    }

    @Test func `The user's own endpoint that leads elsewhere over plain HTTP makes the access partial`() {
        let own = [Endpoint("http://www.example.com/", owner: "me")]
        let round = EvidenceRound(own: own) { owner, _, _ in owner == "me" ? "c" : "g" }
        #expect(round.access == "partial" && round.code == "contradicted")
        expect(round.verdict?.reason.facts["endpoint"], "http://www.example.com/")
        let refused = EvidenceRound(own: own) { owner, _, _ in owner == "me" ? "n" : "g" }
        expect(refused.access, "online")
    }

    @Test(arguments: [false, true])
    func `A good network needs one phase, in which four neutral owners are asked`(isDual: Bool) {
        let round = EvidenceRound(both: isDual) { _, _, _ in "g" }
        #expect(round.access == "online" && round.code == "proved-owners")
        expect(round.phases.map(\.count), [4])
        expect(round.phases[0].count { $0.contains(".https") }, 2)
        expect(Set(round.phases[0].map { $0.split(separator: ".")[0] }).count, 4)
        expect(round.phases[0].contains { $0.hasSuffix(".ipv6") }, isDual)
    }

    @Test func `A round that only confirms asks one neutral owner, over TLS and over plain HTTP alternately`() {
        let asked = (0..<12).map { EvidenceRound(turn: $0) { _, _, _ in "g" }.phases }
        #expect(asked.allSatisfy { $0.map(\.count) == [1] }, "\(asked)")
        let names = asked.map { $0[0][0] }
        expect(Set(names).count, 12)
        #expect(names.enumerated().allSatisfy { $1.contains(".https") == ($0 % 2 == 0) }, "\(names)")
    }

    @Test(arguments: ["c", "x"] as [Character])
    func `A portal or refused TLS of the only neutral owner that is asked leads to more questions at once`(
        letter: Character
    ) {
        for turn in 0..<12 {
            let round = EvidenceRound(turn: turn) { owner, isPlain, _ in
                guard Self.vendors.contains(owner) else { return isPlain ? "c" : "x" }
                return "g"
            }
            #expect(round.access == "captive" && round.phases.count == 2, "\(turn)")
        }
    }

    @Test(arguments: ["c", "s", "n", "t", "x", "."] as [Character])
    func `A fault of one owner changes nothing if all others are genuine`(letter: Character) {
        for owner in Self.vendors + ["Arch"] {
            let round = EvidenceRound { asked, _, _ in asked == owner ? letter : "g" }
            expect(round.access, "online", "\(owner): \(round.verdict?.reason.description ?? "")")
            // A missing answer is not named, and an owner that was not drawn is not asked.
            #expect(round.code == "proved-owners-except" || letter == "." || owner == "Arch")
        }
    }

    @Test func `Portals in the name of two owners are a portal, even if other answers are genuine`() {
        let round = EvidenceRound { owner, isPlain, _ in ["Apple", "Mozilla"].contains(owner) && isPlain ? "c" : "g" }
        expect(round.access, "captive")
    }

    @Test(arguments: [(200, Duration.seconds(2)), (999, .milliseconds(1998 * 2)), (2_000, .seconds(8))])
    func `A missing answer is late after a multiple of the time of genuine answers, and decides only after its limit`(
        milliseconds: Int,
        second: Duration
    ) {
        let round = EvidenceRound(taking: .milliseconds(milliseconds)) { _, isPlain, _ in isPlain ? "g" : "." }
        #expect(round.phases.count == 2 && Array(round.waits.prefix(2)) == [second, nil])
    }

    @Test func `A gateway that leads to its own TLS under every name is a portal`() {
        let redirect = Verdict(.failed, because: .ownRedirect(location: "https://a.example/"))
        func access(_ leading: Set<String>) -> String {
            let endpoints = Endpoint.standard.filter { $0.family == nil }
            let reports = endpoints.map { endpoint in
                var report = EvidenceRound.report("x", endpoint)
                if endpoint.isPlainHTTP {
                    report.verdict = leading.contains(endpoint.owner) ? redirect : .failedSilently
                }
                return report
            }
            return QuorumPolicy().verdict(on: ProbeRound(reports))?.access.name ?? ""
        }
        expect(access(["Apple", "Microsoft", "Mozilla"]), "captive")
        expect(access(["Apple", "Mozilla"]), "captive")
        expect(access(["Apple"]), "unreachable")
    }

    @Test func `Portals in the name of two owners are reported once, before the answers that are missing`() {
        let round = EvidenceRound { _, isPlain, _ in isPlain ? "c" : "." }
        expect(round.reported.map(\.verdict.access.name), ["captive"])
        expect(round.reported.first?.answers, 2)
        #expect(round.access == "captive" && round.phases.count == 1)
        #expect(EvidenceRound { owner, _, _ in owner == "Apple" ? "c" : "g" }.reported.isEmpty)
    }

    @Test(arguments: ["n", "t", "x", "s", "."] as [Character])
    func `A garden that lets every vendor through is not the Internet`(letter: Character) {
        for isDual in [false, true] {
            let round = EvidenceRound(both: isDual) { owner, _, _ in Self.vendors.contains(owner) ? "g" : letter }
            expect(round.access, "partial", "\(round.verdict?.reason.description ?? "")")
        }
    }

    @Test(arguments: ["n", "t", "s"] as [Character])
    func `Most of the neutral owners that were asked over TLS must be genuine there`(letter: Character) {
        let neutral = ["Canonical", "Fedora", "Arch", "openSUSE", "GNOME", "KDE"]
        var halfCount = 0
        for seed in 0..<UInt32(100) {
            let through = neutral.prefix(1 + Int(seed) % 3)
            let round = EvidenceRound(seed: seed) { owner, isPlain, _ in
                isPlain || Self.vendors.contains(owner) || through.contains(owner) ? "g" : letter
            }
            let asked = round.round.finished.filter {
                $0.exchange.request.url?.scheme == .https && neutral.contains($0.owner)
            }
            let genuineCount = Set(asked.filter { $0.verdict.finding == .genuine }.map { $0.owner }).count
            guard genuineCount * 2 <= Set(asked.map { $0.owner }).count else { continue }
            if genuineCount > 0 { halfCount += 1 }
            expect(round.access, "partial", "\(seed): \(round.phases) \(round.verdict?.reason.description ?? "")")
        }
        #expect(halfCount > 10, "otherwise the rule was not needed")
    }

    private static let own = Endpoint("https://status.example.net/", owner: "example.net")

    @Test(arguments: ["g", "n", "t", "x"] as [Character], 0..<UInt32(LongForm.count(100, orLong: 400)))
    func `The user's own endpoint in addition to the default ones changes no access`(letter: Character, seed: UInt32) {
        var draws = SplitMix64(seed: UInt64(seed))
        let mixes: [[Character]] = [
            ["g", "g", "n"], ["g", "n", "x"], ["g", "g", "g", "t", "s"], ["g", "g", "g", "g", "g", "g", "g", "x"],
        ]
        let mix = mixes[Int(seed) % mixes.count]
        var letters: [String: Character] = [:]
        for endpoint in Endpoint.standard + Endpoint.standardPool {
            letters["\(endpoint.owner) \(endpoint.url?.scheme == .http)"] = mix.randomElement(using: &draws)
        }
        let answer: EvidenceRound.Answer = { owner, isPlain, _ in letters["\(owner) \(isPlain)"] ?? letter }
        let (alone, both) = (
            EvidenceRound(seed: seed, answer), EvidenceRound(seed: seed, own: [Self.own], answer)
        )
        expect(both.access, alone.access, "\(letters)")
    }

    @Test(arguments: ["n", "t", "x"] as [Character])
    func `A failure of the user's own endpoint in addition to the default ones is named, and the access stays`(
        letter: Character
    ) {
        let round = EvidenceRound(own: [Self.own]) { owner, _, _ in owner == "example.net" ? letter : "g" }
        expect(round.access, "online")
        expect(round.verdict?.reason.facts["endpoint"]?.text, "https://status.example.net/")
    }

    @Test(arguments: ["s", "c"] as [Character])
    func `An answer for a user's endpoint counts like any other`(letter: Character) {
        let round = EvidenceRound(own: [Self.own]) { owner, _, _ in
            owner == "example.net" || owner == "Mozilla" ? letter : "g"
        }
        expect(round.access, (letter == "c" ? "captive" : "online"))
    }

    @Test func `A portal in the name of one owner is the owner's page only if its TLS is not refused`() {
        func round(overTLS letter: Character) -> EvidenceRound {
            EvidenceRound { owner, isPlain, _ in owner != "Apple" ? "g" : isPlain ? "c" : letter }
        }
        expect(round(overTLS: "g").access, "online")
        expect(round(overTLS: "n").access, "captive")
    }

    @Test func `An answer that is missing leads to more questions, although the others would be enough`() {
        for owner in Self.vendors {
            let round = EvidenceRound { asked, _, _ in asked == owner ? "." : "g" }
            #expect(round.phases.count == 2 && round.access == "online", "\(owner): \(round.phases)")
        }
    }

    @Test func `A portal from one owner makes a round captive if most other answers are failures`() {
        let round = EvidenceRound { owner, isPlain, _ in
            owner == "Mozilla" ? "c" : ["Apple", "Google"].contains(owner) ? "g" : "n"
        }
        expect(round.access, "captive")
    }

    @Test func `TLS that is refused for two owners is intercepted`() {
        let round = EvidenceRound { owner, isPlain, _ in !isPlain && ["Google", "Fedora"].contains(owner) ? "x" : "g" }
        #expect(round.access == "partial" && round.code == "contradicted")
    }

    @Test func `Plain HTTP that fails for more than a third of the owners is broken`() {
        let round = EvidenceRound { owner, isPlain, _ in isPlain && !["Apple", "Mozilla"].contains(owner) ? "n" : "g" }
        #expect(round.access == "partial" && round.code == "broken")
        expect(round.verdict?.reason.facts["part"], "http")
    }

    @Test(arguments: IPAddress.Family.allCases)
    func `A family over which only one owner is genuine is broken`(family: IPAddress.Family) {
        let round = EvidenceRound(both: true) { owner, _, asked in asked == family && owner != "Mozilla" ? "n" : "g" }
        #expect(round.access == "partial" && round.code == "broken")
        expect(round.verdict?.reason.facts["part"]?.text, family.rawValue)
    }

    @Test(arguments: IPAddress.Family.allCases)
    func `A family over which TLS fails is broken, although plain HTTP is genuine there`(family: IPAddress.Family) {
        let round = EvidenceRound(both: true) { _, isPlain, asked in asked == family && !isPlain ? "n" : "g" }
        #expect(round.access == "partial" && round.code == "broken")
        expect(round.verdict?.reason.facts["part"]?.text, family.rawValue)
    }

    @Test func `An owner that fails over both families breaks neither`() {
        for owner in ["Mozilla", "Arch", "KDE"] {
            let round = EvidenceRound(both: true) { asked, _, _ in asked == owner ? "n" : "g" }
            expect(round.access, "online", "\(round.verdict?.reason.description ?? "")")
        }
    }

    @Test func `Without a genuine answer no other endpoint is asked`() {
        let round = EvidenceRound { _, _, _ in "n" }
        #expect(round.access == "unreachable" && round.phases.count == 1)
        expect(EvidenceRound { _, _, _ in "s" }.access, "blocked")
    }

    @Test func `The guide has the rules against online, in their order and by their names`() throws {
        let guide = "Sources/Kit/ConnectivityKit.docc/TheRulesOfARound.md"
        let text = try String(contentsOf: URL.package.appending(path: guide), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("| `partial` |") }
        let names = rows.map { $0.dropFirst(2).prefix { !":|".contains($0) }.trimmingCharacters(in: .whitespaces) }
        expect(names, RoundEvidence.rules.map(\.name))
    }

    @Test func `Without a pool endpoints are decided by their expectations, as by a quorum`() {
        let round = EvidenceRound(pool: []) { owner, _, _ in owner == "Microsoft" ? "n" : "g" }
        #expect(round.access == "online" && round.code == "enough-owners-except" && round.phases.isEmpty)
    }

    @Test func `An operator's own hosts in the pool are neutral`() {
        let pool: [Endpoint] = [
            Endpoint("https://a.example/"), Endpoint("https://b.example/"), Endpoint("https://c.example/"),
        ]
        let open = EvidenceRound(pool: pool) { _, _, _ in "g" }
        #expect(open.access == "online" && open.phases.joined().allSatisfy { $0.hasPrefix("https://") })
        let garden = EvidenceRound(pool: pool) { owner, _, _ in Self.vendors.contains(owner) ? "g" : "n" }
        expect(garden.access, "partial")
    }
}

extension Verdict {
    fileprivate static let failedSilently = Verdict(.failed, because: .noAnswer(.timedOut(.connect)))
}

extension Endpoint {
    fileprivate var isPlainHTTP: Bool { url?.scheme == .http }
}
