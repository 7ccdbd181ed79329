public import ConnectivityCore

/// Expects that a name does not exist, as for ``DNSQuestion/init(randomNameUnder:_:of:)``.
///
/// Records for such a name come from an intermediary that answers instead of the name's servers, so the verdict is
/// `substituted`. Their data do not show whether a user can act there, so they are not a sign of a portal.
///
/// The answer that the name does not exist says nothing about the Internet, because a router without an uplink can also
/// give it. The verdict is then `inconclusive`, and the endpoint counts as not asked, as with
/// ``ConnectivityCore/NoReply``.
public struct NoSuchName: ResponseValidator, Hashable {
    /// Creates an expectation.
    public init() {}

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success = exchange.outcome else {
            return Verdict(.inconclusive, because: Reason("silence"), basis: .silence)
        }
        guard let answer = exchange.dnsAnswer else { return .inconclusive }
        guard answer.code == .noError || answer.code == .noSuchName else {
            return Verdict(
                .inconclusive,
                because: .codeDiffers(answer.code, expected: [.noSuchName]),
                basis: .silence
            )
        }
        let type = exchange.request.question.dnsRecords?.type ?? .any
        guard !answer.records.isEmpty else {
            // Some servers deny a name by answering without records (RFC 9824).
            return Verdict(.inconclusive, because: .nameAbsent(answer, type), basis: .silence)
        }
        let data = answer.records.map(\.data)
        let reason = Reason("name-invented", ["name": .text("\(answer.name)"), "data": .texts(data)])
        return Verdict(.substituted, because: reason, basis: .silence)
    }
}
