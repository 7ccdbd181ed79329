package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects the host's certificate to have one of several public keys, over HTTPS or a connection with TLS.
///
/// Only the host's own certificate counts, because a host can send others without their keys. State a second key before the first
/// is replaced: a pin that is never changed rejects the endpoint's next key. Another key has `failed`; without TLS, or if the
/// prober has no findings of TLS, there is no verdict.
package struct KeyPin: TLSReader, Hashable {
    /// The SHA-256 of each key (SubjectPublicKeyInfo) in Base64, from 1 through 16; see ``PeerCertificate/keyDigest``.
    package var keys: [String]

    /// Creates an expectation.
    package init(_ keys: [String]) { self.keys = keys }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.verdict { tls in
            guard let key = tls.chain.first?.keyDigest else { return .tlsUnknown }
            return keys.contains(key) ? .met("key", key) : .differs("key", key)
        }
    }
}

extension KeyPin: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.pin" }
    package static var summary: String { "expects the certificate of the host to have one of several public keys" }
    package static let fields = FieldTable(Self([]), [.required("keys", \.keys, rule)])

    private static let rule = Rule<[String]>("must have 1 to 16 SHA-256 digests in Base64, each of 44 characters") {
        (1...16).contains($0.count) && $0.allSatisfy { Base64.decoded($0)?.count == 32 }
    }
}
