/// The status of a host's certificate in its stapled OCSP response (RFC 6960).
///
/// The authority states the first three for this certificate and this time; its signature was checked.
@nonexhaustive
public enum StapledStatus: String, Hashable, Sendable, CaseIterable {
    /// The certificate is not revoked.
    case good
    /// The certificate is revoked.
    case revoked
    /// The authority does not know the certificate.
    case unknown
    /// The response is about another time.
    case outdated
    /// The response is about another certificate, or its signature is not that of the authority.
    case untrusted
    /// The response reports an error of the authority, or is not an OCSP response.
    case unreadable
}
