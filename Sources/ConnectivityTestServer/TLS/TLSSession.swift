/// A certificate with its key, which any number of sessions may show at the same time.
@safe final class TLSContext: @unchecked Sendable {
    fileprivate let library: OpenSSL
    fileprivate let pointer: OpenSSL.Object

    init?(_ library: OpenSSL, _ certificate: OpenSSL.Object, _ key: OpenSSL.Object) {
        guard let pointer = unsafe library.newContext(library.serverMethod()) else { return nil }
        self.library = library
        unsafe self.pointer = pointer
        guard unsafe library.useCertificate(pointer, certificate) == 1, unsafe library.useKey(pointer, key) == 1 else {
            return nil
        }
    }

    deinit { unsafe library.freeContext(pointer) }
}

/// The server's side of one TLS connection, from bytes to bytes: it knows no socket.
@safe final class TLSSession {
    enum Progress {
        case done, needsInput, failed
    }

    private enum Code {
        static let wantsRead: Int32 = 2
    }

    private let context: TLSContext
    private let session: OpenSSL.Object
    /// What the client sent, and what it is to be sent; both belong to the session.
    private let incoming: OpenSSL.Object
    private let outgoing: OpenSSL.Object

    private var library: OpenSSL { context.library }

    init?(_ context: TLSContext) {
        let library = context.library
        guard let session = unsafe library.newSession(context.pointer) else { return nil }
        guard let incoming = unsafe library.newStream(library.memoryMethod()) else {
            unsafe library.freeSession(session)
            return nil
        }
        guard let outgoing = unsafe library.newStream(library.memoryMethod()) else {
            _ = unsafe library.freeStream(incoming)
            unsafe library.freeSession(session)
            return nil
        }
        unsafe library.setStreams(session, incoming, outgoing)
        unsafe library.setAcceptState(session)
        self.context = context
        unsafe self.session = session
        unsafe self.incoming = incoming
        unsafe self.outgoing = outgoing
    }

    deinit { unsafe library.freeSession(session) }

    /// Takes what the client sent.
    func take(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        _ = unsafe bytes.withUnsafeBytes {
            unsafe library.writeStream(incoming, $0.baseAddress, Int32(clamping: $0.count))
        }
    }

    /// What the client is to be sent.
    func output() -> [UInt8] { unsafe library.contents(of: outgoing) }

    func handshake() -> Progress {
        library.clearErrors()
        let status = unsafe library.doHandshake(session)
        if status == 1 { return .done }
        return unsafe library.error(session, status) == Code.wantsRead ? .needsInput : .failed
    }

    /// Appends what the client means.
    /// - Returns: Whether more may come.
    func read(into bytes: inout [UInt8]) -> Bool {
        while true {
            library.clearErrors()
            var status: Int32 = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, initializedCount in
                status = unsafe library.read(session, buffer.baseAddress, Int32(buffer.count))
                initializedCount = max(0, Int(status))
            }
            guard status > 0 else { return unsafe library.error(session, status) == Code.wantsRead }
            bytes += chunk
        }
    }

    /// Makes bytes into output.
    /// - Returns: Whether the connection is still of use.
    func write(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        library.clearErrors()
        return unsafe bytes.withUnsafeBytes {
            unsafe library.write(session, $0.baseAddress, Int32(clamping: $0.count)) == Int32(clamping: $0.count)
        }
    }

    /// Makes the end of the stream into output.
    func end() { _ = unsafe library.shutdown(session) }
}
