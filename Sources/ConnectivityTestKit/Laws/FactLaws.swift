public import ConnectivityCore

/// What every question and answer of an author's own type must keep, so that it can be recorded, replayed and compared.
///
/// ```swift
/// @Test func `My answer keeps the laws`() throws {
///     try FactLaws.check(ClockAnswer(offset: 2, stratum: 1))
/// }
/// ```
///
/// A type that traps ends the process of the test: reading facts must be total.
public enum FactLaws: Sendable {
    /// The laws.
    public enum Law: String, Hashable, Sendable, CaseIterable {
        /// The kind is not that of HTTP, which Core types itself.
        case kind = "the kind is not http"
        /// The facts of a value are read as an equal value, also if they were written as JSON.
        case roundTrip = "it reads back from its facts as an equal value"
        /// Facts that nobody trusts are read as a value that has facts of its own, or not at all.
        case total = "what it reads of any facts keeps the laws too"
        /// Facts of any size are read in bounded time.
        case bounded = "any facts are read in bounded time"
    }

    /// Tries a value, and its type on facts that are altered.
    ///
    /// - Parameters:
    ///   - value: A value with as many of its facts as one can have.
    ///   - seed: Chooses the alterations; the same seed chooses the same.
    ///   - timeLimit: The time for all of them.
    /// - Throws: The first ``LawViolation`` that was found.
    public static func check<Value: FactConvertible & Equatable>(
        _ value: Value,
        seed: UInt64 = 1,
        timeLimit: Duration = .seconds(20)
    ) throws {
        if Value.kind == .http { throw LawViolation(Law.kind.rawValue, shownBy: "\(Value.self)") }
        try checkRoundTrip(value, .roundTrip)
        let altered = HostileExchanges.facts(like: value.facts, seed: seed)
        let read = ThreadedRun { altered.map { Value(facts: $0) } }.wait(for: timeLimit)
        guard let read else { throw LawViolation(Law.bounded.rawValue, shownBy: "seed \(seed): \(timeLimit)") }
        for case let value? in read { try checkRoundTrip(value, .total) }
    }

    private static func checkRoundTrip<Value: FactConvertible & Equatable>(_ value: Value, _ law: Law) throws {
        guard let again = Value(facts: value.facts), again == value else {
            throw LawViolation(law.rawValue, shownBy: "\(value.facts)")
        }
        // What is written has no secret and no number that is not finite, so the facts are compared as they were read.
        let facts = try JSON(encoding: value.facts).decode(Facts.self)
        guard let written = Value(facts: facts), written.facts.withoutSecrets == facts else {
            throw LawViolation(law.rawValue, shownBy: "\(facts), as written")
        }
    }
}
