import ConnectivityCompanions
import ConnectivityCore
import TestSupport
import Testing

/// The reports after rounds whose times are given.
@Suite struct QualityChangesTests {
    private static let path = NetworkPath(interface: "wlan0")

    private var companion = QualityChanges()
    private var seconds = 0

    init() {
        _ = companion.handle(
            .began(
                CompanionContext(rules: DecisionRules(endpoints: [], validators: .standard, policy: EvidencePolicy()))
            ),
            at: at(0)
        )
    }

    /// A round in which each owner opens connections in the same time.
    private static func round(_ milliseconds: Int, owners: Int = 3, lost: [String] = []) -> PathQuality {
        var quality = PathQuality(.unknown, because: Reason("test"))
        if owners > 0 { quality.connection = .init(median: .milliseconds(milliseconds)) }
        (quality.owners, quality.attempts) = (owners, owners + lost.count)
        (quality.lost, quality.lostOwners) = (lost.count, lost)
        return quality
    }

    private func at(_ seconds: Int) -> ConnectivityMachine.Moment {
        ConnectivityMachine.Moment(elapsed: .seconds(seconds), wall: Timestamp(sinceEpoch: .seconds(seconds)))
    }

    private mutating func reported(_ input: CompanionInput) -> CompanionObservation? {
        seconds += 1
        let effects = companion.handle(input, at: at(seconds))
        guard case .report(let observation)? = effects.first, effects.count == 1 else { return nil }
        return observation
    }

    private mutating func end(_ round: PathQuality) -> CompanionObservation? {
        var path = PathAssessment(path: Self.path, access: .online, reason: Reason("test"))
        path.quality = round
        let assessment = Assessment(
            access: .online,
            reason: Reason("test"),
            paths: [path],
            startedAt: Timestamp(sinceEpoch: .seconds(seconds))
        )
        return reported(.roundEnded(assessment))
    }

    /// The state after each round; of one that changes nothing, `-`.
    private mutating func states(_ rounds: PathQuality...) -> [String] {
        rounds.map { round in end(round).map { $0.isChange ? $0.state : "(\($0.state))" } ?? "-" }
    }

    @Test mutating func `A quality keeps the time of a slow name server, and the number of rounds of its losses`() {
        var names = Self.round(20)
        names.nameLookup = .init(median: .seconds(2))
        expect(end(names)?.decoded(as: PathQuality.self)?.lateNames, .seconds(2))
        let lossy = Self.round(20, owners: 8, lost: ["a", "b", "c", "d"])
        _ = end(lossy)
        expect(end(lossy)?.reason.facts["rounds"]?.integer, 3)
    }

    @Test mutating func `A worse level is reported at once, a better one after two rounds that agree`() {
        let (fast, slow) = (Self.round(20), Self.round(500))
        expect(
            states(fast, slow, fast, slow, fast, fast, Self.round(2_000), slow),
            ["good", "slow", "-", "(slow)", "-", "good", "poor", "-"]
        )
    }

    @Test
    mutating func `A round without any answer makes the quality unknown at once, and the next one counts at once`() {
        expect(states(Self.round(20), Self.round(0, owners: 0), Self.round(500)), ["good", "unknown", "slow"])
        expect(states(Self.round(0, owners: 0), Self.round(0, owners: 0)), ["unknown", "-"])
    }

    @Test mutating func `A round that asks too few owners changes nothing`() {
        let few = Self.round(2_000, owners: 2)
        expect(states(Self.round(20), few, few, few, few), ["good", "-", "-", "-", "-"])
    }

    @Test mutating func `Rounds that ask too few owners do not count in the times of those that ask enough`() {
        let (full, few) = (Self.round(20), Self.round(2_000, owners: 2))
        expect(states(full, few, few, full, few, few, full), ["good", "-", "-", "(good)", "-", "-", "(good)"])
    }

    @Test mutating func `After ten rounds in a row that ask too few owners the quality is unknown`() {
        _ = end(Self.round(20))
        let few = Self.round(20, owners: 2)
        for _ in 0..<10 { #expect(end(few) == nil) }
        expect(states(few, few), ["unknown", "-"])
    }

    @Test mutating func `The quality of a path from an earlier run is unknown if the path is no longer judged`() throws
    {
        let good = try #require(end(Self.round(20)))
        var other = good
        other.subject = "wlan0 over IPv4"
        var earlier = Assessment(access: .online, reason: Reason("test"), startedAt: Timestamp(sinceEpoch: .zero))
        earlier.observations = [good, other]
        companion = QualityChanges()
        let rules = DecisionRules(endpoints: [], validators: .standard, policy: EvidencePolicy())
        expect(companion.handle(.began(CompanionContext(rules: rules, earlier: earlier)), at: at(10)).count, 2)
        var path = PathAssessment(path: Self.path, access: .online, reason: Reason("test"))
        path.quality = Self.round(20)
        earlier.paths = [path]
        let reported = companion.handle(.roundEnded(earlier), at: at(11)).compactMap {
            if case .report(let observation) = $0 { "\(observation.subject) \(observation.state)" } else { nil }
        }
        expect(reported, ["wlan0 over IPv4 unknown", "wlan0 good"])
    }

    @Test mutating func `A confirmation has newer figures, and says since when the quality is so`() throws {
        let first = try #require(end(Self.round(20)))
        expect(first.severity, .info)
        let second = try #require(end(Self.round(20)))
        #expect(!second.isChange && second.since == first.at && second.at > first.at && second.severity == .info)
        expect(second.decoded(as: PathQuality.self)?.attempts, 6)
        expect(second.decoded(as: PathQuality.self)?.connection?.median, .milliseconds(20))
    }

    @Test mutating func `A line that was twice as fast before says how fast, until its network is left`() throws {
        _ = states(Self.round(20), Self.round(500), Self.round(500))
        let slow = try #require(end(Self.round(500)))
        #expect(slow.state == "slow" && slow.reason.facts["usual"] == 20)
        let left = try #require(reported(.left(Self.path)))
        #expect(left.state == "unknown" && left.isChange)
        let new = try #require(end(Self.round(500)))
        #expect(new.isChange && new.state == "slow" && new.reason.facts["usual"] == nil)
    }

    @Test mutating func `Single losses of several rounds count together`() {
        let lossy = ["a", "b", "c"].map { Self.round(20, owners: 4, lost: [$0]) }
        expect(states(lossy[0], lossy[1], lossy[2]), ["good", "slow", "(slow)"])
        let clean = Self.round(20, owners: 4)
        expect(states(clean, clean, clean), ["(slow)", "-", "good"])
    }

    @Test mutating func `Connections that take a second because the round trip does are no losses of later rounds`() {
        let (fast, slow) = (Self.round(20, owners: 4), Self.round(1_000, owners: 8, lost: ["a", "b", "c", "d"]))
        expect(states(fast, slow, fast, fast), ["good", "poor", "-", "good"])
    }
}
