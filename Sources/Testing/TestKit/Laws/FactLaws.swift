public import ConnectivityCore
import ConnectivityWire

/// The laws of question and answer types of plugins, so that values can be recorded, replayed and compared.
///
/// ```swift
/// @Test func `My answer keeps the laws`() throws {
///     try FactLaws.check(ClockAnswer(offset: 2, stratum: 1))
/// }
/// ```
///
/// A type that traps ends the process of the test. Reading facts must return a value or `nil` for any facts.
public enum FactLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The kind is not `http`, which has types in Core.
        case kind = "the kind is not http"
        /// The facts of a value are read back as an equal value, also after they were written as JSON.
        case roundTrip = "a value that is written as facts is read back as an equal value"
        /// Untrusted facts are read as `nil` or as a value whose own facts read back as an equal value.
        case total = "every value that is read from arbitrary facts keeps these laws too"
        /// Facts of any size are read within the time limit.
        case bounded = "reading arbitrary facts takes bounded time"
    }

    /// Checks a value, and checks its type with altered facts.
    ///
    /// - Parameters:
    ///   - value: A value that has as many of its facts as possible.
    ///   - seed: Chooses the alterations. The same seed chooses the same ones.
    ///   - timeLimit: The time limit for reading all altered facts.
    /// - Throws: The first ``LawViolation`` that is found.
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
        // Written facts contain no secrets and only finite numbers, so the comparison uses the facts after they were read back.
        let facts = try JSON(encoding: value.facts).decode(Facts.self)
        guard let written = Value(facts: facts), written.facts.withoutSecrets == facts else {
            throw LawViolation(law.rawValue, shownBy: "\(facts), as written")
        }
    }
}
