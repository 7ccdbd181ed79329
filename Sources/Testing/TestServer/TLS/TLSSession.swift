#if canImport(COpenSSL)
import COpenSSL
#endif

/// The server's side of one TLS connection, which converts bytes to bytes and has no socket.
///
/// A channel uses TLS only through this protocol. The implementation exists only with the trait `OpenSSL`.
protocol TLSLayer {
    /// Receives bytes from the client.
    func receive(_ bytes: [UInt8])
    /// Returns the bytes to send to the client.
    func output() -> [UInt8]
    /// Continues the handshake as far as the received bytes allow.
    func handshake() -> TLSProgress
    /// Appends the decrypted bytes of the client, and returns whether more may follow.
    func read(into bytes: inout [UInt8]) -> Bool
    /// Encrypts bytes and adds them to the output; `false` if the connection can no longer be used.
    func write(_ bytes: [UInt8]) -> Bool
    /// Adds the end of the stream to the output.
    func end()
}

/// The progress of a handshake.
enum TLSProgress {
    case done, needsInput, failed
}

#if canImport(COpenSSL)
/// A certificate with its key, which any number of sessions may use at the same time.
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

/// A TLS connection that OpenSSL implements.
@safe final class TLSSession: TLSLayer {
    private let context: TLSContext
    private let session: OpaquePointer
    /// The bytes from the client and the bytes to the client; the session owns both.
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

    func receive(_ bytes: [UInt8]) {
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
