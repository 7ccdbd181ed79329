import ConnectivityCore
import ConnectivityTestKit
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

    @Test func `A witness that says nothing genuine of a failure keeps them`() async throws {
        try await WitnessLaws.check(Honest())
    }

    @Test func `A witness that finds everything genuine breaks them`() async {
        await #expect(throws: LawViolation.self) { try await WitnessLaws.check(Liar()) }
    }
}
