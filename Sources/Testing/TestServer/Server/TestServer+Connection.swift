import ConnectivityCore
import ConnectivityRecords
import ConnectivityToolkit

extension TestServer {
    /// The requests and replies of one connection.
    struct Connection {
        /// The reason why no request was read.
        enum RequestFault: Error {
            /// The server stops, or the client has closed the connection.
            case ended
            /// The request exceeds a limit or is not HTTP/1; the client receives this status.
            case refused(status: Int)
        }

        private static let headByteCountMax = 64 * 1024
        private static let maximumBodySize = 1024 * 1024
        static let requestTimeMax = Duration.seconds(10)

        private let channel: Channel
        /// The bytes that have arrived and do not belong to a request yet.
        private var received: [UInt8]
        private var replyCount = 0

        init(_ channel: Channel, received: [UInt8]) {
            self.channel = channel
            self.received = received
        }

        mutating func readRequest() -> Result<Request, RequestFault> {
            let deadline = ContinuousClock.now + Self.requestTimeMax
            while true {
                do throws(RequestHead.Refusal) {
                    if let head = try RequestHead(received, byteCountMax: Self.headByteCountMax, unfolds: true) {
                        received.removeFirst(head.byteCount)
                        return readBody(of: head, until: deadline)
                    }
                } catch {
                    return .failure(.refused(status: error == .tooLarge ? 431 : 400))
                }
                if let fault = receive(until: deadline) { return .failure(fault) }
            }
        }

        private mutating func readBody(
            of head: RequestHead,
            until deadline: ContinuousClock.Instant
        ) -> Result<Request, RequestFault> {
            guard let byteCount = head.bodyByteCount else { return .failure(.refused(status: 400)) }
            guard byteCount <= Self.maximumBodySize else { return .failure(.refused(status: 413)) }
            // Without this response, a client that waits for it would lose a second (RFC 9110, section 10.1.1).
            if received.count < byteCount, head.headers["Expect"]?.lowercased() == "100-continue" {
                guard channel.send(encodedHead(status: 100, fields: [])) else { return .failure(.ended) }
            }
            while received.count < byteCount {
                if let fault = receive(until: deadline) { return .failure(fault) }
            }
            let body = Array(received.prefix(byteCount))
            received.removeFirst(byteCount)
            return .success(
                Request(
                    method: head.method,
                    target: head.target,
                    version: "HTTP/1.\(head.minorVersion)",
                    headers: head.headers,
                    body: body,
                    isSecure: channel.isSecure,
                    client: channel.client
                )
            )
        }

        private mutating func receive(until deadline: ContinuousClock.Instant) -> RequestFault? {
            switch channel.receive(into: &received, until: deadline) {
            case .bytes: nil
            case .ended: .ended
            // A client that has a reply and sends no further request does not receive a status.
            case .timedOut: replyCount > 0 && received.isEmpty ? .ended : .refused(status: 408)
            }
        }

        /// Performs a reply to a request, `nil` if none was read, and closes the connection unless it can be reused;
        /// returns whether another request may follow.
        mutating func perform(_ reply: Reply, to request: Request?) -> Bool {
            replyCount += 1
            let fault = reply.fault ?? Fault()
            var outlet = Outlet(channel, fault)
            guard outlet.wait(fault.delayBeforeAccept + fault.delayBeforeHeader) else { return outlet.end() }
            var persists = false
            for action in reply.actions {
                persists = false
                let isOpen: Bool
                switch action {
                case .respond(let message):
                    let delivery = Delivery(message, to: request, fault: fault)
                    persists = delivery.persists
                    isOpen =
                        outlet.send(delivery.head) && outlet.wait(fault.delayBeforeBody)
                        && outlet.sendBody(delivery.body)
                case .send(let bytes): isOpen = outlet.send(bytes)
                case .repeat(let bytes, let count):
                    var left = count
                    while left > 0, outlet.send(bytes) { left -= 1 }
                    isOpen = left <= 0
                case .wait(let duration): isOpen = outlet.wait(duration)
                case .reset:
                    channel.reset()
                    return false
                case .close: isOpen = false
                }
                guard isOpen else { return outlet.end() }
            }
            if persists, replyCount < fault.closeAfter ?? .max { return true }
            return outlet.end()
        }

        func close() { channel.close() }
    }
}

extension RequestHead {
    /// The length of the body; `nil` if the request states it in an unsupported or invalid form.
    fileprivate var bodyByteCount: Int? {
        guard headers["Transfer-Encoding"] == nil else { return nil }
        let texts = headers.values(of: "Content-Length")
        guard let text = texts.first else { return 0 }
        // A second length, or a sign, is read in different ways (RFC 9112, section 6.3).
        return texts.count == 1 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
