import ConnectivitySupport

#if TestTLS
import COpenSSL
#endif

/// A certificate authority for tests, made in memory and known to nobody.
///
/// It signs what ``TestServer/Security`` shows to clients. Neither its key nor another is ever written anywhere.
///
/// It needs the trait `TestTLS`, which is off unless a package asks for it, because only tests need it and it binds the
/// system's OpenSSL (Debian: `libssl-dev`). Without the trait all of this compiles, ``isAvailable`` is false, and making an
/// authority throws.
public final class TestAuthority: Sendable {
    /// Whether this build has the trait `TestTLS`, so that a test that needs it can say so.
    public static var isAvailable: Bool {
        #if TestTLS
        true
        #else
        false
        #endif
    }

    /// The authority's certificate as PEM, for a client to trust.
    public let certificatePEM: String

    #if TestTLS
    private static let contextCountMax = 256
    private static let leafDays = -1..<30

    private let keys: Keys
    private let contexts = Mutex<[String: TLSContext]>([:])
    #endif

    /// Makes an authority and its keys.
    /// - Throws: ``TestAuthorityError`` if the package was built without the trait `TestTLS`, or if OpenSSL refuses.
    public init() throws(TestAuthorityError) {
        #if TestTLS
        // The server's threads may be inside when the process exits: then nothing is to be tidied up, unless somebody else
        // has set the library up before (OPENSSL_init_crypto(3)).
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        keys = try Keys()
        guard let pem = unsafe CertificateMaker.pem(keys.certificate) else { throw TestAuthorityError(.refused) }
        certificatePEM = pem
        #else
        throw TestAuthorityError(.withoutTrait)
        #endif
    }

    /// The server's side of a connection that shows the certificate for a name; `nil` if none is to be shown, and if the library
    /// refuses.
    func session(for name: String?, _ certificate: TestServer.Security.Certificate) -> (any TLSLayer)? {
        #if TestTLS
        certificate == .broken ? nil : context(for: name, certificate).flatMap(TLSSession.init)
        #else
        nil
        #endif
    }
}

#if TestTLS
extension TestAuthority {
    /// The certificate for a name, with its key, made when it is first asked for.
    private func context(for name: String?, _ certificate: TestServer.Security.Certificate) -> TLSContext? {
        let key = "\(certificate.rawValue) \(name ?? "")"
        return contexts.withLock { contexts in
            if let context = contexts[key] { return context }
            guard let context = make(name, certificate) else { return nil }
            // Names come from clients; what they can fill must have an end.
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

    /// The keys, and the certificate of the authority.
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

/// Why there is no authority.
public struct TestAuthorityError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The package was built without the trait `TestTLS`.
        case withoutTrait
        /// OpenSSL makes no key or no certificate.
        case refused
    }

    /// What is wrong.
    public var fault: Fault

    package init(_ fault: Fault) { self.fault = fault }
}
