public import ConnectivityCore

/// Expects records in the answer of a name server.
///
/// If a server fails or refuses, or knows no such records, the verdict is `failed`, as for a web server that answers 404. The
/// verdict is `substituted` if the records differ from the expected ones, or if the server itself states that the answer is
/// forged, blocked, censored or filtered (RFC 8914, codes 4 and 15 through 17).
///
/// If any record is accepted, but a public name has only addresses that are not public, the verdict is `substituted` as well: an
/// intermediary has answered, or the zone is private and its addresses should be stated.
///
/// Genuine records show only that name lookup works: most portals let questions about names pass.
public struct DNSRecords: ResponseValidator, Hashable {
    /// The data, in presentation form, that records of the requested type must include; if empty, any record is accepted.
    package var expected: [String]

    /// Creates an expectation of data, such as addresses.
    public init(_ expected: String...) { self.expected = expected }

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.dnsAnswer else { return .inconclusive }
        if let error = answer.extendedErrors.first(where: \.isWithheld) {
            let facts = error.facts(isAuthenticated: exchange.authentication == .verified)
            return Verdict(.substituted, because: Reason("name-blocked", facts))
        }
        guard answer.code == .noError || answer.code == .noSuchName else {
            return Verdict(.failed, because: .codeDiffers(answer.code, expected: [.noError]))
        }
        let question = exchange.request.question.dnsRecords
        let type = question?.type ?? .any
        let found = answer.records(of: type).map(\.data)
        guard !found.isEmpty else { return Verdict(.failed, because: .nameAbsent(answer, type)) }
        guard !expected.isEmpty else {
            if let name = question?.name.description.comparable,
                let address = found.lazy.compactMap({ try? IPAddress($0) }).first,
                !found.contains(where: { (try? IPAddress($0))?.isPlausible(for: name) ?? true })
            {
                return Verdict(.substituted, because: Reason("private-address", ["address": .text("\(address)")]))
            }
            let facts: Facts = ["count": Fact(found.count), "type": .text("\(type)")]
            return Verdict(.genuine, because: Reason("records-found", facts))
        }
        let known = Set(found.map(\.comparable))
        return expected.allSatisfy { known.contains($0.comparable) }
            ? Verdict(.genuine, because: Reason("records-match", ["expected": .texts(expected)]))
            : Verdict(
                .substituted,
                because: Reason("records-differ", ["expected": .texts(expected), "actual": .texts(found)])
            )
    }
}

extension ExtendedDNSError {
    /// Whether the server states that it withholds the answer: forged, blocked, censored, filtered.
    fileprivate var isWithheld: Bool { code == 4 || (15...17).contains(code) }
}

extension String {
    /// A normalized form, equal for all spellings of one address or name.
    fileprivate var comparable: String {
        if let address = try? IPAddress(self) { return "\(address)" }
        return hasSuffix(".") && count > 1 ? String(dropLast()).lowercased() : lowercased()
    }
}
