import ConnectivitySupport

/// A certificate authority for tests, made in memory and known to nobody.
///
/// It signs what ``TestServer/Security`` shows to clients. Neither its key nor another is ever written anywhere.
///
/// It needs OpenSSL's library, 1.1.1 or 3, on the machine, which is loaded when the first authority is made: a package
/// that uses the fixtures without TLS has nothing to link or install. It is the library and not the command `openssl`
/// because the command serves one connection at a time, and resets and broken streams do not pass through it.
public final class TestAuthority: Sendable {
    private static let contextCountMax = 256
    private static let leafDays = -1..<30

    /// The authority's certificate as PEM, for a client to trust.
    public let certificatePEM: String

    private let library: OpenSSL
    private let keys: Keys
    private let contexts = Mutex<[String: TLSContext]>([:])

    /// Makes an authority and its keys.
    /// - Throws: ``TestAuthorityError`` where the library is missing or refuses.
    public init() throws(TestAuthorityError) {
        library = try OpenSSL()
        let maker = CertificateMaker(library: library)
        keys = try Keys(maker)
        guard let pem = unsafe maker.pem(keys.certificate) else { throw TestAuthorityError(.refused) }
        certificatePEM = pem
    }

    /// The certificate for a name, with its key, made when it is first asked for; `nil` where there is to be none, and
    /// where the library refuses.
    func context(for name: String?, _ certificate: TestServer.Security.Certificate) -> TLSContext? {
        guard certificate != .broken else { return nil }
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
        let maker = CertificateMaker(library: library)
        guard let certificate = unsafe maker.certificate(contents, for: keys.server, issuer: issuer) else { return nil }
        defer { unsafe library.freeCertificate(certificate) }
        return unsafe TLSContext(library, certificate, keys.server)
    }

    /// The keys, and the certificate of the authority.
    @safe private final class Keys: @unchecked Sendable {
        let authority: OpenSSL.Object
        let server: OpenSSL.Object
        let certificate: OpenSSL.Object
        private let library: OpenSSL

        init(_ maker: CertificateMaker) throws(TestAuthorityError) {
            let contents = CertificateMaker.Contents(
                name: "Test authority",
                days: -2..<365,
                extensions: [
                    ("basicConstraints", "critical,CA:TRUE"),
                    ("keyUsage", "critical,keyCertSign,cRLSign"),
                    ("subjectKeyIdentifier", "hash"),
                ]
            )
            guard let authority = unsafe maker.key() else { throw TestAuthorityError(.refused) }
            guard let server = unsafe maker.key(),
                let certificate = unsafe maker.certificate(contents, for: authority, issuer: nil)
            else {
                throw TestAuthorityError(.refused)
            }
            unsafe self.authority = authority
            unsafe self.server = server
            unsafe self.certificate = certificate
            library = maker.library
        }

        deinit {
            unsafe library.freeCertificate(certificate)
            unsafe library.freeKey(server)
            unsafe library.freeKey(authority)
        }
    }
}

/// Why there is no authority.
public struct TestAuthorityError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The machine has no OpenSSL library of a version that is known.
        case noLibrary
        /// The library lacks a function.
        case missingFunction(String)
        /// The library makes no key or no certificate.
        case refused
    }

    /// What is wrong.
    public var fault: Fault

    /// Creates an error.
    /// - Parameter fault: What is wrong.
    public init(_ fault: Fault) { self.fault = fault }
}
