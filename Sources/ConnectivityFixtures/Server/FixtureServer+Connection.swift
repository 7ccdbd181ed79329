import ConnectivityCore

extension FixtureServer {
    /// One accepted connection, used by its own thread only and closed when it is finished.
    struct Connection: ~Copyable {
        /// Why no request came.
        enum RequestFault: Error {
            /// The server stops, or the client went away.
            case interrupted
            /// The request breaks a limit or is no HTTP/1; the client is told by this status.
            case refused(status: Int)
        }

        private static let headByteCountMax = 64 * 1024
        private static let bodyByteCountMax = 1024 * 1024
        private static let requestTimeMax = Duration.seconds(10)
        /// How long and how much is read from a client that has its reply, so that closing does not reset.
        private static let lingerTimeMax = Duration.seconds(1)
        private static let lingerByteCountMax = 4 * 1024 * 1024

        private let descriptor: Int32
        private let interruption: Latch
        private let clock = ContinuousClock()

        init(descriptor: Int32, interruption: Latch) {
            self.descriptor = descriptor
            self.interruption = interruption
        }

        func readRequest() -> Result<Request, RequestFault> {
            let deadline = clock.now + Self.requestTimeMax
            var received: [UInt8] = []
            var searched = 0
            while true {
                if let end = RequestHead.end(in: received, from: searched) {
                    guard end <= Self.headByteCountMax else { return .failure(.refused(status: 431)) }
                    guard let head = RequestHead(received[..<end]) else { return .failure(.refused(status: 400)) }
                    return readBody(of: head, Array(received[end...]), until: deadline)
                }
                guard received.count <= Self.headByteCountMax else { return .failure(.refused(status: 431)) }
                searched = max(0, received.count - 3)
                if let fault = receive(into: &received, until: deadline) { return .failure(fault) }
            }
        }

        private func readBody(
            of head: RequestHead,
            _ start: [UInt8],
            until deadline: ContinuousClock.Instant
        ) -> Result<Request, RequestFault> {
            guard let byteCount = head.bodyByteCount else { return .failure(.refused(status: 400)) }
            guard byteCount <= Self.bodyByteCountMax else { return .failure(.refused(status: 413)) }
            var body = start
            while body.count < byteCount {
                if let fault = receive(into: &body, until: deadline) { return .failure(fault) }
            }
            body.removeLast(body.count - byteCount)
            return .success(Request(method: head.method, target: head.target, headers: head.headers, body: body))
        }

        private func receive(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) -> RequestFault? {
            let readiness = Descriptor.wait(for: descriptor, .toRead, interruptedBy: interruption, until: deadline)
            switch readiness {
            case .ready: return Descriptor.receive(descriptor, into: &bytes) ? nil : .interrupted
            case .timedOut: return .refused(status: 408)
            case .interrupted, .broken: return .interrupted
            }
        }

        /// Performs a reply and closes.
        consuming func finish(_ reply: Reply) {
            for action in reply.actions {
                var isOpen = true
                switch action {
                case .send(let bytes):
                    isOpen = send(bytes)
                case .repeat(let bytes, let count):
                    var left = count
                    while isOpen, left > 0 {
                        isOpen = send(bytes)
                        left -= 1
                    }
                case .wait(let duration):
                    isOpen = wait(duration)
                case .reset:
                    return Descriptor.reset(descriptor)
                case .close:
                    return close()
                }
                guard isOpen else { break }
            }
            close()
        }

        /// Whether the connection is still of use.
        private func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let readiness = Descriptor.wait(for: descriptor, .toWrite, interruptedBy: interruption, until: nil)
                guard readiness == .ready, let count = Descriptor.send(descriptor, bytes, from: sent) else {
                    return false
                }
                sent += count
            }
            return true
        }

        /// Whether the time has passed and the connection is still of use.
        private func wait(_ duration: Duration) -> Bool {
            let deadline = clock.now + duration
            return Descriptor.wait(for: descriptor, .toFail, interruptedBy: interruption, until: deadline) == .timedOut
        }

        /// Ends the stream, then reads what the client still sends: closing over unread bytes would reset the
        /// connection, and the client could lose the reply.
        private func close() {
            Descriptor.endOutput(descriptor)
            let deadline = clock.now + Self.lingerTimeMax
            var byteCount = 0
            while byteCount < Self.lingerByteCountMax {
                var bytes: [UInt8] = []
                guard receive(into: &bytes, until: deadline) == nil else { break }
                byteCount += bytes.count
            }
            Descriptor.close(descriptor)
        }
    }
}
