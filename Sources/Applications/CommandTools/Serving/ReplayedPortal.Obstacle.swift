import ConnectivityCore
import ConnectivityKit
import ConnectivityTestServer

extension ReplayedPortal {
    /// An answer or failure that blocks a client from the Internet at one URL, as far as a server can reproduce it.
    struct Obstacle {
        /// The kind; the lowest one is the best default reply.
        enum Kind: Comparable {
            case portal, answer, failure
        }

        let url: HTTPURL
        let kind: Kind
        private(set) var reply: TestServer.Reply
        /// The TLS handshake of the server.
        private(set) var handshake = TestServer.Security.Handshake(.good)
        private(set) var signInURL: HTTPURL?

        /// Longer than the timeout of any client.
        private static let silence = Duration.seconds(86_400)

        /// Repeats an answer that is not genuine.
        init(_ response: ProbeResponse, _ verdict: Verdict, at url: HTTPURL) {
            self.url = url
            kind = verdict.finding == .captive ? .portal : .answer
            reply = .message(response)
            signInURL = verdict.portal?.signInURL
        }

        /// Reproduces a failure of the network; `nil` for a failure that concerns only the client.
        ///
        /// A listening port cannot refuse a client or be unreachable. A failure before the connection was established becomes a
        /// reset, or silence if the connection timed out.
        init?(_ failure: ProbeFailure, at url: HTTPURL) {
            self.url = url
            kind = .failure
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
}
