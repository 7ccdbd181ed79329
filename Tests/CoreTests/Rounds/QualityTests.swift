import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

/// The quality of a path after rounds whose times are given.
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
            timings: ProbeExchange.Timings(
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
        report.exchange.timings = ProbeExchange.Timings(nameLookup: .zero, total: time)
        report.verdict = Verdict(.failed, because: .noAnswer(ProbeFailure(kind)))
        return report
    }

    private func quality(_ round: [EndpointReport]) -> PathQuality { PathQuality.Rules().quality(of: round) }

    private func level(_ round: [EndpointReport]) -> String { quality(round).level.rawValue }

    @Test(arguments: [
        ([20, 30, 40], "good"), ([299, 299, 299], "good"), ([300, 300, 300], "slow"), ([600, 620, 640], "slow"),
        ([1000, 1000, 1000], "poor"), ([2000, 2100, 2200], "poor"), ([20, 30], "unknown"), ([], "unknown"),
    ])
    func `The median time of a connection decides the quality of a path`(times: [Double], level: String) {
        expect(self.level(Self.round(times)), level)
    }

    @Test func `A path with one slow owner among three is good`() {
        expect(level(Self.round([20, 25, 3000])), "good")
    }

    @Test func `Several endpoints of one owner count as one`() {
        let same = (0..<5).map { _ in Self.report("one", connect: .milliseconds(900)) }
        expect(level(Self.round([20, 25]) + same), "good")
        expect(level(same), "unknown")
    }

    @Test func `A path whose connections are fast is slow if first bytes come late from most owners`() {
        let late = ["a", "b", "c"].map { Self.report($0, connect: .milliseconds(20), response: .seconds(2)) }
        let quality = quality(late)
        expect(quality.level, .slow)
        expect(quality.reason.code, "quality-first-byte")
        expect(quality.firstByte?.median, .milliseconds(2060))
    }

    @Test func `A slow name server does not make the line slow`() {
        func quality(names: Duration, connect: Duration) -> PathQuality {
            self.quality(
                ["a", "b", "c"].map { name in
                    var report = Self.report(name, connect: connect, response: .milliseconds(20))
                    report.exchange.timings.nameLookup = names
                    return report
                }
            )
        }
        expect(quality(names: .milliseconds(1800), connect: .milliseconds(10)).level, .good)
        expect(quality(names: .milliseconds(1800), connect: .milliseconds(10)).lateNames, .milliseconds(1800))
        // On a slow line, names are late as everything is.
        expect(quality(names: .milliseconds(1800), connect: .milliseconds(700)).level, .slow)
        expect(quality(names: .milliseconds(1800), connect: .milliseconds(700)).lateNames, nil)
    }

    @Test func `Lost attempts make a path slow or poor, those of one owner do not`() {
        let many = [Double](repeating: 20, count: 10)
        expect(level(Self.round(many, silent: 1)), "good")
        expect(level(Self.round(many, silent: 2)), "slow")
        expect(level(Self.round(many, silent: 6)), "poor")
        let silentOwner = (0..<6).map { _ in Self.silent("one", after: .seconds(3)) }
        expect(level(Self.round(many) + silentOwner), "good")
    }

    @Test func `A connection that took a second counts as a lost attempt`() {
        let quality = quality(Self.round([20, 20, 20, 20, 20, 20, 20, 20, 1020, 1020]))
        #expect((quality.lost, quality.attempts) == (2, 10))
        expect(quality.level, .slow)
        expect(quality.reason.code, "quality-loss")
    }

    @Test func `Requests that the program cut off, refused or could not send do not count as lost`() {
        let ownFailures: [ProbeFailure.Kind] = [.cancelled, .cutOff, .shortage(.descriptors), .unsupported]
        let reports = ownFailures.map { Self.silent("\($0)", after: .seconds(4), $0) }
        let quality = quality(Self.round([20, 20, 20]) + reports)
        expect(quality.level, .good)
        #expect((quality.lost, quality.attempts) == (0, 3))
    }

    @Test func `A limit shorter than a second shows no loss`() {
        let quality = quality(Self.round([Double](repeating: 20, count: 10), silent: 4, limit: 0.3))
        expect(quality.level, .good)
        expect(quality.lost, 0)
    }

    @Test func `A port without any answer is not a loss`() {
        let many = Self.round([Double](repeating: 20, count: 10))
        let plain = (0..<6).map { number in
            var report = Self.silent("plain\(number)", after: .seconds(5))
            report.exchange.request = ProbeRequest(HTTPURL(stringLiteral: "http://plain\(number).example/"))
            return report
        }
        expect(quality(many + plain).level, .good)
    }

    @Test func `If more owners are silent than answer, the quality is unknown`() {
        let quality = quality(Self.round([20, 20, 20], silent: 4))
        expect(quality.level, .unknown)
        expect(quality.reason.code, "quality-mostly-silent")
    }

    @Test func `Traffic through a proxy shows nothing about the line`() {
        let reports = Self.round([20, 20, 20]).map { report in
            var report = report
            report.exchange.request.path.proxy = "http://proxy.example:3128"
            return report
        }
        expect(level(reports), "unknown")
    }

    @Test func `Answers that are refused because they are late still count for the quality`() {
        let reports = Self.round([600, 600, 600]).map { report in
            var report = report
            report.verdict = ResponseTime(below: .milliseconds(500)).validate(report.exchange)
            return report
        }
        #expect(reports.allSatisfy { $0.verdict.finding == .failed })
        expect(level(reports), "slow")
    }

    @Test func `Few attempts need a greater share of losses than many`() {
        func level(_ lost: Int, of attempts: Int) -> String {
            var quality = quality(Self.round([20, 20, 20]))
            (quality.lost, quality.attempts, quality.lostOwners) = (lost, attempts, ["a", "b"])
            return PathQuality.Rules().quality(over: [quality]).level.rawValue
        }
        expect(
            [(1, 10), (2, 12), (2, 13), (3, 21), (3, 22), (9, 75), (9, 76)].map { level($0, of: $1) },
            [
                "good", "slow", "good", "slow", "good", "slow", "good",
            ]
        )
    }

    @Test func `Over several rounds the times are those of the newest one, and losses count together`() {
        let rules = PathQuality.Rules()
        let rounds = [[10, 20, 30, 40, 50], [110, 120, 130, 140, 150]].map { rules.quality(of: Self.round($0)) }
        expect(rules.quality(over: rounds).connection, .init(median: .milliseconds(130), spread: .milliseconds(20)))
        expect(rules.quality(over: []), .notMeasured)
        let lossy = ["a", "b"].map {
            rules.quality(of: Self.round([20, 20, 20, 20]) + [Self.silent($0, after: .seconds(5))])
        }
        expect(lossy.map(\.level), [.good, .good])
        let all = rules.quality(over: lossy)
        #expect(all.level == .slow && all.reason.code == "quality-loss" && all.lostOwners == ["a", "b"])
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
            let rules = PathQuality.Rules()
            func qualities(_ rounds: [[EndpointReport]]) -> [PathQuality] {
                let alone = rounds.map(rules.quality)
                return alone + [rules.quality(over: alone)]
            }
            let before = qualities(rounds.map { Self.round($0, silent: $1) })
            let slower = zip(rounds, delays).map { Self.round(zip($0.0, $1).map(+), silent: $0.1) }
            let after = qualities(slower)
            for (one, other) in zip(before, after) {
                guard let rank = one.level.rank, let next = other.level.rank else { continue }
                #expect(next >= rank, "\(rounds) \(delays): \(one), then \(other)")
            }
        }
    }
}
