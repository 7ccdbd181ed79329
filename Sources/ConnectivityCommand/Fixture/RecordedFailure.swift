import ConnectivityCore
import ConnectivityKit
import ConnectivityTestServer

/// A recorded failure, reproduced for clients as far as a server can.
///
/// A listening port cannot refuse a client or be unreachable. A failure before the connection was established is
/// reproduced as a reset, or as silence if the connection timed out.
struct RecordedFailure {
    /// What a TLS client receives during the handshake.
    var handshake = TestServer.Security.Handshake(.good)
    /// The reply to a request.
    var reply: TestServer.Reply

    /// Longer than the timeout of any client.
    private static let silence = Duration.seconds(86_400)

    /// Reproduces a failure of the network; `nil` for a failure that concerns only the client.
    init?(_ failure: ProbeFailure) {
        var fault = TestServer.Fault()
        let part = failure.partialResponse
        reply = part.map { .message($0) } ?? .message(status: 200)
        switch failure.kind {
        case .cancelled, .cutOff, .notRecorded, .interfaceUnavailable, .unsupported, .shortage: return nil
        case .tls(let kind):
            handshake = .init(Self.certificate(kind))
            fault.cut = .init(by: .reset)
        case .timedOut(.nameLookup), .timedOut(.connect), .timedOut(.tls):
            handshake.delay = Self.silence
            fault.cut = .init(by: .stall)
        case .timedOut(.response): fault.cut = .init(by: .stall)
        case .timedOut(.body):
            fault.contentLength = (part?.body.count ?? 0) + 1
            fault.cut = .init(after: part?.body.count ?? 0, of: .body, by: .stall)
        case .truncated: fault.contentLength = (part?.body.count ?? 0) + 1
        case .emptyReply: fault.cut = .init()
        case .malformed: fault.instead = .garbage
        case .headerTooLarge:
            let line = Array("X-Header: \(String(repeating: "x", count: 1000))\r\n".utf8)
            reply = .init([.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .repeat(line, count: 1024)])
        default: fault.cut = .init(by: .reset)
        }
        reply = reply.with(fault)
    }

    private static func certificate(_ fault: ProbeFailure.TLSFault) -> TestServer.Security.Certificate {
        switch fault {
        case .expired: .expired
        case .wrongHost: .wrongHost
        case .unknownAuthority, .certificate: .selfSigned
        default: .broken
        }
    }
}
