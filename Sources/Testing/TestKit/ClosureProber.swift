public import ConnectivityCore

/// A prober that answers with a closure; the closure may sleep on a virtual clock.
public struct ClosureProber: Prober {
    public let kinds: Set<Question.Kind>
    private let body: @Sendable (ProbeRequest) async -> ProbeExchange

    /// Creates a prober for some kinds of questions; a question of another kind fails as unsupported.
    ///
    /// The closure answers one request. It must keep the laws of `Prober`.
    public init(
        kinds: Set<Question.Kind> = [.http],
        _ body: @escaping @Sendable (ProbeRequest) async -> ProbeExchange
    ) {
        self.kinds = kinds
        self.body = body
    }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard kinds.contains(request.question.kind) else { return .unsupported(request) }
        return await body(request)
    }
}
