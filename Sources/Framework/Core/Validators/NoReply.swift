/// Expects that nothing answers; for a URL with an unassigned address, such as the documentation addresses of RFC 5737.
///
/// Any answer proves that the traffic is intercepted: it is substituted. If it is a portal, the signs of portals have detected it
/// before. Silence is not evidence about the Internet: the verdict is inconclusive, and the endpoint counts as not asked. A
/// refused connection counts as silence too, because routers refuse on behalf of hosts that they cannot reach.
public struct NoReply: ResponseValidator, Hashable {
    /// Creates an expectation.
    public init() {}

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        if let response = exchange.response {
            return Verdict(.substituted, because: .intercepted(status: response.status), basis: .silence)
        }
        guard case .failure(let failure) = exchange.outcome else { return .inconclusive }
        switch failure.kind {
        case .tls, .emptyReply, .malformed, .headerTooLarge, .truncated:
            return Verdict(.substituted, because: .intercepted(status: nil), basis: .silence)
        case .nameLookup, .connectionRefused, .unreachable, .timedOut, .connectionReset, .interfaceUnavailable,
            .unsupported, .shortage, .cancelled, .cutOff, .notRecorded, .other:
            return Verdict(.inconclusive, because: .silence, basis: .silence)
        }
    }
}
