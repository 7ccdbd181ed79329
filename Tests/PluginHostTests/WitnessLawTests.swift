import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

/// The laws of witnesses limit the time of a testimony, so they are checked where time is measured.
@Suite struct `The laws of witnesses` {
    private struct Honest: Witness {
        var version: String { "1" }
        func testify(on exchange: ProbeExchange) async -> Verdict {
            if case .failure = exchange.outcome { return .inconclusive }
            return Verdict(.captive, because: Reason("com.example.opinion.portal"))
        }
    }

    private struct Liar: Witness {
        var version: String { "1" }
        func testify(on exchange: ProbeExchange) async -> Verdict {
            Verdict(.genuine, because: Reason("com.example.lie"))
        }
    }

    /// A witness with a separate opinion.
    private struct Hasty: Witness {
        var version: String { "1" }
        func testify(on exchange: ProbeExchange) async -> Verdict { .inconclusive }
        func validate(_ exchange: ProbeExchange) -> Verdict { Verdict(.failed, because: Reason("com.example.hasty")) }
    }

    /// A witness that ignores its testimony.
    private struct Deaf: Witness {
        var version: String { "1" }
        func testify(on exchange: ProbeExchange) async -> Verdict {
            Verdict(.substituted, because: Reason("com.example.deaf"))
        }
        func validate(_ exchange: ProbeExchange) -> Verdict { .inconclusive }
    }

    /// A witness that takes its time, also after cancellation.
    private struct Slow: Witness {
        var version: String { "1" }
        func testify(on exchange: ProbeExchange) async -> Verdict {
            await Task { try? await Task.sleep(for: .milliseconds(150)) }.value
            return .inconclusive
        }
    }

    @Test func `Every witness law is broken by a faulty witness`() async {
        let broken: [(law: WitnessLaws.Law, witness: any Witness)] = [
            (.silentByItself, Hasty()), (.judgesByTestimony, Deaf()), (.genuineNeedsResponse, Liar()),
            (.bounded, Slow()),
        ]
        expect(broken.map(\.law), WitnessLaws.Law.allCases)
        for (law, witness) in broken {
            let limit = Duration.milliseconds(law == .bounded ? 100 : 20_000)
            let violation = await #expect(throws: LawViolation.self) {
                try await WitnessLaws.check(witness, timeLimit: limit)
            }
            expect(violation?.law, law.rawValue)
        }
    }

    @Test func `A witness that calls no failure genuine keeps the laws`() async throws {
        try await WitnessLaws.check(Honest())
    }
}
