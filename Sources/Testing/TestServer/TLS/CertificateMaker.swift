#if canImport(COpenSSL)
import COpenSSL

/// Creates keys and certificates in memory (RFC 5280).
enum CertificateMaker {
    struct Contents {
        /// The common name of its subject.
        var name: String
        /// The period of validity, in days from now.
        var days: Range<Int>
        /// The extensions, in the syntax of `x509v3_config(5)`.
        var extensions: [(name: String, value: String)]
    }

    /// Creates a key on the curve P-256, which every client supports.
    static func key() -> OpaquePointer? {
        guard let maker = unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
        defer { unsafe EVP_PKEY_CTX_free(maker) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(maker) == 1,
            unsafe EVP_PKEY_CTX_ctrl_str(maker, "ec_paramgen_curve", "P-256") == 1,
            unsafe EVP_PKEY_keygen(maker, &key) == 1
        else {
            return nil
        }
        return unsafe key
    }

    /// Creates a certificate, self-signed without an issuer; `nil` if OpenSSL fails to create it.
    static func certificate(
        _ contents: Contents,
        for key: OpaquePointer,
        issuer: (certificate: OpaquePointer, key: OpaquePointer)?
    ) -> OpaquePointer? {
        guard let certificate = unsafe X509_new() else { return nil }
        let authority = unsafe issuer?.certificate ?? certificate
        let (start, end) = (contents.days.lowerBound * 86_400, contents.days.upperBound * 86_400)
        let isMade =
            unsafe X509_set_version(certificate, 2) == 1
            // Clients store certificates by issuer and serial number, so a serial number must not be reused.
            && ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1 ... .max)) == 1
            && X509_gmtime_adj(X509_getm_notBefore(certificate), start) != nil
            && X509_gmtime_adj(X509_getm_notAfter(certificate), end) != nil
            && X509_NAME_add_entry_by_txt(
                X509_get_subject_name(certificate),
                "CN",
                MBSTRING_UTF8,
                contents.name,
                -1,
                -1,
                0
            ) == 1
            && X509_set_issuer_name(certificate, X509_get_subject_name(authority)) == 1
            && X509_set_pubkey(certificate, key) == 1
            && contents.extensions.allSatisfy { unsafe add($0.name, $0.value, to: certificate, authority) }
            && X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0
        guard isMade else {
            unsafe X509_free(certificate)
            return nil
        }
        return unsafe certificate
    }

    private static func add(
        _ name: String,
        _ value: String,
        to certificate: OpaquePointer,
        _ authority: OpaquePointer
    ) -> Bool {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, authority, certificate, nil, nil, 0)
        guard let made = unsafe X509V3_EXT_conf(nil, &context, name, value) else { return false }
        defer { unsafe X509_EXTENSION_free(made) }
        return unsafe X509_add_ext(certificate, made, -1) == 1
    }

    /// Returns a certificate as PEM text (RFC 7468).
    static func pem(_ certificate: OpaquePointer) -> String? {
        guard let stream = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { _ = unsafe BIO_free(stream) }
        guard unsafe PEM_write_bio_X509(stream, certificate) == 1 else { return nil }
        return unsafe String(decoding: bytes(takenFrom: stream), as: UTF8.self)
    }

    /// Removes and returns all bytes of a memory stream.
    static func bytes(takenFrom stream: OpaquePointer) -> [UInt8] {
        let count = unsafe BIO_ctrl_pending(stream)
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            unsafe initializedCount = max(0, Int(BIO_read(stream, buffer.baseAddress, Int32(clamping: buffer.count))))
        }
    }
}
#endif
