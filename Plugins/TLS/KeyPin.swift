package import ConnectivityCore

/// Expects the host's certificate to have one of several public keys, over HTTPS or a connection with TLS.
///
/// Only the host's own certificate counts, because a host can send others without their keys. State a second key before the first
/// is replaced: a pin that is never changed rejects the endpoint's next key. Another key has `failed`; without TLS, or if the
/// prober has no findings of TLS, there is no verdict.
package struct KeyPin: TLSReader, Codable, Hashable {
    /// The SHA-256 of each key (SubjectPublicKeyInfo) in Base64, from 1 through 16; see ``PeerCertificate/keyDigest``.
    package var keys: [String]

    private static let counts = 1...16

    /// Creates an expectation; `nil` if there are no keys, more than 16, or if one is not the Base64 of 32 bytes.
    package init?(_ keys: [String]) {
        guard Self.counts.contains(keys.count), keys.allSatisfy({ Base64.decoded($0)?.count == 32 }) else { return nil }
        self.keys = keys
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let pin = Self(try container.decode([String].self, forKey: .keys)) else {
            throw container.fault(.keys, "must have 1 to 16 SHA-256 digests in Base64, each of 44 characters")
        }
        self = pin
    }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.verdict { tls in
            guard let key = tls.chain.first?.keyDigest else { return .tlsUnknown }
            return keys.contains(key) ? .met("key", key) : .differs("key", key)
        }
    }
}
