#if TestTLS
import COpenSSL
#endif

/// The server's side of one TLS connection, from bytes to bytes: it knows no socket.
///
/// A channel knows no more of TLS than this; what does it is there with the trait `TestTLS` alone.
protocol TLSLayer {
    /// Takes what the client sent.
    func take(_ bytes: [UInt8])
    /// What the client is to be sent.
    func output() -> [UInt8]
    /// Goes on with the handshake, as far as what was taken allows.
    func handshake() -> TLSProgress
    /// Appends what the client means.
    /// - Returns: Whether more may come.
    func read(into bytes: inout [UInt8]) -> Bool
    /// Makes bytes into output.
    /// - Returns: Whether the connection is still of use.
    func write(_ bytes: [UInt8]) -> Bool
    /// Makes the end of the stream into output.
    func end()
}

/// How far a handshake has come.
enum TLSProgress {
    case done, needsInput, failed
}

#if TestTLS
/// A certificate with its key, which any number of sessions may show at the same time.
@safe final class TLSContext: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    init?(_ certificate: OpaquePointer, _ key: OpaquePointer) {
        guard let pointer = unsafe SSL_CTX_new(TLS_server_method()) else { return nil }
        unsafe self.pointer = pointer
        guard unsafe SSL_CTX_use_certificate(pointer, certificate) == 1,
            unsafe SSL_CTX_use_PrivateKey(pointer, key) == 1
        else {
            return nil
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }
}

/// A connection in OpenSSL's hands.
@safe final class TLSSession: TLSLayer {
    private let context: TLSContext
    private let session: OpaquePointer
    /// What the client sent, and what it is to be sent; both belong to the session.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    init?(_ context: TLSContext) {
        guard let session = unsafe SSL_new(context.pointer) else { return nil }
        guard let incoming = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(session)
            return nil
        }
        guard let outgoing = unsafe BIO_new(BIO_s_mem()) else {
            _ = unsafe BIO_free(incoming)
            unsafe SSL_free(session)
            return nil
        }
        unsafe SSL_set_bio(session, incoming, outgoing)
        unsafe SSL_set_accept_state(session)
        self.context = context
        unsafe self.session = session
        unsafe self.incoming = incoming
        unsafe self.outgoing = outgoing
    }

    deinit { unsafe SSL_free(session) }

    func take(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        _ = unsafe bytes.withUnsafeBytes { unsafe BIO_write(incoming, $0.baseAddress, Int32(clamping: $0.count)) }
    }

    func output() -> [UInt8] { unsafe CertificateMaker.bytes(takenFrom: outgoing) }

    func handshake() -> TLSProgress {
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(session)
        if status == 1 { return .done }
        return unsafe SSL_get_error(session, status) == SSL_ERROR_WANT_READ ? .needsInput : .failed
    }

    func read(into bytes: inout [UInt8]) -> Bool {
        while true {
            ERR_clear_error()
            var status: Int32 = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, initializedCount in
                status = unsafe SSL_read(session, buffer.baseAddress, Int32(buffer.count))
                initializedCount = max(0, Int(status))
            }
            guard status > 0 else { return unsafe SSL_get_error(session, status) == SSL_ERROR_WANT_READ }
            bytes += chunk
        }
    }

    func write(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        ERR_clear_error()
        return unsafe bytes.withUnsafeBytes {
            unsafe SSL_write(session, $0.baseAddress, Int32(clamping: $0.count)) == Int32(clamping: $0.count)
        }
    }

    func end() { _ = unsafe SSL_shutdown(session) }
}
#endif
