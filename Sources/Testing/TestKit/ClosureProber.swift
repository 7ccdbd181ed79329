public import ConnectivityCore

/// A prober that answers by a closure; the closure may sleep on a virtual clock.
public struct ClosureProber: Prober {
    public let kinds: Set<QuestionKind>
    private let body: @Sendable (ProbeRequest) async -> ProbeExchange

    /// Creates a prober.
    /// - Parameters:
    ///   - kinds: The kinds of questions that the closure answers; a question of another kind fails as unsupported.
    ///   - body: Answers one request. It must keep the laws of `Prober`.
    public init(
        kinds: Set<QuestionKind> = [.http],
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
