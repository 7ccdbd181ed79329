/// The bytes of one connection, through TLS or not; used by one thread, which closes it.
final class Channel {
    /// What a wait for bytes brought.
    enum Arrival {
        /// Some came.
        case bytes
        /// None, and the client sends no more; or the server stops, or TLS is broken.
        case ended
        /// The time passed.
        case timedOut
    }

    /// How long and how much is read from a client that has its reply, so that closing does not reset.
    private static let lingerTimeMax = Duration.seconds(1)
    private static let lingerByteCountMax = 4 * 1024 * 1024

    private let descriptor: Int32
    private let interruption: Latch
    private var session: (any TLSLayer)?

    init(descriptor: Int32, interruption: Latch) {
        self.descriptor = descriptor
        self.interruption = interruption
    }

    var isSecure: Bool { session != nil }

    /// Appends what arrives next.
    func receive(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) -> Arrival {
        guard let session else { return receiveRaw(into: &bytes, until: deadline) }
        while true {
            let count = bytes.count
            guard session.read(into: &bytes) else { return .ended }
            if bytes.count > count { return .bytes }
            var raw: [UInt8] = []
            let arrival = receiveRaw(into: &raw, until: deadline)
            guard arrival == .bytes else { return arrival }
            session.take(raw)
        }
    }

    private func receiveRaw(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) -> Arrival {
        switch Descriptor.wait(for: descriptor, .toRead, interruptedBy: interruption, until: deadline) {
        case .ready: Descriptor.receive(descriptor, into: &bytes) ? .bytes : .ended
        case .timedOut: .timedOut
        case .interrupted, .broken: .ended
        }
    }

    /// Sends bytes.
    /// - Returns: Whether the connection is still of use.
    func send(_ bytes: [UInt8]) -> Bool {
        guard let session else { return sendRaw(bytes) }
        // A record holds 16 KiB; without a limit here, all of a large body would lie in memory a second time.
        for start in stride(from: 0, to: bytes.count, by: 16 * 1024) {
            guard session.write(Array(bytes[start...].prefix(16 * 1024))), sendRaw(session.output()) else {
                return false
            }
        }
        return true
    }

    private func sendRaw(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let readiness = Descriptor.wait(for: descriptor, .toWrite, interruptedBy: interruption, until: nil)
            guard readiness == .ready, let count = Descriptor.send(descriptor, bytes, from: sent) else { return false }
            sent += count
        }
        return true
    }

    /// Does nothing for a time.
    /// - Returns: Whether the connection is still of use.
    func wait(_ duration: Duration) -> Bool {
        guard duration > .zero else { return true }
        let deadline = ContinuousClock.now + duration
        return Descriptor.wait(for: descriptor, .toFail, interruptedBy: interruption, until: deadline) == .timedOut
    }

    /// Lets the client wait until it leaves or the server stops; what it still sends is read and dropped.
    func stall() {
        var bytes: [UInt8] = []
        while receiveRaw(into: &bytes, until: ContinuousClock.now + .seconds(86_400)) == .bytes { bytes = [] }
    }

    /// Agrees on TLS.
    /// - Parameters:
    ///   - session: The server's side of the connection.
    ///   - start: What was received already.
    ///   - deadline: When the client has had time enough.
    /// - Returns: Whether the client accepts; what is received from then on is what the client means.
    func secure(_ session: any TLSLayer, start: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
        var raw = start
        while true {
            session.take(raw)
            let progress = session.handshake()
            // An alert is sent also where the handshake failed.
            guard sendRaw(session.output()), progress != .failed else { return false }
            if progress == .done { break }
            raw = []
            guard receiveRaw(into: &raw, until: deadline) == .bytes else { return false }
        }
        self.session = session
        return true
    }

    /// Breaks the connection: the client sees a reset.
    func reset() { Descriptor.reset(descriptor) }

    /// Ends the stream, then reads what the client still sends: closing over unread bytes would reset the
    /// connection, and the client could lose the reply.
    func close() {
        if let session {
            session.end()
            _ = sendRaw(session.output())
        }
        Descriptor.endOutput(descriptor)
        let deadline = ContinuousClock.now + Self.lingerTimeMax
        var byteCount = 0
        while byteCount < Self.lingerByteCountMax {
            var bytes: [UInt8] = []
            guard receiveRaw(into: &bytes, until: deadline) == .bytes else { break }
            byteCount += bytes.count
        }
        Descriptor.close(descriptor)
    }
}
