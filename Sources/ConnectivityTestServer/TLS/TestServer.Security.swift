extension TestServer {
    /// TLS for a server: which certificate a client is shown, by the name that it asks for.
    ///
    /// A server with this speaks TLS with each client that begins with a TLS handshake and plain HTTP with the others, on
    /// the same port.
    public struct Security: Sendable {
        /// What a client is shown.
        public enum Certificate: String, Hashable, Sendable, Codable, CaseIterable {
            /// A certificate for the name asked for, from the authority: accepted by a client that trusts it, and
            /// `tls.unknown-authority` for the others.
            case good
            /// The same, which ended yesterday: `tls.expired`.
            case expired
            /// The same, which begins tomorrow: `tls.expired`.
            case notYetValid = "not-yet-valid"
            /// A certificate that signs itself: `tls.unknown-authority`.
            case selfSigned = "self-signed"
            /// A certificate from the authority for `wrong-host.invalid`: `tls.wrong-host`.
            case wrongHost = "wrong-host"
            /// None: the handshake ends with a fatal alert, `handshake_failure` (RFC 8446, section 6.2): `tls.protocol`.
            case broken
        }

        /// How a handshake is answered.
        public struct Handshake: Hashable, Sendable {
            /// What the client is shown.
            public var certificate: Certificate
            /// The time before the answer (`timed-out.tls`).
            public var delay: Duration

            /// Creates an answer.
            /// - Parameters:
            ///   - certificate: What the client is shown.
            ///   - delay: The time before the answer.
            public init(_ certificate: Certificate, delay: Duration = .zero) {
                self.certificate = certificate
                self.delay = delay
            }
        }

        private static let timeMax = Connection.requestTimeMax
        private static let handshakeFailure: [UInt8] = [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]

        private let authority: TestAuthority
        private let answer: @Sendable (String?) -> Handshake

        /// Creates the TLS of a server.
        /// - Parameters:
        ///   - authority: Who signs.
        ///   - answer: Is called for each handshake with the name that the client asks for, in lower case; `nil` where it
        ///     names none, as with an address in the URL. It is called on a thread of the connection.
        public init(authority: TestAuthority, answer: @escaping @Sendable (String?) -> Handshake) {
            self.authority = authority
            self.answer = answer
        }

        /// Finds out what a client speaks, and agrees on TLS where it is that.
        /// - Returns: What was received of the first request; `nil` where the connection is of no more use.
        func open(_ channel: Channel) -> [UInt8]? {
            let deadline = ContinuousClock.now + Self.timeMax
            var received: [UInt8] = []
            while true {
                switch ClientHello.state(of: received) {
                case .absent: return received
                case .complete(let name):
                    let handshake = answer(name)
                    guard channel.wait(handshake.delay) else { return nil }
                    guard let session = authority.session(for: name, handshake.certificate) else {
                        _ = channel.send(Self.handshakeFailure)
                        return nil
                    }
                    // The delay was the server's own.
                    let deadline = ContinuousClock.now + Self.timeMax
                    return channel.secure(session, start: received, until: deadline) ? [] : nil
                case .partial:
                    switch channel.receive(into: &received, until: deadline) {
                    case .bytes: break
                    // Nothing at all, or the beginning of a handshake: the reader of requests finds out and says so.
                    case .ended, .timedOut: return received.isEmpty ? [] : nil
                    }
                }
            }
        }
    }
}
