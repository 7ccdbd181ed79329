import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

@Suite struct QualityPolicyTests {
    private func verdict(_ reports: [EndpointReport], atLeast level: PathQuality.Level) -> RoundVerdict? {
        QualityPolicy(QuorumPolicy(), atLeast: level).verdict(on: ProbeRound(reports.map(Optional.some)))
    }

    @Test func `A policy that requires a good quality is partial on a slow path, and says why`() throws {
        let slow = QualityTests.round([500, 500, 500])
        expect(QuorumPolicy().verdict(on: ProbeRound(slow.map(Optional.some)))?.access, .online)
        let verdict = try #require(self.verdict(slow, atLeast: .good))
        expect(verdict.access, .partial)
        expect(verdict.reason.code, "quality-below")
        expect(
            Sentences().sentence(for: verdict.reason),
            "the Internet works, but the line is slow and must be good: connections take 500 ms"
        )
        expect(self.verdict(slow, atLeast: .slow)?.access, .online)
        expect(self.verdict(QualityTests.round([1500, 1500, 1500]), atLeast: .slow)?.access, .partial)
    }

    @Test func `An unknown quality is enough for a policy that requires a good one`() {
        expect(verdict(QualityTests.round([500, 500]), atLeast: .good)?.access, .online)
    }

    @Test func `A fast path is online only if the other policy says so`() {
        let silent = (0..<3).map { QualityTests.silent("\($0)", after: .seconds(5)) }
        expect(verdict(silent, atLeast: .good)?.access, .unreachable)
        expect(verdict(QualityTests.round([20, 20, 20]), atLeast: .good)?.access, .online)
    }

    @Test func `A round that is online is decided only when every answer has come`() {
        let reports = QualityTests.round([20, 20, 20, 900, 900, 900, 900])
        var judge = QualityPolicy(SharePolicy(0.4)).begin(ProbeRound(reports.map { _ in nil }))
        for count in 1..<reports.count {
            let seen = reports.indices.map { $0 < count ? reports[$0] : nil }
            let decision = judge.decide(on: ProbeRound(seen), after: count - 1)
            guard case .wait = decision else {
                Issue.record("decided after \(count) answers: \(decision)")
                return
            }
        }
        let decision = judge.decide(on: ProbeRound(reports.map(Optional.some)), after: reports.count - 1)
        guard case .decide(let verdict, final: true) = decision else {
            Issue.record("\(decision)")
            return
        }
        expect(verdict.access, .partial)
    }
}

@Suite struct ResponseTimeTests {
    private let late = QualityTests.report("a", connect: .milliseconds(100), response: .milliseconds(900)).exchange

    @Test func `An answer that took too long is refused, with both times`() {
        let verdict = ResponseTime(below: .seconds(1)).validate(late)
        expect(verdict.finding, .failed)
        expect(
            Sentences().sentence(for: verdict.reason),
            "the answer took 1200 ms, and must take less than 1000 ms"
        )
        let first = ResponseTime(below: .milliseconds(1200), of: .firstByte).validate(late)
        expect(
            Sentences().sentence(for: first.reason),
            "the first byte of the answer came after 1200 ms, and must come before 1200 ms"
        )
    }

    @Test func `An answer in time has no verdict, because speed does not show who gave it`() {
        let validator = ResponseTime(below: .seconds(2))
        expect(validator.validate(late), .inconclusive)
        #expect(!validator.isAbout(late))
        let judge = ExchangeJudge([validator])
        expect(judge.verdict(on: late, expecting: StatusCode(204)).finding, .genuine)
        expect(
            ExchangeJudge([ResponseTime(below: .seconds(1))]).verdict(on: late, expecting: StatusCode(204)).finding,
            .failed
        )
    }

    @Test func `A probe without an answer is not refused for its time`() {
        let silent = QualityTests.silent("a", after: .seconds(5)).exchange
        expect(ResponseTime(below: .seconds(1)).validate(silent), .inconclusive)
    }
}
