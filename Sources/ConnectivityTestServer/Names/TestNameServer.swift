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
