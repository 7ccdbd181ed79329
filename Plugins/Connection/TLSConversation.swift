#if os(Linux)
import ConnectivityCore
import ConnectivityTLS
import ConnectivityToolkit

#if canImport(COpenSSL)
import COpenSSL
#endif

/// The client's side of one TLS connection, which converts bytes and has no socket.
///
/// It is a protocol, so that connections compile without OpenSSL.
protocol TLSConversation: AnyObject {
    /// The findings of the handshake; complete when it is done.
    var findings: TLSFindings { get }
    /// Receives bytes from the host.
    func receive(_ bytes: [UInt8])
    /// Returns the bytes to send to the host.
    func output() -> [UInt8]
    /// Continues the handshake as far as the received bytes allow, and returns whether it is done.
    func handshake() throws(ProbeFailure) -> Bool
    /// Returns the decrypted bytes of the host.
    func read() -> [UInt8]
    /// Encrypts bytes and adds them to the output; `false` if the connection can no longer be used.
    func write(_ bytes: [UInt8]) -> Bool
}

/// The certificate authorities that a prober trusts; used only on its driver's thread.
@safe final class TLSTrust: @unchecked Sendable {
    private let caFile: String?
    #if canImport(COpenSSL)
    private var context: OpaquePointer?
    #endif

    /// Creates the trust; the PEM file, by default that of the system, is read at the first connection.
    init(caFile: String?) { self.caFile = caFile }

    #if canImport(COpenSSL)
    deinit { if let context = unsafe context { unsafe SSL_CTX_free(context) } }

    func conversation(for question: ConnectionQuestion) throws(ProbeFailure) -> any TLSConversation {
        try unsafe OpenSSLConversation(try loaded(), question)
    }

    private func loaded() throws(ProbeFailure) -> OpaquePointer {
        if let context = unsafe context { return unsafe context }
        guard isLibraryReady, let made = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw ProbeFailure(.shortage(.memory), detail: "OpenSSL cannot be set up")
        }
        let isRead =
            if let caFile { unsafe SSL_CTX_load_verify_locations(made, caFile, nil) == 1 } else {
                unsafe SSL_CTX_set_default_verify_paths(made) == 1
            }
        guard isRead else {
            unsafe SSL_CTX_free(made)
            let place = caFile.map { " \($0)" } ?? ""
            throw ProbeFailure(
                .other("openssl", code: 1),
                detail: "the file\(place) of certificate authorities cannot be read"
            )
        }
        // The handshake continues although a certificate is not accepted, so that it can be shown; nothing is sent after it.
        unsafe SSL_CTX_set_verify(made, SSL_VERIFY_NONE, nil)
        unsafe askForStaples(in: made)
        unsafe context = made
        return unsafe made
    }
    #else
    /// Throws, because this build has no TLS.
    func conversation(for question: ConnectionQuestion) throws(ProbeFailure) -> any TLSConversation {
        throw ProbeFailure(.unsupported, detail: "this build lacks the trait OpenSSL (Debian: libssl-dev)")
    }
    #endif
}

#if canImport(COpenSSL)
/// OpenSSL frees data that threads share when the process exits (OPENSSL_init_crypto(3)); the barrier keeps threads out.
private let isLibraryReady: Bool = {
    defer { ExitBarrier.arm() }
    return OPENSSL_init_ssl(0, nil) == 1
}()

@safe private final class OpenSSLConversation: TLSConversation {
    private let session: OpaquePointer
    /// The bytes from the host and the bytes to the host; the session owns both.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    init(_ context: OpaquePointer, _ question: ConnectionQuestion) throws(ProbeFailure) {
        let noMemory = ProbeFailure(.shortage(.memory), detail: "OpenSSL cannot create a connection")
        guard let session = unsafe SSL_new(context) else { throw noMemory }
        guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(session)
            throw noMemory
        }
        unsafe SSL_set_bio(session, incoming, outgoing)
        unsafe SSL_set_connect_state(session)
        unsafe self.session = session
        unsafe self.incoming = incoming
        unsafe self.outgoing = outgoing
        setName(question.serverName ?? question.host)
        let offered = question.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !offered.isEmpty { _ = unsafe SSL_set_alpn_protos(session, offered, UInt32(offered.count)) }
    }

    deinit { unsafe SSL_free(session) }

    private func setName(_ name: String) {
        if (try? IPAddress(name)) != nil {
            // An address is not sent in the handshake (RFC 6066, section 3).
            _ = unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name)
        } else {
            _ = unsafe SSL_set1_host(session, name)
            // The macro `SSL_set_tlsext_host_name`, which Swift cannot import.
            var bytes = name.utf8CString
            unsafe bytes.withUnsafeMutableBytes { bytes in
                _ = unsafe SSL_ctrl(
                    session,
                    SSL_CTRL_SET_TLSEXT_HOSTNAME,
                    Int(TLSEXT_NAMETYPE_host_name),
                    bytes.baseAddress
                )
            }
        }
    }

    func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        _ = unsafe bytes.withUnsafeBytes { unsafe BIO_write(incoming, $0.baseAddress, Int32(clamping: $0.count)) }
    }

    func output() -> [UInt8] { unsafe bytes(takenFrom: outgoing) }

    func handshake() throws(ProbeFailure) -> Bool {
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(session)
        if status == 1 { return true }
        if unsafe SSL_get_error(session, status) == SSL_ERROR_WANT_READ { return false }
        let number = ERR_peek_error()
        let reason = unsafe ERR_reason_error_string(number).map { unsafe String(cString: $0) } ?? "no reason is given"
        throw ProbeFailure(.tls(.protocol), detail: reason)
    }

    func read() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            ERR_clear_error()
            var count = 0
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 16 * 1_024) { buffer, initializedCount in
                count = Int(unsafe SSL_read(session, buffer.baseAddress, Int32(buffer.count)))
                initializedCount = max(0, count)
            }
            guard count > 0 else { return bytes }
            bytes += part
        }
    }

    func write(_ bytes: [UInt8]) -> Bool {
        ERR_clear_error()
        return unsafe bytes.withUnsafeBytes { unsafe SSL_write(session, $0.baseAddress, Int32($0.count)) }
            == bytes.count
    }

    var findings: TLSFindings { unsafe TLSFindings(of: session) }
}
#endif
#endif
