package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects that a name server answers with one of the accepted codes.
///
/// If an unexpected code is neither `NOERROR` nor `NXDOMAIN`, the verdict is `failed`, because the server has a fault.
package struct DNSCode: ResponseValidator, Hashable {
    /// The accepted codes; at least one.
    package var expected: [DNSResponseCode]

    /// Creates an expectation.
    package init(_ expected: DNSResponseCode...) {
        precondition(!expected.isEmpty, "at least one code must be accepted")
        self.expected = expected
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

extension DNSCode: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.dns-code" }
    package static var summary: String { "expects a response code of a name server" }
    package static let fields = FieldTable(Self(.noError), [.converted("expected", \.expected, form)])

    private static let form = FieldForm<[String], [DNSResponseCode]>(
        "must contain at least one code, such as NOERROR, NXDOMAIN, REFUSED or RCODE9"
    ) { names in
        let codes = names.compactMap { DNSResponseCode(name: $0) }
        return codes.isEmpty || codes.count < names.count ? nil : codes
    } write: {
        $0.map(\.description)
    }
}
