public import ConnectivityCore
import ConnectivitySupport

/// An HTTP/1.1 server on the loopback address that answers as told, also badly.
///
/// It is for tests and demonstrations of real clients: it delays, resets, stalls, floods and breaks off on demand, and
/// never listens on another address than 127.0.0.1. Connections persist as the client wants (RFC 9112, section 9.3), and
/// requests that come before their turn are answered in order. At most 256 connections are open at once; one more is
/// reset.
///
/// With a ``Security`` the same port speaks TLS as well, up to 1.3 and without HTTP/2.
///
/// Limits of a request: 64 KiB of header, 1 MiB of body, ten seconds to arrive, as long for a TLS handshake. A request
/// beyond them, one with a chunked body, or one that is no HTTP/1, is answered by the server itself with 400, 408, 413 or
/// 431, and the handler does not see it. A client that waits to be told to send its body is told so at once.
public final class TestServer: Sendable {
    /// The port that the server listens on, from 1 through 65535.
    public let port: UInt16

    private let engine: Engine

    /// Starts a server.
    ///
    /// Both closures are called on a thread of the connection and may run at the same time for different connections.
    /// They may block; the connection waits. Neither may call ``stop()`` nor hold the only reference to the server.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; zero takes any free one.
    ///   - security: How to speak TLS; `nil` speaks none, and a handshake is answered with 400.
    ///   - onConnect: Is asked for each new connection before anything is read. A reply is performed at once, without a
    ///     request, and `nil` reads a request and asks the handler.
    ///   - handler: Answers a request.
    /// - Throws: ``TestServerError`` where the system refuses the socket or the port.
    public init(
        port: UInt16 = 0,
        security: Security? = nil,
        onConnect: @escaping @Sendable () -> Reply? = { nil },
        handler: @escaping @Sendable (Request) -> Reply
    ) throws(TestServerError) {
        engine = try Engine(port: port, security, onConnect, handler)
        self.port = engine.port
        engine.start()
    }

    deinit { stop() }

    /// The number of requests read so far, those in progress included.
    ///
    /// Connections that `onConnect` answered, and requests that the server refused by itself, do not count.
    public var requestCount: Int { engine.requestCount }

    /// The URL of something on this server.
    /// - Parameters:
    ///   - target: The path, and the query where there is one; begins with a slash.
    ///   - scheme: The scheme; `https` is of use on a server with a ``Security`` only.
    /// - Returns: A URL whose host is 127.0.0.1.
    public func url(_ target: String = "/", scheme: HTTPURL.Scheme = .http) -> HTTPURL {
        precondition(target.hasPrefix("/"), "a request target must begin with a slash")
        return HTTPURL(stringLiteral: "\(scheme.rawValue)://127.0.0.1:\(port)\(target)")
    }

    /// Stops accepting and ends every open connection at once, also one that waits.
    ///
    /// The call returns when all sockets are closed. Further calls do the same and are no error. It blocks its thread
    /// for as long as a handler that is running takes.
    public func stop() { engine.stop() }
}

/// Why a server could not start.
public struct TestServerError: Error, Hashable, Sendable {
    /// What the system was asked to do.
    public enum Step: String, Hashable, Sendable, CaseIterable {
        /// Make a socket or a pipe.
        case open
        /// Bind the socket to the port.
        case bind
        /// Listen on the socket.
        case listen
    }

    /// What the system was asked to do.
    public var step: Step
    /// The port asked for; zero means any.
    public var port: UInt16
    /// The system's error number, as in `errno`.
    public var code: Int32

    init(_ step: Step, port: UInt16, code: Int32) {
        self.step = step
        self.port = port
        self.code = code
    }
}

extension TestServer {
    /// What the server's threads share; it outlives the server until the last of them has ended.
    final class Engine: Sendable {
        private static let connectionCountMax = 256

        private let listener: Listener
        private let interruption: Latch
        private let crew: Crew
        private let security: Security?
        private let onConnect: @Sendable () -> Reply?
        private let handler: @Sendable (Request) -> Reply
        private let requests = Mutex(0)

        init(
            port: UInt16,
            _ security: Security?,
            _ onConnect: @escaping @Sendable () -> Reply?,
            _ handler: @escaping @Sendable (Request) -> Reply
        ) throws(TestServerError) {
            interruption = try Latch()
            crew = try Crew(countMax: 1 + Self.connectionCountMax)
            listener = try Listener(port: port)
            self.security = security
            self.onConnect = onConnect
            self.handler = handler
        }

        var port: UInt16 { listener.port }
        var requestCount: Int { requests.withLock { $0 } }

        func start() {
            _ = crew.start { self.listener.serve(by: self.crew, interruptedBy: self.interruption, self.serve) }
        }

        func stop() {
            interruption.open()
            crew.waitForEnd()
        }

        private func serve(_ channel: Channel) {
            if let reply = onConnect() {
                var connection = Connection(channel, received: [])
                _ = connection.perform(reply, to: nil)
                return
            }
            guard let received = security.map({ $0.open(channel) }) ?? [] else { return channel.close() }
            var connection = Connection(channel, received: received)
            var isOpen = true
            while isOpen {
                switch connection.readRequest() {
                case .success(let request):
                    requests.withLock { $0 += 1 }
                    isOpen = connection.perform(handler(request), to: request)
                case .failure(.ended): return connection.close()
                case .failure(.refused(let status)):
                    isOpen = connection.perform(.message(status: status), to: nil)
                }
            }
        }
    }
}
