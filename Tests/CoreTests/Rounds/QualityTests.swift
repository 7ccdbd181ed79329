import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

/// What the quality of a path is after rounds whose times are given.
@Suite struct QualityTests {
    /// One genuine answer over TLS per time of a connection, each from another owner.
    static func round(_ connections: [Double], silent: Int = 0, limit: Double = 5) -> [EndpointReport] {
        let answered = connections.enumerated().map { number, milliseconds in
            report("owner\(number)", connect: .milliseconds(milliseconds))
        }
        return answered + (0..<silent).map { self.silent("silent\($0)", after: .seconds(limit)) }
    }

    static func report(_ owner: String, connect: Duration, response: Duration? = nil) -> EndpointReport {
        let exchange = ProbeExchange(
            request: ProbeRequest(HTTPURL(stringLiteral: "https://\(owner).example/")),
            outcome: .success(ProbeResponse(status: 204)),
            timings: ProbeTimings(
                nameLookup: connect,
                connect: connect,
                tls: connect,
                response: response ?? connect,
                total: connect * 3 + (response ?? connect)
            )
        )
        return EndpointReport(
            name: owner,
            owner: owner,
            exchange: exchange,
            verdict: Verdict(.genuine, because: .statusMatches(204))
        )
    }

    static func silent(_ owner: String, after time: Duration, _ kind: ProbeFailure.Kind = .timedOut(.connect))
        -> EndpointReport
    {
        var report = report(owner, connect: .zero)
        report.exchange.outcome = .failure(ProbeFailure(kind))
        report.exchange.timings = ProbeTimings(nameLookup: .zero, total: time)
        report.verdict = Verdict(.failed, because: .noAnswer(ProbeFailure(kind)))
        return report
    }

    /// The qualities after each of several rounds.
    private func qualities(
        _ rounds: [[EndpointReport]],
        by rules: QualityRules = QualityRules()
    ) -> [PathQuality] {
        var history = QualityHistory()
        return rounds.map { reports in
            let (quality, after) = rules.quality(of: reports, after: history)
            history = after
            return quality
        }
    }

    private func levels(_ rounds: [[EndpointReport]]) -> [String] { qualities(rounds).map(\.level.rawValue) }

    @Test(arguments: [
        ([20, 30, 40], "good"), ([299, 299, 299], "good"), ([300, 300, 300], "slow"), ([600, 620, 640], "slow"),
        ([1000, 1000, 1000], "poor"), ([2000, 2100, 2200], "poor"), ([20, 30], "unknown"), ([], "unknown"),
    ])
    func `The median time of a connection decides the quality of a path`(times: [Double], level: String) {
        expect(levels([Self.round(times)]), [level])
    }

    @Test func `One slow owner among three does not make a path slow`() {
        expect(levels([Self.round([20, 25, 3000])]), ["good"])
    }

    @Test func `Several endpoints of one owner count as one`() {
        let same = (0..<5).map { _ in Self.report("one", connect: .milliseconds(900)) }
        expect(levels([Self.round([20, 25]) + same]), ["good"])
        expect(levels([same]), ["unknown"])
    }

    @Test func `A path whose connections are fast is slow if first bytes come late from most owners`() {
        let late = ["a", "b", "c"].map { Self.report($0, connect: .milliseconds(20), response: .seconds(2)) }
        let quality = qualities([late])[0]
        expect(quality.level, .slow)
        expect(quality.reason.code, "quality-first-byte")
        expect(quality.firstByte?.median, .milliseconds(2060))
    }

    @Test func `Lost attempts make a path slow or poor, those of one owner do not`() {
        let many = [Double](repeating: 20, count: 10)
        expect(levels([Self.round(many, silent: 1)]), ["good"])
        expect(levels([Self.round(many, silent: 2)]), ["slow"])
        expect(levels([Self.round(many, silent: 6)]), ["poor"])
        let ofOne = (0..<6).map { _ in Self.silent("one", after: .seconds(3)) }
        expect(levels([Self.round(many) + ofOne]), ["good"])
    }

    @Test func `A connection that took a second counts as a lost attempt`() {
        let quality = qualities([Self.round([20, 20, 20, 20, 20, 20, 20, 20, 1020, 1020])])[0]
        #expect((quality.lost, quality.attempts) == (2, 10))
        expect(quality.level, .slow)
        expect(quality.reason.code, "quality-loss")
    }

    @Test func `What the program cut off, refused or lacked is not blamed on the line`() {
        let ownFailures: [ProbeFailure.Kind] = [.cancelled, .cutOff, .shortage(.descriptors), .unsupported]
        let reports = ownFailures.map { Self.silent("\($0)", after: .seconds(4), $0) }
        let quality = qualities([Self.round([20, 20, 20]) + reports])[0]
        expect(quality.level, .good)
        #expect((quality.lost, quality.attempts) == (0, 3))
    }

