#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The certificate authorities that a prober trusts: one rule for all probers with a file of them.
package enum CertificateAuthorities {
    /// The environment variable that names the file for probers without one, as for OpenSSL
    /// (SSL_CTX_set_default_verify_paths(3)).
    package static let variable = "SSL_CERT_FILE"

    /// Returns the path of the file, in PEM: the given one, otherwise that of the environment; `nil` for the
    /// authorities of the system.
    package static func file(_ given: String?) -> String? {
        if let given { return given }
        guard let value = unsafe getenv(variable) else { return nil }
        let path = unsafe String(cString: value)
        return path.isEmpty ? nil : path
    }
}
