package import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP/1.1 server on the loopback address that sends scripted answers, including faulty ones.
///
/// It is for tests and demonstrations of real clients: it delays, resets, stalls, floods and breaks off on demand. It
/// listens only on 127.0.0.1. Connections persist if the client wants it (RFC 9112, section 9.3), and pipelined
/// requests are answered in order. At most 256 connections are open at once; for a further one, the one that has waited longest
/// for a request is closed, and if none waits, the further one is reset.
///
/// With a ``Security``, the same port also supports TLS, up to version 1.3 and without HTTP/2.
///
/// Limits of a request: 64 KiB of header, 1 MiB of body, ten seconds to arrive. A TLS handshake also has ten seconds.
/// The server itself answers a request that exceeds a limit, has a chunked body or is not HTTP/1 with 400, 408, 413 or
/// 431, and does not call the handler. It answers `Expect: 100-continue` immediately.
package final class TestServer: Sendable {
    /// The port of the server, from 1 through 65535.
    package let port: UInt16

    private let engine: Engine

    /// Starts a server.
    ///
    /// Both closures are called on a thread of the connection, for different connections possibly at the same time. They
    /// may block; only their connection waits. They must not call ``stop()`` or hold the only reference to the server.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; zero chooses any free port.
    ///   - security: The TLS settings. If it is `nil`, the server has no TLS and answers a handshake with 400.
    ///   - onConnect: Called for each new connection before anything is read. If it returns a reply, the reply is performed
    ///     at once, without a request. If it returns `nil`, the server reads a request and calls the handler.
    ///   - handler: Returns the reply to a request.
    /// - Throws: ``TestServerError`` if the system refuses the socket, the port or a thread.
    package init(
        port: UInt16 = 0,
        security: Security? = nil,
        onConnect: @escaping @Sendable () -> Reply? = { nil },
        handler: @escaping @Sendable (Request) -> Reply
    ) throws(TestServerError) {
        let engine = try Engine(port: port, security, onConnect, handler)
        // Before the last property is set, so that a server without threads is never asked to stop.
        try engine.start()
        self.engine = engine
        self.port = engine.port
    }

    deinit { stop() }

    /// The number of requests that were read so far, including those in progress.
    ///
    /// Connections that `onConnect` answered and requests that the server itself rejected do not count.
    package var requestCount: Int { engine.requestCount }

    /// Returns the URL of a target, which begins with a slash, on 127.0.0.1; `https` needs a ``Security``.
    package func url(_ target: String = "/", scheme: HTTPURL.Scheme = .http) -> HTTPURL {
        precondition(target.hasPrefix("/"), "a request target must begin with a slash")
        return HTTPURL(stringLiteral: "\(scheme.rawValue)://127.0.0.1:\(port)\(target)")
    }

    /// Stops accepting and ends every open connection at once, including waiting ones.
    ///
    /// The call returns when all sockets are closed. It blocks its thread until running handlers have returned. Further
    /// calls are not an error.
    package func stop() { engine.stop() }
}

extension TestServer {
    /// The state that the server's threads share; it exists until the last of them has ended.
    final class Engine: Sendable {
        private static let connectionCountMax = 256

        private let listener: Listener
        private let interruption: Latch
        private let crew: Crew
        private let waiting = WaitingConnections()
        private let security: Security?
        private let onConnect: @Sendable () -> Reply?
        private let handler: @Sendable (Request) -> Reply
        private let requests = Lock(0)

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

        func start() throws(TestServerError) {
            if listener.isServed(by: crew, interruptedBy: interruption, sparing: waiting, serve) { return }
            throw TestServerError(.serve, port: port, code: EAGAIN)
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
            let received = waiting.wait(channel.descriptor) { security.map { $0.open(channel) } ?? [] }
            guard let received else { return channel.close() }
            var connection = Connection(channel, received: received)
            var isOpen = true
            while isOpen {
                switch waiting.wait(channel.descriptor, for: { connection.readRequest() }) {
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