    @Test func `A limit shorter than a second shows no loss`() {
        let quality = qualities([Self.round([Double](repeating: 20, count: 10), silent: 4, limit: 0.3)])[0]
        expect(quality.level, .good)
        expect(quality.lost, 0)
    }

    @Test func `A port on which nobody answers is no loss`() {
        let many = Self.round([Double](repeating: 20, count: 10))
        let plain = (0..<6).map { number in
            var report = Self.silent("plain\(number)", after: .seconds(5))
            report.exchange.request = ProbeRequest(HTTPURL(stringLiteral: "http://plain\(number).example/"))
            return report
        }
        expect(qualities([many + plain])[0].level, .good)
    }

    @Test func `If more owners are silent than answer, the quality is unknown`() {
        let quality = qualities([Self.round([20, 20, 20], silent: 4)])[0]
        expect(quality.level, .unknown)
        expect(quality.reason.code, "quality-mostly-silent")
    }

    @Test func `Traffic through a proxy shows nothing about the line`() {
        let reports = Self.round([20, 20, 20]).map { report in
            var report = report
            report.exchange.request.path.proxy = "http://proxy.example:3128"
            return report
        }
        expect(levels([reports]), ["unknown"])
    }

    @Test func `Answers that are refused because they are late still count for the quality`() {
        let reports = Self.round([600, 600, 600]).map { report in
            var report = report
            report.verdict = ResponseTime(below: .milliseconds(500)).validate(report.exchange)
            return report
        }
        #expect(reports.allSatisfy { $0.verdict.finding == .failed })
        expect(levels([reports]), ["slow"])
    }

    @Test func `Another level is reported after two rounds that agree`() {
        let (fast, slow) = (Self.round([20, 20, 20]), Self.round([500, 500, 500]))
        expect(levels([fast, slow, fast, slow, fast]), ["good", "good", "good", "good", "good"])
        expect(levels([fast, slow, slow, slow]), ["good", "good", "good", "slow"])
        let held = qualities([fast, slow, slow])[2]
        expect(held.reason.code, "quality-held")
        expect(
            Sentences().sentence(for: held.reason),
            "a change to slow needs 2 rounds in a row, and 1 showed it so far (connections take 500 ms, at best 20 ms on this network)"
        )
    }

    @Test func `A round without any answer makes the quality unknown at once, and the next one counts at once`() {
        let (fast, slow) = (Self.round([20, 20, 20]), Self.round([500, 500, 500]))
        expect(levels([fast, [], slow]), ["good", "unknown", "slow"])
    }

    @Test func `The figures have the median, the spread, and the best round of the network`() {
        let quality = qualities([Self.round([10, 20, 30, 40, 50]), Self.round([110, 120, 130, 140, 150])])[1]
        expect(
            quality.connection,
            .init(median: .milliseconds(30), spread: .milliseconds(20), baseline: .milliseconds(30))
        )
        expect(quality.rounds, 2)
        expect(quality.owners, 5)
    }

    @Test func `The history of the quality is bounded`() {
        var rules = QualityRules()
        (rules.rounds, rules.agreeing) = (8, 8)
        var history = QualityHistory()
        for _ in 0..<100 { (_, history) = rules.quality(of: Self.round([20, 30, 40]), after: history) }
        expect(history.rounds.count, 7)
        expect(history.recent.count, 8)
    }

    @Test func `More delay never improves the quality, in 2,000 drawn rounds`() {
        var draws = SplitMix64(seed: 38)
        let scale: [Double] = [5, 40, 250, 320, 700, 950, 1100, 2500]
        for _ in 0..<2_000 {
            let rounds = (0..<Int.random(in: 1...3, using: &draws)).map { _ in
                let times = (0..<Int.random(in: 1...12, using: &draws)).map { _ in
                    scale.randomElement(using: &draws)! * Double.random(in: 0.8...1.2, using: &draws)
                }
                return (times, Int.random(in: 0...2, using: &draws))
            }
            let delays = rounds.map { times, _ in
                times.map { _ in Bool.random(using: &draws) ? 0 : Double.random(in: 0...900, using: &draws) }
            }
            var rules = QualityRules()
            // Without hysteresis, so that every round counts.
            rules.agreeing = 1
            let before = qualities(rounds.map { Self.round($0, silent: $1) }, by: rules)
            let slower = zip(rounds, delays).map { Self.round(zip($0.0, $1).map(+), silent: $0.1) }
            let after = qualities(slower, by: rules)
            for (one, other) in zip(before, after) {
                guard let rank = one.level.rank, let next = other.level.rank else { continue }
                #expect(next >= rank, "\(rounds) \(delays): \(one), then \(other)")
            }
        }
    }
}
