package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects the host's certificate to be issued by an authority whose name contains a text, over HTTPS or a connection with TLS.
///
/// The name is that of the issuer in the form of RFC 4514, such as `CN=R11,O=Let's Encrypt,C=US`. It proves something only if the
/// certificate is accepted, which HTTPS always requires: any authority can write any name. Another issuer has `failed`; without
/// TLS, or if the prober has no findings of TLS, there is no verdict.
package struct CertificateIssuer: TLSReader, Hashable {
    /// The texts, one of which must occur in the issuer's name, with the same case; from 1 through 16.
    package var names: [String]

    /// Creates an expectation.
    package init(_ names: [String]) { self.names = names }

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

extension CertificateIssuer: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.issuer" }
    package static var summary: String { "expects the certificate of the host to be issued by a named authority" }
    package static let fields = FieldTable(Self([]), [.required("names", \.names, rule)])

    private static let rule = Rule<[String]>(
        "must have 1 to 16 texts that are not empty, such as \"O=Let's Encrypt\""
    ) {
        (1...16).contains($0.count) && !$0.contains("")
    }
}
