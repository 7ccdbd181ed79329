import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A name server on the loopback address that answers by rules, over UDP and TCP (RFC 1035, RFC 7766).
///
/// It is for tests and demonstrations of networks that forge DNS answers. It listens only on 127.0.0.1. On port 53 it
/// can serve every program of a test, if the test has its own `/etc/resolv.conf`, for example in a mount namespace.
///
/// With a ``TestServer/Security``, connections that begin with a TLS handshake are answered over TLS (RFC 7858).
///
/// The first rule that matches the name and the type determines the answer. If no rule matches, the name does not
/// exist. The answer to a question for a type other than A and AAAA has no records. At most 1024 answers wait and at
/// most 64 connections are open at one time; further ones are dropped.
package final class TestNameServer: Sendable {
    /// The port of the server, for both protocols.
    package let port: UInt16

    private let engine: Engine

    /// Starts a server.
    /// - Parameters:
    ///   - port: The port to listen on; zero chooses any port that is free for both protocols.
    ///   - rules: The rules; the first matching one determines the answer.
    ///   - security: The TLS settings; if it is `nil`, the server has no TLS.
    ///   - onQuestion: Called for each question with its name, its type, and the index of the rule that answers it, on a
    ///     thread of the server; `nil` if no rule matches.
    /// - Throws: ``TestServerError`` if the system refuses a socket, the port or a thread.
    package init(
        port: UInt16 = 0,
        rules: [NameRule],
        security: TestServer.Security? = nil,
        onQuestion: @escaping @Sendable (_ name: String, _ type: Int, _ rule: Int?) -> Void = { _, _, _ in }
    ) throws(TestServerError) {
        let engine = try Engine(port: port, rules, security, onQuestion)
        // Before the last property is set, so that a server without threads is never asked to stop.
        try engine.start()
        self.engine = engine
        self.port = engine.port
    }

    deinit { stop() }

    /// The number of questions that were read so far, over both protocols.
    package var questionCount: Int { engine.questionCount }

    /// Stops answering and closes every socket, including those of waiting connections.
    ///
    /// The call returns when all sockets are closed. Further calls are not an error.
    package func stop() { engine.stop() }

    /// The state that the server's threads share.
    ///
    /// There is one thread for datagrams, one that accepts, and one per connection.
    final class Engine: Sendable {
        private static let connectionCountMax = 64
        private static let waitingCountMax = 1024
        private static let idleTimeMax = Duration.seconds(10)
        private static let portAttemptCount = 16

        private let listener: Listener
        private let socket: Descriptor
        private let interruption: Latch
        private let crew: Crew
        private let responder: NameResponder
        private let security: TestServer.Security?
        private let questions = Lock(0)

        init(
            port: UInt16,
            _ rules: [NameRule],
            _ security: TestServer.Security?,
            _ onQuestion: @escaping @Sendable (String, Int, Int?) -> Void
        ) throws(TestServerError) {
            interruption = try Latch()
            crew = try Crew(countMax: 2 + Self.connectionCountMax)
            (listener, socket) = try Self.sockets(port)
            responder = NameResponder(rules, onQuestion: onQuestion)
            self.security = security
        }

        /// Binds the same port for both protocols; tries again if a port that is free for TCP is in use for UDP.
        private static func sockets(_ port: UInt16) throws(TestServerError) -> (Listener, Descriptor) {
            var attempt = 1
            while true {
                let listener = try Listener(port: port)
                do throws(TestServerError) {
                    return (listener, try Descriptor.loopback(Descriptor.datagram, port: listener.port).0)
                } catch {
                    listener.close()
                    guard port == 0, attempt < portAttemptCount else { throw error }
                    attempt += 1
                }
            }
        }

        var port: UInt16 { listener.port }
        var questionCount: Int { questions.withLock { $0 } }

        func start() throws(TestServerError) {
            let refused = TestServerError(.serve, port: port, code: EAGAIN)
            guard crew.start({ self.answerDatagrams() }) else {
                listener.close()
                socket.close()
                throw refused
            }
            if listener.isServed(by: crew, interruptedBy: interruption, serve) { return }
            stop()
            throw refused
        }

        func stop() {
            interruption.open()
            crew.waitForEnd()
        }

        private func answer(to message: [UInt8], isDatagram: Bool) -> NameResponder.Reply? {
            let (answer, isQuestion) = responder.answer(to: message, isDatagram: isDatagram)
            if isQuestion { questions.withLock { $0 += 1 } }
            return answer
        }

        private func answerDatagrams() {
            var waiting: [(due: ContinuousClock.Instant, bytes: [UInt8], sender: SocketAddress)] = []
            while true {
                let next = waiting.map(\.due).min()
                switch socket.wait(.toRead, interruptedBy: interruption, until: next) {
                case .interrupted:
                    socket.close()
                    return
                // An error is the peer's reaction to an earlier answer. The next receive call clears it.
                case .broken, .ready:
                    if let (message, sender) = socket.receiveDatagram(),
                        let answer = answer(to: message, isDatagram: true), waiting.count < Self.waitingCountMax
                    {
                        waiting.append((ContinuousClock.now + answer.delay, answer.bytes, sender))
                    }
                case .timedOut: break
                }
                let now = ContinuousClock.now
                // Datagrams that the system does not accept are lost, as any datagram can be.
                for (due, bytes, sender) in waiting where due <= now { _ = try? socket.send(bytes[...], to: sender) }
                waiting.removeAll { $0.due <= now }
            }
        }

        /// Answers the messages of a connection; each follows its length in two bytes (RFC 1035, section 4.2.2).
        private func serve(_ channel: Channel) {
            guard var received = security.map({ $0.open(channel) }) ?? [] else { return channel.close() }
            while true {
                var reader = ByteReader(received)
                if let message = reader.vector16() {
                    received = Array(reader.rest)
                    guard let answer = answer(to: Array(message), isDatagram: false) else { continue }
                    let count = answer.bytes.count + (answer.isCut ? 100 : 0)
                    let length = [UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
                    guard channel.wait(answer.delay), channel.send(length + answer.bytes), !answer.isCut else { break }
                } else if channel.receive(into: &received, until: ContinuousClock.now + Self.idleTimeMax) != .bytes {
                    break
                }
            }
            channel.close()
        }
    }
}
