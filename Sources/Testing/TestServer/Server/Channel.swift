import ConnectivityCore
import ConnectivityToolkit

/// The bytes of one connection, with or without TLS.
///
/// One thread uses the channel and closes it.
final class Channel {
    /// The result of waiting for bytes.
    enum Arrival {
        case bytes
        /// No bytes arrived, because the client sends no more, the server stops or TLS failed.
        case ended
        case timedOut
    }

    /// The maximum time and number of bytes of reading from a client after its reply, so that closing does not cause a reset.
    private static let lingerTimeMax = Duration.seconds(1)
    private static let lingerByteCountMax = 4 * 1024 * 1024

    let descriptor: Descriptor
    private let interruption: Latch
    private var session: (any TLSLayer)?

    init(descriptor: Descriptor, interruption: Latch) {
        self.descriptor = descriptor
        self.interruption = interruption
    }

    var isSecure: Bool { session != nil }

    /// The address of the client; `nil` if the system does not know it.
    var client: IPAddress? { descriptor.peer?.ip.flatMap { IPAddress(bytes: $0) } }

    /// Waits for the next bytes and appends them.
    func receive(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) -> Arrival {
        guard let session else { return receiveRaw(into: &bytes, until: deadline) }
        while true {
            let count = bytes.count
            guard session.read(into: &bytes) else { return .ended }
            if bytes.count > count { return .bytes }
            var raw: [UInt8] = []
            let arrival = receiveRaw(into: &raw, until: deadline)
            guard arrival == .bytes else { return arrival }
            session.receive(raw)
        }
    }

    private func receiveRaw(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) -> Arrival {
        switch descriptor.wait(.toRead, interruptedBy: interruption, until: deadline) {
        case .ready: descriptor.receive(into: &bytes) ? .bytes : .ended
        case .timedOut: .timedOut
        case .interrupted, .broken: .ended
        }
    }

    /// Sends bytes, and returns whether the connection can still be used.
    func send(_ bytes: [UInt8]) -> Bool {
        guard let session else { return sendRaw(bytes) }
        // A TLS record holds 16 KiB. Without this limit, a large body would be in memory twice.
        for start in stride(from: 0, to: bytes.count, by: 16 * 1024) {
            guard session.write(Array(bytes[start...].prefix(16 * 1024))), sendRaw(session.output()) else {
                return false
            }
        }
        return true
    }

    private func sendRaw(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let readiness = descriptor.wait(.toWrite, interruptedBy: interruption, until: nil)
            guard readiness == .ready, let count = try? descriptor.send(rest) else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for a duration, and returns whether the connection can still be used.
    func wait(_ duration: Duration) -> Bool {
        guard duration > .zero else { return true }
        let deadline = ContinuousClock.now + duration
        return descriptor.wait(.toFail, interruptedBy: interruption, until: deadline) == .timedOut
    }

    /// Waits until the client closes the connection or the server stops; drops the bytes that arrive.
    func stall() {
        var bytes: [UInt8] = []
        while receiveRaw(into: &bytes, until: ContinuousClock.now + .seconds(86_400)) == .bytes { bytes = [] }
    }

    /// Performs the TLS handshake, which begins with bytes that were already received, and returns whether it
    /// succeeded; later bytes are decrypted.
    func secure(_ session: any TLSLayer, start: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
        var raw = start
        while true {
            session.receive(raw)
            let progress = session.handshake()
            // If the handshake failed, an alert is still sent.
            guard sendRaw(session.output()), progress != .failed else { return false }
            if progress == .done { break }
            raw = []
            guard receiveRaw(into: &raw, until: deadline) == .bytes else { return false }
        }
        self.session = session
        return true
    }

    /// Closes the connection with a reset.
    func reset() { descriptor.reset() }

    /// Ends the stream, reads the remaining bytes of the client, and closes the connection.
    ///
    /// Closing with unread bytes would reset the connection, and the client could lose the reply.
    func close() {
        if let session {
            session.end()
            _ = sendRaw(session.output())
        }
        descriptor.endOutput()
        let deadline = ContinuousClock.now + Self.lingerTimeMax
        var byteCount = 0
        while byteCount < Self.lingerByteCountMax {
            var bytes: [UInt8] = []
            guard receiveRaw(into: &bytes, until: deadline) == .bytes else { break }
            byteCount += bytes.count
        }
        descriptor.close()
    }
}
