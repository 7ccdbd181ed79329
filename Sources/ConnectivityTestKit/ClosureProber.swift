public import ConnectivityCore

/// A closure as a prober, which takes virtual time where it wants to.
public struct ClosureProber: Prober {
    private let body: @Sendable (ProbeRequest) async -> ProbeExchange

    /// Creates a prober.
    /// - Parameter body: Answers a request; the laws of `Prober` hold for it.
    public init(_ body: @escaping @Sendable (ProbeRequest) async -> ProbeExchange) { self.body = body }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange { await body(request) }
}
