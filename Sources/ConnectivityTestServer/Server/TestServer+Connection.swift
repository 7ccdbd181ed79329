import ConnectivityCore
import ConnectivityRecords

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
        private static let bodyByteCountMax = 1024 * 1024
        static let requestTimeMax = Duration.seconds(10)

        private let channel: Channel
        /// The bytes that have arrived and do not belong to a request yet.
        private var received: [UInt8]
        private var replyCount = 0

        /// - Parameters:
        ///   - channel: The connection.
        ///   - received: The bytes that have already arrived.
        init(_ channel: Channel, received: [UInt8]) {
            self.channel = channel
            self.received = received
        }

        mutating func readRequest() -> Result<Request, RequestFault> {
            let deadline = ContinuousClock.now + Self.requestTimeMax
            var searched = 0
            while true {
                if let end = RequestHead.end(in: received, from: searched) {
                    guard end <= Self.headByteCountMax else { return .failure(.refused(status: 431)) }
                    guard let head = RequestHead(received[..<end]) else { return .failure(.refused(status: 400)) }
                    received.removeFirst(end)
                    return readBody(of: head, until: deadline)
                }
                guard received.count <= Self.headByteCountMax else { return .failure(.refused(status: 431)) }
                searched = max(0, received.count - 3)
                if let fault = receive(until: deadline) { return .failure(fault) }
            }
        }

        private mutating func readBody(
            of head: RequestHead,
            until deadline: ContinuousClock.Instant
        ) -> Result<Request, RequestFault> {
            guard let byteCount = head.bodyByteCount else { return .failure(.refused(status: 400)) }
            guard byteCount <= Self.bodyByteCountMax else { return .failure(.refused(status: 413)) }
            // A client that waits for this response would otherwise lose a second (RFC 9110, section 10.1.1).
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
                    version: head.version,
                    headers: head.headers,
                    body: body,
                    isSecure: channel.isSecure
                )
            )
        }

        private mutating func receive(until deadline: ContinuousClock.Instant) -> RequestFault? {
            switch channel.receive(into: &received, until: deadline) {
            case .bytes: nil
            case .ended: .ended
            // A client that has a reply and sends no further request does not get a status.
            case .timedOut: replyCount > 0 && received.isEmpty ? .ended : .refused(status: 408)
            }
        }

        /// Performs a reply, and closes the connection unless it can be reused.
        /// - Parameters:
        ///   - reply: The reply to perform.
        ///   - request: The request that it answers; `nil` if no request was read.
        /// - Returns: Whether another request may follow.
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

/// The request line and the header fields of an HTTP/1 request (RFC 9112, sections 2 through 5).
struct RequestHead {
    var method: String
    var target: String
    var version: String
    var headers: HeaderFields

    /// The length of the body; `nil` if the request states it in an unsupported or invalid way.
    var bodyByteCount: Int? {
        guard headers["Transfer-Encoding"] == nil else { return nil }
        guard let text = headers["Content-Length"] else { return 0 }
        guard let count = Int(text), count >= 0 else { return nil }
        return count
    }

    /// Reads a head.
    /// - Parameter bytes: The bytes up to and including the empty line.
    init?(_ bytes: ArraySlice<UInt8>) {
        var lines = LineReader(Array(bytes))
        guard let line = lines.next() else { return nil }
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        version = String(decoding: parts[2], as: UTF8.self)
        guard version.utf8.count == 8, version.hasPrefix("HTTP/1."), version.last?.isWholeNumber == true else {
            return nil
        }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        var block = HeaderBlock()
        while let line = lines.next(), !line.isEmpty {
            guard block.append(line) else { return nil }
        }
        headers = block.fields
    }

    /// Returns the start of the body if the empty line that ends the head has arrived.
    /// - Parameters:
    ///   - bytes: The bytes that have arrived.
    ///   - start: The index at which the search begins.
    /// - Returns: The index after the empty line, or `nil` if it has not arrived.
    static func end(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                let rest = bytes[(index + 1)...].prefix(2)
                if rest.first == UInt8(ascii: "\n") { return index + 2 }
                if rest.elementsEqual("\r\n".utf8) { return index + 3 }
            }
            index += 1
        }
        return nil
    }
}
