import ConnectivityCore
import ConnectivityRecords

/// The bytes of a response on the wire, computed from the response, the request and the fault.
struct Delivery: Equatable {
    var head: [UInt8]
    var body: [UInt8]
    /// Whether another request may follow on the connection (RFC 9112, section 9.3).
    var persists: Bool
}

extension Delivery {
    /// Frames a response to a request; `nil` if no request was read.
    init(_ message: TestServer.Message, to request: TestServer.Request?, fault: TestServer.Fault) {
        if fault.instead == .garbage {
            self.init(head: Self.garbage, body: [], persists: false)
            return
        }
        var message = fault.instead.map { Self.replacement($0, for: request) } ?? message
        var body = message.body
        if let length = fault.contentLength {
            message.remove("content-length", "transfer-encoding")
            message.add("Content-Length", "\(length)")
        } else if let chunking = fault.chunking {
            message.remove("content-length", "transfer-encoding")
            message.add("Transfer-Encoding", "chunked")
            body = Self.chunked(body, chunking)
        } else if message.mayHaveBody, message.headers["Content-Length"] == nil,
            message.headers["Transfer-Encoding"] == nil
        {
            message.add("Content-Length", "\(body.count)")
        }
        let isHead = request?.method == "HEAD"
        let isSound = isHead || Self.isSound(message, fault)
        let persists = isSound && request?.wantsPersistence == true && !message.headers.hasConnectionOption("close")
        if message.headers["Connection"] == nil {
            if !persists { message.add("Connection", "close") }
            // A client of HTTP/1.0 expects this field if the connection persists.
            if persists, request?.version == "HTTP/1.0" { message.add("Connection", "keep-alive") }
        }
        self.init(
            head: encodedHead(status: message.status, fields: message.headers.fields),
            body: isHead ? [] : body,
            persists: persists
        )
    }

    /// Whether a client can find the end of the response while the connection stays open.
    private static func isSound(_ message: TestServer.Message, _ fault: TestServer.Fault) -> Bool {
        guard message.status >= 200 else { return false }
        guard message.mayHaveBody else { return message.body.isEmpty }
        let isChunked = message.headers["Transfer-Encoding"] != nil
        if fault.chunking != nil, fault.contentLength == nil { return fault.chunking == .sound }
        return !isChunked && message.headers.values(of: "Content-Length") == ["\(message.body.count)"]
    }

    static func replacement(
        _ instead: TestServer.Fault.Instead,
        for request: TestServer.Request?
    ) -> TestServer.Message {
        switch instead {
        case .redirectLoop:
            return TestServer.Message(status: 302, headers: ["Location": request?.url ?? "/"])
        case .signInRequired:
            let page = "<!DOCTYPE html>\n<title>Sign in</title>\n<p><a href=\"/sign-in\">Sign in</a> to go on.\n"
            return TestServer.Message(status: 511, headers: ["Content-Type": "text/html"], body: Array(page.utf8))
        case .garbage:
            return TestServer.Message(status: 500)
        }
    }

    private static func chunked(_ body: [UInt8], _ chunking: TestServer.Fault.Chunking) -> [UInt8] {
        let line = Array("\r\n".utf8)
        let chunk = body.isEmpty ? [] : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + line
        switch chunking {
        case .sound: return ChunkedBody.encoded(body)
        case .badSize: return Array("size\r\n".utf8) + body + line
        case .tooLong: return Array("\(String(body.count + 1, radix: 16))\r\n".utf8) + body
        case .noEnd: return chunk
        }
    }

    /// 256 bytes, each value once; they contain line ends and do not begin any protocol.
    private static let garbage: [UInt8] = (0...255).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 200) }
}

extension HeaderFields {
    /// Whether a `Connection` field has the option (RFC 9110, section 7.6.1).
    func hasConnectionOption(_ option: String) -> Bool {
        values(of: "Connection").contains { value in
            value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains { $0 == option }
        }
    }
}

/// Sends the bytes of one reply with the speed and the length that its fault allows.
struct Outlet {
    private static let graceBeforeReset = Duration.milliseconds(50)

    private let channel: Channel
    private let drip: TestServer.Fault.Drip?
    private let cut: TestServer.Fault.Cut?
    /// The number of bytes that may still be sent; `nil` if there is no limit or the limit does not apply yet.
    private var left: Int?
    private var hasSent = false

    init(_ channel: Channel, _ fault: TestServer.Fault) {
        self.channel = channel
        drip = fault.drip
        cut = fault.cut
        if let cut, cut.of == .reply { left = cut.after }
    }

    /// Waits, and returns whether the reply continues.
    func wait(_ duration: Duration) -> Bool { channel.wait(duration) }

    /// Sends bytes of the body, and returns whether the reply continues.
    mutating func sendBody(_ bytes: [UInt8]) -> Bool {
        if let cut, cut.of == .body { left = cut.after }
        return send(bytes)
    }

    /// Sends bytes, and returns whether the reply continues.
    mutating func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.prefix(left ?? .max)
        left? -= rest.count
        let pieceByteCount = drip?.bytes ?? .max
        while !rest.isEmpty {
            if hasSent, let drip, !channel.wait(drip.every) { return false }
            guard channel.send(Array(rest.prefix(pieceByteCount))) else { return false }
            hasSent = true
            rest = rest.dropFirst(pieceByteCount)
        }
        return left != 0
    }

    /// Ends the connection as the cut states, or by a normal close; returns `false`, because no request may follow.
    func end() -> Bool {
        if left == 0, let cut {
            switch cut.by {
            case .close: break
            case .stall: channel.stall()
            case .reset:
                // A reset discards bytes that the client has received but not read, so the client has time to read them.
                if hasSent { _ = channel.wait(Self.graceBeforeReset) }
                channel.reset()
                return false
            }
        }
        channel.close()
        return false
    }
}
