package import ConnectivityCore

/// Expects that a name server answers with one of the accepted codes.
///
/// If an unexpected code is neither `NOERROR` nor `NXDOMAIN`, the verdict is `failed`, because the server has a fault.
package struct DNSCode: ResponseValidator, Codable, Hashable {
    /// The accepted codes; at least one.
    package var expected: [DNSResponseCode]

    /// Creates an expectation.
    package init(_ expected: DNSResponseCode...) {
        precondition(!expected.isEmpty, "at least one code must be accepted")
        self.expected = expected
    }

    private enum CodingKeys: CodingKey {
        case expected
    }

    package init(from decoder: any Decoder) throws {
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

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(expected.map(\.description), forKey: .expected)
    }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.dnsAnswer else { return .inconclusive }
        if expected.contains(answer.code) {
            return Verdict(.genuine, because: Reason("rcode-matches", ["rcode": .text("\(answer.code)")]))
        }
        let isTrouble = answer.code != .noError && answer.code != .noSuchName
        return Verdict(isTrouble ? .failed : .substituted, because: .codeDiffers(answer.code, expected: expected))
    }
}
