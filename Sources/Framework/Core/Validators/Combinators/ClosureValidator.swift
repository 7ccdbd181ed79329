/// A validator made from a closure, for quick use.
public struct ClosureValidator: ResponseValidator {
    public let traceName: String
    public let role: Verdict.Role
    private let body: @Sendable (ProbeExchange) -> Verdict

    /// Creates a validator; the closure must obey the laws of ``ResponseValidator``.
    public init(
        _ name: String = "closure",
        role: Verdict.Role = .objection,
        _ body: @escaping @Sendable (ProbeExchange) -> Verdict
    ) {
        traceName = name
        self.role = role
        self.body = body
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict { body(exchange) }
}
