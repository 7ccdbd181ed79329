import ConnectivityCore

#if canImport(COpenSSL) && os(Linux)
import COpenSSL
#endif

/// Digests of OpenSSL (EVP_Digest(3)), as lowercase hexadecimal digits; `nil` in a build without OpenSSL.
package enum Digest {
    /// The SHA-256 digest (FIPS 180-4).
    package static func sha256(of bytes: [UInt8]) -> String? {
        #if canImport(COpenSSL) && os(Linux)
        unsafe hex(of: bytes, EVP_sha256(), count: 32)
        #else
        nil
        #endif
    }

    /// The MD5 digest (RFC 1321), for answers to the challenges of gateways; also `nil` if OpenSSL does not permit it.
    package static func md5(of bytes: [UInt8]) -> String? {
        #if canImport(COpenSSL) && os(Linux)
        unsafe hex(of: bytes, EVP_md5(), count: 16)
        #else
        nil
        #endif
    }

    #if canImport(COpenSSL) && os(Linux)
    private static func hex(of bytes: [UInt8], _ kind: OpaquePointer?, count: Int) -> String? {
        var digest = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_Digest(bytes, bytes.count, &digest, nil, kind, nil) == 1 else { return nil }
        return digest.hexadecimal
    }
    #endif
}
