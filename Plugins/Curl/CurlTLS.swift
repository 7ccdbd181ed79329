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

    /// Makes a transfer ask the host for the status of its certificate in the handshake.
    static func prepare(_ setup: inout CurlSetup) {
        unsafe setup.set(CURLOPT_SSL_CTX_FUNCTION) { _, context, _ in
            if let context = unsafe context { unsafe askForStaples(in: OpaquePointer(context)) }
            return CURLE_OK
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
    static func prepare(_ setup: inout CurlSetup) {}
    static func findings(of handle: UnsafeMutableRawPointer) -> TLSFindings? { nil }
}
#endif

extension ProbeRequest {
    /// Whether the exchange is to hold the findings of TLS.
    var readsTLS: Bool { http?.readsTLS == true && url?.scheme == .https && CurlTLS.isReadable }
}
#endif
