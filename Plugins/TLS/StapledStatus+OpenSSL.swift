#if os(Linux) && canImport(COpenSSL)
import COpenSSL

/// Makes a client ask hosts for an OCSP response in the handshake; the context is an `SSL_CTX *`.
package func askForStaples(in context: OpaquePointer) { unsafe copenssl_ask_for_staple(context) }

extension StapledStatus {
    /// The maximum size of a response in bytes; responses of authorities have at most a few thousand.
    private static let byteCountMax = 64 * 1_024
    /// The maximum number of statuses read of one response.
    private static let answerCountMax: Int32 = 32
    /// The permitted difference between the clocks of authority and device, in seconds.
    private static let clockTolerance = 300

    /// Reads the response that a host sent in the handshake; `nil` without one.
    init?(of session: OpaquePointer) {
        var bytes: UnsafePointer<UInt8>?
        let count = unsafe copenssl_staple(session, &bytes)
        guard count > 0, unsafe bytes != nil else { return nil }
        defer { ERR_clear_error() }
        guard count <= Self.byteCountMax, let response = unsafe d2i_OCSP_RESPONSE(nil, &bytes, count) else {
            self = .unreadable
            return
        }
        defer { unsafe OCSP_RESPONSE_free(response) }
        guard unsafe OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL,
            let basic = unsafe OCSP_response_get1_basic(response)
        else {
            self = .unreadable
            return
        }
        defer { unsafe OCSP_BASICRESP_free(basic) }
        self = unsafe Self.status(basic, session)
    }

    private static func status(_ basic: OpaquePointer, _ session: OpaquePointer) -> Self {
        // Without a verified chain, there is no authority to trust.
        guard let chain = unsafe SSL_get0_verified_chain(session), unsafe OPENSSL_sk_num(chain) > 0,
            let store = unsafe SSL_CTX_get_cert_store(SSL_get_SSL_CTX(session)),
            unsafe OCSP_basic_verify(basic, chain, store, 0) == 1,
            let own = unsafe OPENSSL_sk_value(chain, 0)
        else { return .untrusted }
        let issuer = unsafe OPENSSL_sk_value(chain, min(1, OPENSSL_sk_num(chain) - 1))
        for place in 0..<min(answerCountMax, unsafe OCSP_resp_count(basic)) {
            guard let single = unsafe OCSP_resp_get0(basic, place),
                unsafe isAbout(OpaquePointer(own), OpaquePointer(issuer), single)
            else { continue }
            var from: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
            var until: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
            let found = unsafe OCSP_single_get0_status(single, nil, nil, &from, &until)
            guard unsafe OCSP_check_validity(from, until, clockTolerance, -1) == 1 else { return .outdated }
            return switch found {
            case V_OCSP_CERTSTATUS_GOOD: .good
            case V_OCSP_CERTSTATUS_REVOKED: .revoked
            default: .unknown
            }
        }
        return .untrusted
    }

    private static func isAbout(_ own: OpaquePointer, _ issuer: OpaquePointer?, _ single: OpaquePointer) -> Bool {
        guard let stated = unsafe OCSP_SINGLERESP_get0_id(single) else { return false }
        return unsafe [EVP_sha1(), EVP_sha256()].contains { digest in
            guard let id = unsafe OCSP_cert_to_id(digest, own, issuer) else { return false }
            defer { unsafe OCSP_CERTID_free(id) }
            return unsafe OCSP_id_cmp(id, stated) == 0
        }
    }
}
#endif
