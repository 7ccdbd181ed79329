public import ConnectivityCore

/// A closure as a prober, which takes virtual time where it wants to.
public struct ClosureProber: Prober {
    public let kinds: Set<QuestionKind>
    private let body: @Sendable (ProbeRequest) async -> ProbeExchange

    /// Creates a prober.
    /// - Parameters:
    ///   - kinds: The kinds of questions that it asks.
    ///   - body: Answers a request; the laws of `Prober` hold for it.
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
