#if os(Linux) && canImport(COpenSSL)
import COpenSSL
import ConnectivityCore
import Glibc

extension PeerCertificate {
    private static let nameCharacterCountMax = 300

    /// Reads the certificates that a host sent, its own first.
    static func chain(_ stack: OpaquePointer?) -> [PeerCertificate] {
        (0..<max(0, unsafe OPENSSL_sk_num(stack))).prefix(TLSFindings.chainCountMax).compactMap { place in
            unsafe OPENSSL_sk_value(stack, place).flatMap { unsafe PeerCertificate(OpaquePointer($0)) }
        }
    }

    /// Reads an `X509 *`; `nil` if its times cannot be read.
    package init?(_ certificate: OpaquePointer) {
        guard let notBefore = unsafe X509_get0_notBefore(certificate).flatMap({ unsafe Self.timestamp($0) }),
            let end = unsafe X509_get0_notAfter(certificate), let notAfter = unsafe Self.timestamp(end)
        else { return nil }
        var (days, seconds): (Int32, Int32) = (0, 0)
        _ = unsafe ASN1_TIME_diff(&days, &seconds, nil, end)
        self.init(
            subject: unsafe Self.text(of: X509_get_subject_name(certificate)),
            issuer: unsafe Self.text(of: X509_get_issuer_name(certificate)),
            names: unsafe Self.names(of: certificate),
            notBefore: notBefore,
            notAfter: notAfter,
            daysLeft: (Double(days) + Double(seconds) / 86_400).rounded(toPlaces: 3),
            keyDigest: unsafe Self.keyDigest(of: certificate)
        )
    }

    private static func keyDigest(of certificate: OpaquePointer) -> String? {
        var digest = [UInt8](repeating: 0, count: 32)
        guard unsafe copenssl_key_digest(certificate, &digest) == 1 else { return nil }
        return Base64.encoded(digest)
    }

    private static func timestamp(_ time: UnsafePointer<ASN1_TIME>) -> Timestamp? {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Timestamp(sinceEpoch: .seconds(unsafe timegm(&parts)))
    }

    private static func text(of name: OpaquePointer?) -> String {
        guard let name = unsafe name, let sink = unsafe BIO_new(BIO_s_mem()) else { return "" }
        defer { _ = unsafe BIO_free(sink) }
        _ = unsafe X509_NAME_print_ex(sink, name, 0, copenssl_name_form)
        return String(decoding: unsafe bytes(takenFrom: sink), as: UTF8.self).printable(limit: nameCharacterCountMax)
    }

    /// Returns the DNS names and addresses of the extension for alternative names (RFC 5280, section 4.2.1.6).
    private static func names(of certificate: OpaquePointer) -> [String] {
        guard let extensions = unsafe X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
        let stack = OpaquePointer(extensions)
        defer { unsafe GENERAL_NAMES_free(stack) }
        return (0..<max(0, unsafe OPENSSL_sk_num(stack))).prefix(nameCountMax).compactMap { place in
            guard let pointer = unsafe OPENSSL_sk_value(stack, place) else { return nil }
            let name = unsafe pointer.assumingMemoryBound(to: GENERAL_NAME.self)
            switch unsafe name.pointee.type {
            case GEN_DNS:
                let text = String(decoding: unsafe octets(name.pointee.d.dNSName), as: UTF8.self)
                return text.printable(limit: nameCharacterCountMax)
            case GEN_IPADD: return unsafe IPAddress(bytes: octets(name.pointee.d.iPAddress)[...]).map { "\($0)" }
            default: return nil
            }
        }
    }

    private static func octets(_ text: UnsafeMutablePointer<ASN1_STRING>?) -> [UInt8] {
        guard let text = unsafe text, let start = unsafe ASN1_STRING_get0_data(text) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(text))))
    }
}

/// Removes and returns all bytes of a buffer in memory.
package func bytes(takenFrom buffer: OpaquePointer) -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(buffer)
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initializedCount in
        initializedCount = max(0, Int(unsafe BIO_read(buffer, bytes.baseAddress, Int32(clamping: count))))
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let scale = pow(10, Double(places))
        return (self * scale).rounded() / scale
    }
}
#endif
