import ConnectivityCore
import ConnectivitySupport

/// A name server on the loopback address that answers as its rules say, over UDP and TCP (RFC 1035, RFC 7766).
///
/// It is for tests and demonstrations of networks that answer names themselves. It never listens on another address
/// than 127.0.0.1; where `/etc/resolv.conf` can be changed for the test alone, as in a mount namespace, port 53 serves
/// every program.
///
/// The first rule that fits the name and the type answers; where none does, the name does not exist. Questions of any
/// type but A and AAAA get an answer without records. At most 1024 answers wait at once, and 64 connections are open; what
/// goes beyond is dropped.
public final class TestNameServer: Sendable {
    /// The port that the server listens on, for both protocols.
    public let port: UInt16

    private let engine: Engine

    /// Starts a server.
    /// - Parameters:
    ///   - port: The port to listen on; zero takes any that is free for both protocols.
    ///   - rules: What to answer.
    /// - Throws: ``TestServerError`` where the system refuses a socket or the port.
    public init(port: UInt16 = 0, rules: [NameRule]) throws(TestServerError) {
        engine = try Engine(port: port, rules)
        self.port = engine.port
        engine.start()
    }

    deinit { stop() }

    /// The number of questions read so far, over both protocols.
    public var questionCount: Int { engine.questionCount }

    /// Stops answering and closes every socket, also those of connections that wait.
    ///
    /// The call returns when all are closed. Further calls do the same and are no error.
    public func stop() { engine.stop() }
}

extension TestNameServer {
    /// What the server's threads share: one for datagrams, one that accepts, and one a connection.
    final class Engine: Sendable {
        private static let connectionCountMax = 64
        private static let waitingCountMax = 1024
        private static let idleTimeMax = Duration.seconds(10)
        private static let portAttemptCount = 16

        private let listener: Listener
        private let socket: Int32
        private let interruption: Latch
        private let crew: Crew
        private let rules: [(pattern: NamePattern, rule: NameRule)]
        private let questions = Mutex(0)

        init(port: UInt16, _ rules: [NameRule]) throws(TestServerError) {
            interruption = try Latch()
            crew = try Crew(countMax: 2 + Self.connectionCountMax)
            (listener, socket) = try Self.sockets(port)
            self.rules = rules.map { (NamePattern($0.name), $0) }
        }

        /// Binds the same port for both protocols; one that is free for TCP may be taken for UDP.
        private static func sockets(_ port: UInt16) throws(TestServerError) -> (Listener, Int32) {
            var attempt = 1
            while true {
                let listener = try Listener(port: port)
                do throws(TestServerError) {
                    return (listener, try Descriptor.datagramSocket(port: listener.port))
                } catch {
                    listener.close()
                    guard port == 0, attempt < portAttemptCount else { throw error }
                    attempt += 1
                }
            }
        }

        var port: UInt16 { listener.port }
        var questionCount: Int { questions.withLock { $0 } }

        func start() {
            _ = crew.start { self.answerDatagrams() }
            _ = crew.start { self.listener.serve(by: self.crew, interruptedBy: self.interruption, self.serve) }
        }

        func stop() {
            interruption.open()
            crew.waitForEnd()
        }

        /// The answer to a message and the time before it; `nil` where nothing comes back.
        private func answer(to message: [UInt8], isDatagram: Bool) -> (bytes: [UInt8], delay: Duration)? {
            do throws(NameQuestion.Fault) {
                let question = try NameQuestion(message)
                questions.withLock { $0 += 1 }
                let rule = rules.first {
                    $0.pattern.matches(question.name) && $0.rule.type.map { $0.number == question.type } ?? true
                }?.rule
                return question.answer(by: rule, isDatagram: isDatagram).map { ($0, rule?.delay ?? .zero) }
            } catch {
                return NameQuestion.answer(to: error).map { ($0, .zero) }
            }
        }

        private func answerDatagrams() {
            var waiting: [(due: ContinuousClock.Instant, bytes: [UInt8], peer: Descriptor.Peer)] = []
            while true {
                let next = waiting.map(\.due).min()
                switch Descriptor.wait(for: socket, .toRead, interruptedBy: interruption, until: next) {
                case .interrupted: return Descriptor.close(socket)
                // What the peer's machine said of an earlier answer; the next receipt takes it away.
                case .broken, .ready:
                    if let (message, peer) = Descriptor.receiveDatagram(socket),
                        let answer = answer(to: message, isDatagram: true), waiting.count < Self.waitingCountMax
                    {
                        waiting.append((ContinuousClock.now + answer.delay, answer.bytes, peer))
                    }
                case .timedOut: break
                }
                let now = ContinuousClock.now
                for (due, bytes, peer) in waiting where due <= now {
                    Descriptor.sendDatagram(socket, bytes, to: peer)
                }
                waiting.removeAll { $0.due <= now }
            }
        }

        /// Answers the messages of a connection, each behind its length in two bytes (RFC 1035, section 4.2.2).
        private func serve(_ channel: Channel) {
            var received: [UInt8] = []
            while true {
                var cursor = Cursor(received[...])
                if let message = cursor.vector(2) {
                    received = Array(cursor.rest)
                    guard let answer = answer(to: Array(message), isDatagram: false) else { continue }
                    let length = [UInt8(answer.bytes.count >> 8 & 0xFF), UInt8(answer.bytes.count & 0xFF)]
                    guard channel.wait(answer.delay), channel.send(length + answer.bytes) else { break }
                } else if channel.receive(into: &received, until: ContinuousClock.now + Self.idleTimeMax) != .bytes {
                    break
                }
            }
            channel.close()
        }
    }
}
