extension TestServer {
    /// The TLS settings of a server, which choose a certificate by the name that the client requests.
    ///
    /// On the same port, the server uses TLS with clients that begin with a TLS handshake, and plain HTTP with others.
    package struct Security: Sendable {
        /// The certificate that a client receives.
        package enum Certificate: String, Hashable, Sendable, Codable, CaseIterable {
            /// A certificate from the authority for the requested name.
            ///
            /// Clients that trust the authority accept it; the others fail with `tls.unknown-authority`.
            case good
            /// The same, but it expired yesterday: `tls.expired`.
            case expired
            /// The same, but it becomes valid tomorrow: `tls.expired`.
            case notYetValid = "not-yet-valid"
            /// A self-signed certificate: `tls.unknown-authority`.
            case selfSigned = "self-signed"
            /// A certificate from the authority for `wrong-host.invalid`: `tls.wrong-host`.
            case wrongHost = "wrong-host"
            /// No certificate: `tls.protocol`.
            ///
            /// The handshake ends with the fatal alert `handshake_failure` (RFC 8446, section 6.2).
            case broken
        }

        package struct Handshake: Hashable, Sendable {
            package var certificate: Certificate
            /// The time before the answer (`timed-out.tls`).
            package var delay: Duration

            package init(_ certificate: Certificate, delay: Duration = .zero) {
                self.certificate = certificate
                self.delay = delay
            }
        }

        private static let timeMax = Connection.requestTimeMax
        private static let handshakeFailure: [UInt8] = [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]

        private let authority: TestAuthority
        private let answer: @Sendable (String?) -> Handshake

        /// Creates the TLS of a server, for which `answer` is called at each handshake on a thread of the connection.
        ///
        /// The name that the client requests is in lower case, and `nil` if the client sends none, for example because
        /// its URL has an address.
        package init(authority: TestAuthority, answer: @escaping @Sendable (String?) -> Handshake) {
            self.authority = authority
            self.answer = answer
        }

        /// Performs the handshake if a client uses TLS, and returns the received bytes of the first request; `nil` if
        /// the connection can no longer be used.
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
                    // The server itself caused the delay, so the time limit starts again.
                    let deadline = ContinuousClock.now + Self.timeMax
                    return channel.secure(session, start: received, until: deadline) ? [] : nil
                case .partial:
                    switch channel.receive(into: &received, until: deadline) {
                    case .bytes: break
                    // If nothing arrived, the reader of requests detects the same and responds. An incomplete handshake
                    // ends the connection.
                    case .ended, .timedOut: return received.isEmpty ? [] : nil
                    }
                }
            }
        }
    }
}
