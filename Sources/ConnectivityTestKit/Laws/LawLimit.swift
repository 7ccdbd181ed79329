import ConnectivitySupport

/// Runs a part of a law suite that a call which never returns would hold up.
/// - Parameters:
///   - limit: The longest time for it.
///   - clock: The clock that measures it.
///   - law: The law that a call which does not return breaks.
///   - body: The part of the suite; it is cancelled when the time is over.
/// - Throws: The error of the body, or a ``LawViolation``.
func within<C: Clock>(
    _ limit: Duration,
    on clock: C,
    or law: some RawRepresentable<String>,
    _ body: @escaping @Sendable () async throws -> Void
) async throws where C.Duration == Duration {
    let violation = LawViolation(law.rawValue, shownBy: "a call that did not return within \(limit)")
    try await abandonable { (abandonment: Abandonment<Result<Void, any Error>>) in
        abandonment.end(after: limit, on: clock) { .failure(violation) }
        do {
            try await body()
            return .success(())
        } catch {
            return .failure(error)
        }
    }.get()
}
