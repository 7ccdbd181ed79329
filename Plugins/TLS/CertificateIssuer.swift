package import ConnectivityCore

/// Expects the host's certificate to be issued by an authority whose name contains a text, over HTTPS or a connection with TLS.
///
/// The name is that of the issuer in the form of RFC 4514, such as `CN=R11,O=Let's Encrypt,C=US`. It proves something only if the
/// certificate is accepted, which HTTPS always requires: any authority can write any name. Another issuer has `failed`; without
/// TLS, or if the prober has no findings of TLS, there is no verdict.
package struct CertificateIssuer: TLSReader, Codable, Hashable {
    /// The texts, one of which must occur in the issuer's name, with the same case; from 1 through 16.
    package var names: [String]

    /// Creates an expectation; `nil` if there are no names, more than 16, or if one is empty.
    package init?(_ names: [String]) {
        guard (1...16).contains(names.count), names.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.names = names
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let issuer = Self(try container.decode([String].self, forKey: .names)) else {
            throw container.fault(.names, "must have 1 to 16 texts that are not empty, such as \"O=Let's Encrypt\"")
        }
        self = issuer
    }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.verdict { tls in
            guard let issuer = tls.chain.first?.issuer else { return .tlsUnknown }
            if let fault = tls.fault { return .differs("issuer", fault.name) }
            let isMet = names.contains { issuer.utf8.contains($0.utf8) }
            return isMet ? .met("issuer", issuer) : .differs("issuer", issuer)
        }
    }
}
