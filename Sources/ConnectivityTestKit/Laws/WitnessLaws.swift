public import ConnectivityCore

/// What every witness must keep besides the laws of validators, which ``ValidatorLaws`` checks.
///
/// ```swift
/// @Test func `My witness keeps the laws`() async throws {
///     try await WitnessLaws.check(MyWitness())
/// }
/// ```
public enum WitnessLaws: Sendable {
    /// The laws.
    public enum Law: String, Hashable, Sendable, CaseIterable {
        /// Without a testimony the witness has no opinion.
        case silentByItself = "without its testimony it has no opinion"
        /// What it testified is what it says when it judges, and what a record of it says.
        case judgesByTestimony = "it judges as it testified, also from a record"
        /// Where there is no complete answer, it does not testify that one is genuine.
        case genuineNeedsResponse = "a failure is never genuine"
        /// It has a verdict in bounded time, and returns soon after cancellation.
        case bounded = "it testifies in bounded time, and ends soon after cancellation"
    }

    /// Lets a witness testify on small hostile exchanges, one after the other.
    ///
    /// - Parameters:
    ///   - witness: The witness.
    ///   - seed: Chooses the exchanges; the same seed chooses the same.
    ///   - exchanges: More exchanges, such as ones that the witness is made for.
    ///   - timeLimit: The time for one testimony, and for the end after cancellation.
    /// - Throws: The first ``LawViolation`` that was found. What ignores cancellation holds up the check for as long as it works.
    public static func check(
        _ witness: some Witness,
        seed: UInt64 = 1,
        exchanges: [ProbeExchange] = [],
        timeLimit: Duration = .seconds(5)
    ) async throws {
        let clock = ContinuousClock()
        for var exchange in exchanges + HostileExchanges.small(seed: seed).prefix(100) {
            if witness.validate(exchange).isConclusive { throw violation(.silentByItself, exchange) }
            let start = clock.now
            let said = await witness.testify(on: exchange)
            if clock.now - start > timeLimit { throw violation(.bounded, exchange) }
            if case .failure = exchange.outcome, said.finding == .genuine {
                throw violation(.genuineNeedsResponse, exchange)
            }
            let testimony = Testimony(of: witness, said)
            for testimony in [testimony, try JSON(encoding: testimony).decode(Testimony.self)] {
                exchange.testimony = [testimony]
                if witness.validate(exchange) != testimony.verdict { throw violation(.judgesByTestimony, exchange) }
            }
        }
        guard let exchange = exchanges.first ?? HostileExchanges.small(seed: seed).first else { return }
        let task = Task { await witness.testify(on: exchange) }
        task.cancel()
        let start = clock.now
        _ = await task.value
        if clock.now - start > timeLimit { throw violation(.bounded, exchange) }
    }

    private static func violation(_ law: Law, _ exchange: ProbeExchange) -> LawViolation {
        LawViolation(law.rawValue, shownBy: exchange.description)
    }
}
