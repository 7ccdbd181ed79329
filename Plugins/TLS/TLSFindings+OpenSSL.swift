#if os(Linux) && canImport(COpenSSL)
import COpenSSL
import ConnectivityCore

extension TLSFindings {
    /// Reads the findings of a finished handshake; the session is an `SSL *`.
    package init(of session: OpaquePointer) {
        var protocolName: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(session, &protocolName, &count)
        let name = unsafe UnsafeBufferPointer(start: protocolName, count: Int(count))
        let cipher = unsafe SSL_get_current_cipher(session)
        self.init(
            version: unsafe SSL_get_version(session).map { unsafe String(cString: $0) } ?? "",
            cipher: unsafe SSL_CIPHER_get_name(cipher).map { unsafe String(cString: $0) } ?? "",
            protocolName: name.isEmpty
                ? nil : unsafe String(decoding: name, as: UTF8.self).printable(limit: Self.protocolCharacterCountMax),
            fault: unsafe ProbeFailure.TLSFault(verifyResult: SSL_get_verify_result(session)),
            chain: unsafe PeerCertificate.chain(SSL_get_peer_cert_chain(session)),
            staple: unsafe StapledStatus(of: session)
        )
    }

    /// The maximum length of a protocol's name (RFC 7301, section 3.1).
    private static let protocolCharacterCountMax = 255
}

extension ProbeFailure.TLSFault {
    /// The reason for a result of X509_verify_cert(3); `nil` if the certificate is accepted.
    fileprivate init?(verifyResult: Int) {
        switch verifyResult {
        case 0: return nil
        case 9, 10: self = .expired
        case 2, 18, 19, 20, 21: self = .unknownAuthority
        case 62, 64: self = .wrongHost
        default: self = .certificate
        }
    }
}
#endif
