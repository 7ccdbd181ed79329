import ConnectivityCore
import ConnectivityRecords

/// The bytes that a response becomes on the wire: a function of the response, the request and the fault.
struct Delivery: Equatable {
    var head: [UInt8]
    var body: [UInt8]
    /// Whether another request may follow on the connection (RFC 9112, section 9.3).
    var persists: Bool

    /// Frames a response.
    /// - Parameters:
    ///   - message: The response.
    ///   - request: What it answers; `nil` where nothing was asked.
    ///   - fault: What to get wrong.
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
            // What a client of HTTP/1.0 has to be told.
            if persists, request?.version == "HTTP/1.0" { message.add("Connection", "keep-alive") }
        }
        self.init(
            head: encodedHead(status: message.status, fields: message.headers.fields),
            body: isHead ? [] : body,
            persists: persists
        )
    }

    private init(head: [UInt8], body: [UInt8], persists: Bool) {
        self.head = head
        self.body = body
        self.persists = persists
    }

    /// Whether a client can tell where the response ends while the connection stays open.
    private static func isSound(_ message: TestServer.Message, _ fault: TestServer.Fault) -> Bool {
        guard message.status >= 200 else { return false }
        guard message.mayHaveBody else { return message.body.isEmpty }
        let isChunked = message.headers["Transfer-Encoding"] != nil
        if fault.chunking != nil, fault.contentLength == nil { return fault.chunking == .sound }
        return !isChunked && message.headers.values(of: "Content-Length") == ["\(message.body.count)"]
    }

    private static func replacement(
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

    /// 256 bytes of every value, which begin no protocol and hold line ends.
    private static let garbage: [UInt8] = (0...255).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 200) }
}

extension HeaderFields {
    /// Whether an option stands in a `Connection` field (RFC 9110, section 7.6.1).
    func hasConnectionOption(_ option: String) -> Bool {
        values(of: "Connection").contains { value in
            value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains { $0 == option }
        }
    }
}

/// Where the bytes of one reply leave, as slowly and as far as its fault lets them.
struct Outlet {
    private static let graceBeforeReset = Duration.milliseconds(50)

    private let channel: Channel
    private let drip: TestServer.Fault.Drip?
    private let cut: TestServer.Fault.Cut?
    /// How many bytes may still leave; `nil` where that is not limited, or not yet.
    private var left: Int?
    private var hasSent = false

    init(_ channel: Channel, _ fault: TestServer.Fault) {
        self.channel = channel
        drip = fault.drip
        cut = fault.cut
        if let cut, cut.of == .reply { left = cut.after }
    }

    /// Whether the reply goes on.
    func wait(_ duration: Duration) -> Bool { channel.wait(duration) }

    /// Whether the reply goes on.
    mutating func sendBody(_ bytes: [UInt8]) -> Bool {
        if let cut, cut.of == .body { left = cut.after }
        return send(bytes)
    }

    /// Whether the reply goes on.
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

    /// Ends the connection as the cut says, or in order.
    /// - Returns: That no request may follow.
    func end() -> Bool {
        if left == 0, let cut {
            switch cut.by {
            case .close: break
            case .stall: channel.stall()
            case .reset:
                // A reset overtakes what the client has received and not read yet.
                if hasSent { _ = channel.wait(Self.graceBeforeReset) }
                channel.reset()
                return false
            }
        }
        channel.close()
        return false
    }
}
