public import ConnectivityCore

/// Expects records in the answer of a name server.
///
/// If a server fails or refuses, or knows no such records, the verdict is `failed`, as for a web server that answers
/// 404. If the records differ from the expected ones, the verdict is `substituted`. So it is if the server itself
/// states that the answer is forged, blocked, censored or filtered (RFC 8914, codes 4 and 15 through 17).
///
/// If any record is accepted, but a public name has only addresses that are not public, the verdict is `substituted` too:
/// somebody on the way has answered, or an own zone whose addresses should be stated.
///
/// Genuine records show only that name lookup works: most portals let questions about names pass.
public struct DNSRecords: ResponseValidator, Codable, Hashable {
    /// The data, in presentation form, that records of the requested type must include; if empty, any record is
    /// accepted.
    public var expected: [String]

    /// Creates an expectation.
    /// - Parameter expected: The data that records must include, such as addresses; if omitted, any record is
    ///   accepted.
    public init(_ expected: String...) { self.expected = expected }

    private enum CodingKeys: CodingKey {
        case expected
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        expected = try container.decodeIfPresent([String].self, forKey: .expected) ?? []
    }

    public var role: ValidatorRole { .expectation }

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

/// Expects that a name does not exist, for a name that cannot, such as
/// ``ConnectivityQuestions/DNSQuestion/init(randomNameUnder:_:of:)``.
///
/// Records for such a name come from an intermediary that answers instead of the name's own servers, so the verdict is
/// `substituted`. Their data do not show whether a user can act there, so they are not a sign of a portal.
///
/// The answer that the name does not exist says nothing about the Internet, because a router without an uplink can
/// give it too. The verdict is then `inconclusive`, and the endpoint counts as not asked, as with
/// ``ConnectivityCore/HasNoReply``.
public struct NoSuchName: ResponseValidator, Codable, Hashable {
    /// Creates an expectation.
    public init() {}

    public var role: ValidatorRole { .expectation }

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

/// Expects that a name server answers with one of the accepted codes.
///
/// If an unexpected code is neither `NOERROR` nor `NXDOMAIN`, the verdict is `failed`, because the server is in
/// trouble.
public struct DNSCode: ResponseValidator, Codable, Hashable {
    /// The accepted codes; at least one.
    public var expected: [DNSResponseCode]

    /// Creates an expectation.
    public init(_ expected: DNSResponseCode...) {
        precondition(!expected.isEmpty, "at least one code must be accepted")
        self.expected = expected
    }

    private enum CodingKeys: CodingKey {
        case expected
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let names = try container.decode([String].self, forKey: .expected)
        expected = names.compactMap { DNSResponseCode(name: $0) }
        guard !names.isEmpty, expected.count == names.count else {
            throw container.fault(
                .expected,
                "must contain at least one code, such as NOERROR, NXDOMAIN, REFUSED or RCODE9"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(expected.map(\.description), forKey: .expected)
    }

    public var role: ValidatorRole { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.dnsAnswer else { return .inconclusive }
        if expected.contains(answer.code) {
            return Verdict(.genuine, because: Reason("rcode-matches", ["rcode": .text("\(answer.code)")]))
        }
        let isTrouble = answer.code != .noError && answer.code != .noSuchName
        return Verdict(isTrouble ? .failed : .substituted, because: .codeDiffers(answer.code, expected: expected))
    }
}

// ConnectivityText defines sentences for the codes of reasons used here.

extension Reason {
    fileprivate static func codeDiffers(_ code: DNSResponseCode, expected: [DNSResponseCode]) -> Reason {
        Reason("rcode-differs", ["expected": .texts(expected.map(\.description)), "actual": .text("\(code)")])
    }

    fileprivate static func nameAbsent(_ answer: DNSAnswer, _ type: DNSRecordType) -> Reason {
        let facts: Facts = [
            "name": .text("\(answer.name)"), "rcode": .text("\(answer.code)"), "type": .text("\(type)"),
        ]
        return Reason("name-absent", facts)
    }
}

extension Fact {
    /// Returns the first 16 texts of a list, which may come from a peer.
    fileprivate static func texts(_ texts: [String]) -> Fact { .list(texts.prefix(16).map(Fact.text)) }
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
