#if canImport(CCurl)
import CCurl
import ConnectivityCore

#if canImport(COpenSSL) && os(Linux)
import COpenSSL
import ConnectivityTLS

/// The findings of TLS in a transfer of libcurl, read with the OpenSSL that both are linked with.
enum CurlTLS {
    /// Whether libcurl uses the same OpenSSL as this module, so that its sessions can be read.
    ///
    /// A libcurl with another copy of OpenSSL reports the version of that copy.
    static let isReadable: Bool = {
        guard let used = unsafe ccurl_version_info().flatMap({ unsafe $0.pointee.ssl_version }) else { return false }
        return unsafe String(cString: used).split(separator: " ").contains { $0 == "OpenSSL/\(version)" }
    }()

    private static var version: String {
        unsafe OpenSSL_version(OPENSSL_VERSION_STRING).map { unsafe String(cString: $0) } ?? ""
    }

    /// Makes libcurl pass the context of TLS to the transfer (``CurlTransfer/prepare(context:)``), which is `transfer`.
    static func prepare(_ setup: inout CurlSetup, for transfer: UnsafeMutableRawPointer) {
        unsafe setup.set(CURLOPT_SSL_CTX_DATA, transfer)
        unsafe setup.set(CURLOPT_SSL_CTX_FUNCTION) { _, context, transfer in
            if let context = unsafe context, let transfer = unsafe transfer {
                unsafe CurlTLS.prepare(OpaquePointer(context), for: transfer)
            }
            return CURLE_OK
        }
    }

    /// The place of the transfer in an `SSL_CTX`; negative if there is no memory.
    private static let place = CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil, nil)

    /// The transfer outlives the context, because its connection is used by no other transfer.
    private static func prepare(_ context: OpaquePointer, for transfer: UnsafeMutableRawPointer) {
        if unsafe CurlTransfer.at(transfer).readsTLS { unsafe askForStaples(in: context) }
        guard place >= 0, unsafe SSL_CTX_set_ex_data(context, place, transfer) == 1 else { return }
        // The session is gone when the handshake has failed, and libcurl keeps no certificate of it.
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { result, check in
            guard result == 0, let check = unsafe check,
                [X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED].contains(
                    unsafe X509_STORE_CTX_get_error(check)
                ),
                let session = unsafe X509_STORE_CTX_get_ex_data(check, SSL_get_ex_data_X509_STORE_CTX_idx()),
                let transfer = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(OpaquePointer(session)), CurlTLS.place),
                let certificate = unsafe X509_STORE_CTX_get_current_cert(check)
            else { return result }
            unsafe CurlTransfer.at(transfer).refused = unsafe PeerCertificate(certificate)
            return result
        }
    }

    /// Reads the findings of TLS; `nil` before the handshake, and after the end of the transfer.
    static func findings(of handle: UnsafeMutableRawPointer) -> TLSFindings? {
        guard let session = unsafe ccurl_openssl_session(handle) else { return nil }
        var findings = unsafe TLSFindings(of: OpaquePointer(session))
        // The names of authorities say nothing about the host.
        for place in findings.chain.indices.dropFirst() { findings.chain[place].names = [] }
        return findings
    }
}
#else
/// Without OpenSSL, there are no findings of TLS.
enum CurlTLS {
    static let isReadable = false
    static func prepare(_ setup: inout CurlSetup, for transfer: UnsafeMutableRawPointer) {}
    static func findings(of handle: UnsafeMutableRawPointer) -> TLSFindings? { nil }
}
#endif
#endif
