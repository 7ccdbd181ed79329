import ConnectivityToolkit

/// Runs a part of a law suite with a time limit, because a call may never return; after the limit the part is
/// cancelled, and the law is broken.
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
