import ConnectivityToolkit

#if canImport(COpenSSL)
import COpenSSL
#endif

/// A certificate authority for tests, which exists only in memory; no client trusts it by default.
///
/// It signs the certificates that ``TestServer/Security`` sends to clients. No key is ever written to a file.
///
/// It needs the default traits or the trait `OpenSSL`, which link the system's OpenSSL (Debian: `libssl-dev`). Without
/// them this type compiles, ``isAvailable`` is false, and the initializer throws.
package final class TestAuthority: Sendable {
    /// Whether this build has the trait `OpenSSL`, for example as the condition of a test.
    package static var isAvailable: Bool {
        #if canImport(COpenSSL)
        true
        #else
        false
        #endif
    }

    /// The certificate of the authority as PEM text, for clients that should trust it.
    package let certificatePEM: String

    #if canImport(COpenSSL)
    private static let contextCountMax = 256
    private static let leafDays = -1..<30

    private let keys: Keys
    private let contexts = Lock<[String: TLSContext]>([:])
    #endif

    /// Creates an authority and its keys.
    /// - Throws: ``TestAuthorityError`` if the package was built without the trait `OpenSSL`, or if OpenSSL fails.
    package init() throws(TestAuthorityError) {
        #if canImport(COpenSSL)
        // The server's threads may use OpenSSL while the process exits, so its exit handler is turned off. This has
        // no effect if other code has initialized the library before (OPENSSL_init_crypto(3)).
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        keys = try Keys()
        guard let pem = unsafe CertificateMaker.pem(keys.certificate) else { throw TestAuthorityError(.refused) }
        certificatePEM = pem
        #else
        throw TestAuthorityError(.withoutTrait)
        #endif
    }

    /// Returns the server's side of a connection with the certificate for a name; `nil` if there is no certificate to
    /// send or if OpenSSL fails.
    func session(for name: String?, _ certificate: TestServer.Security.Certificate) -> (any TLSLayer)? {
        #if canImport(COpenSSL)
        certificate == .broken ? nil : context(for: name, certificate).flatMap(TLSSession.init)
        #else
        nil
        #endif
    }
}

#if canImport(COpenSSL)
extension TestAuthority {
    /// Returns the certificate for a name with its key; creates it on first use.
    private func context(for name: String?, _ certificate: TestServer.Security.Certificate) -> TLSContext? {
        let key = "\(certificate.rawValue) \(name ?? "")"
        return contexts.withLock { contexts in
            if let context = contexts[key] { return context }
            guard let context = make(name, certificate) else { return nil }
            // Names come from clients, so the number of stored certificates must have a limit.
            if contexts.count >= Self.contextCountMax { contexts = [:] }
            contexts[key] = context
            return context
        }
    }

    private func make(_ name: String?, _ kind: TestServer.Security.Certificate) -> TLSContext? {
        let days =
            switch kind {
            case .expired: -2 ..< -1
            case .notYetValid: 1..<2
            default: Self.leafDays
            }
        let own = name.map { "DNS:\($0)" } ?? "DNS:localhost,IP:127.0.0.1"
        let contents = CertificateMaker.Contents(
            name: "Test server",
            days: days,
            extensions: [
                ("basicConstraints", "critical,CA:FALSE"),
                ("keyUsage", "critical,digitalSignature"),
                ("extendedKeyUsage", "serverAuth"),
                ("subjectKeyIdentifier", "hash"),
                ("subjectAltName", kind == .wrongHost ? "DNS:wrong-host.invalid" : own),
            ] + (kind == .selfSigned ? [] : [("authorityKeyIdentifier", "keyid")])
        )
        let issuer = unsafe kind == .selfSigned ? nil : (keys.certificate, keys.authority)
        guard let certificate = unsafe CertificateMaker.certificate(contents, for: keys.server, issuer: issuer) else {
            return nil
        }
        defer { unsafe X509_free(certificate) }
        return unsafe TLSContext(certificate, keys.server)
    }

    /// The keys of the authority and of the server, and the certificate of the authority.
    @safe private final class Keys: @unchecked Sendable {
        let authority: OpaquePointer
        let server: OpaquePointer
        let certificate: OpaquePointer

        init() throws(TestAuthorityError) {
            let contents = CertificateMaker.Contents(
                name: "Test authority",
                days: -2..<365,
                extensions: [
                    ("basicConstraints", "critical,CA:TRUE"),
                    ("keyUsage", "critical,keyCertSign,cRLSign"),
                    ("subjectKeyIdentifier", "hash"),
                ]
            )
            guard let authority = unsafe CertificateMaker.key() else { throw TestAuthorityError(.refused) }
            guard let server = unsafe CertificateMaker.key(),
                let certificate = unsafe CertificateMaker.certificate(contents, for: authority, issuer: nil)
            else {
                throw TestAuthorityError(.refused)
            }
            unsafe self.authority = authority
            unsafe self.server = server
            unsafe self.certificate = certificate
        }

        deinit {
            unsafe X509_free(certificate)
            unsafe EVP_PKEY_free(server)
            unsafe EVP_PKEY_free(authority)
        }
    }
}
#endif
