public import ConnectivityCore
import ConnectivityWire

/// The laws that every witness must keep in addition to the laws of validators, which ``ValidatorLaws`` checks.
///
/// ```swift
/// @Test func `My witness keeps the laws`() async throws {
///     try await WitnessLaws.check(MyWitness())
/// }
/// ```
public enum WitnessLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// Without its testimony, the witness judges every exchange as inconclusive.
        case silentByItself = "without its testimony, the witness is inconclusive"
        /// The witness returns the verdict of its testimony, also if the testimony was read from a record.
        case judgesByTestimony = "the witness gives the verdict of its testimony, also if it is read from a record"
        /// The witness never testifies that an exchange without a complete answer is genuine.
        case genuineNeedsResponse = "a failure is never genuine"
        /// The witness testifies in bounded time and returns soon after cancellation.
        case bounded = "testifying takes bounded time and ends soon after cancellation"
    }

    /// Checks a witness with small hostile exchanges, one after the other.
    ///
    /// - Parameters:
    ///   - witness: The witness to check.
    ///   - seed: Chooses the exchanges. The same seed chooses the same ones.
    ///   - exchanges: Further exchanges, such as those that the witness is written for.
    ///   - timeLimit: The time limit for one testimony and for the return after cancellation.
    /// - Throws: The first ``LawViolation`` that is found. A testimony that does not arrive within twice its time is abandoned.
    public static func check(
        _ witness: some Witness,
        seed: UInt64 = 1,
        exchanges: [ProbeExchange] = [],
        timeLimit: Duration = .seconds(5)
    ) async throws {
        let clock = ContinuousClock()
        for exchange in exchanges + HostileExchanges.small(seed: seed).prefix(100) {
            try await within(timeLimit * 2, on: clock, or: Law.bounded) {
                try await check(witness, on: exchange, timeLimit)
            }
        }
        guard let exchange = exchanges.first ?? HostileExchanges.small(seed: seed).first else { return }
        try await within(timeLimit * 2, on: clock, or: Law.bounded) {
            let start = clock.now
            await withDiscardingTaskGroup { group in
                group.cancelAll()
                group.addTask { _ = await witness.testify(on: exchange) }
            }
            if clock.now - start > timeLimit { throw violation(.bounded, exchange) }
        }
    }

    private static func check(_ witness: some Witness, on asked: ProbeExchange, _ timeLimit: Duration) async throws {
        var exchange = asked
        if witness.validate(exchange).isConclusive { throw violation(.silentByItself, exchange) }
        let start = ContinuousClock.now
        let said = await witness.testify(on: exchange)
        if ContinuousClock.now - start > timeLimit { throw violation(.bounded, exchange) }
        if case .failure = exchange.outcome, said.finding == .genuine {
            throw violation(.genuineNeedsResponse, exchange)
        }
        let testimony = Testimony(of: witness, said)
        for testimony in [testimony, try JSON(encoding: testimony).decode(Testimony.self)] {
            exchange.testimony = [testimony]
            if witness.validate(exchange) != testimony.verdict { throw violation(.judgesByTestimony, exchange) }
        }
    }

    private static func violation(_ law: Law, _ exchange: ProbeExchange) -> LawViolation {
        LawViolation(law.rawValue, shownBy: exchange.description)
    }
}
