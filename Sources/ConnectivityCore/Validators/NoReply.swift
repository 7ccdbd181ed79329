/// Expects that nothing answers, for a URL at an address that nobody has, such as those of RFC 5737.
///
/// Whatever answers all the same stands on the way and answers for others: the answer was substituted. A portal in it is
/// found by the signs of portals before. Silence says nothing about the Internet: it is no opinion, and the endpoint
/// counts as not asked. A refused connection is silence too: routers refuse in the name of what they cannot reach.
public struct NoReply: ResponseValidator, Codable, Hashable {
    /// Creates an expectation.
    public init() {}

    public var role: ValidatorRole { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        if let response = exchange.response {
            return Verdict(.substituted, because: .intercepted(status: response.status), basis: .silence)
        }
        guard case .failure(let failure) = exchange.outcome else { return .inconclusive }
        switch failure.kind {
        case .tls, .emptyReply, .malformed, .headerTooLarge, .truncated:
            return Verdict(.substituted, because: .intercepted(status: nil), basis: .silence)
        case .nameLookup, .connectionRefused, .unreachable, .timedOut, .connectionReset, .interfaceUnavailable,
            .unsupported, .cancelled, .notRecorded, .other:
            return Verdict(.inconclusive, because: .silence, basis: .silence)
        }
    }
}
