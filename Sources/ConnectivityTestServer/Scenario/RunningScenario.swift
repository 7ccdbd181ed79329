import ConnectivitySupport

extension Scenario {
    /// Makes the network real, on 127.0.0.1 alone.
    ///
    /// One port speaks HTTP and, where a host has a certificate, TLS. A prober that connects there whatever the URL says
    /// (``RunningScenario/connectTo``) sees the network without names; one that asks the name server needs the ports 80, 443
    /// and 53, as in a network namespace.
    ///
    /// - Parameters:
    ///   - port: The port for HTTP and TLS; zero takes any free one.
    ///   - securePort: A second port that does the same; `nil` opens none.
    ///   - namePort: The port of the name server; zero takes any free one.
    /// - Returns: The network, which ends with ``RunningScenario/stop()`` or when it is let go.
    /// - Throws: ``TestServerError`` where the system refuses a socket, and ``TestAuthorityError`` where a host has a
    ///   certificate and none can be made.
    public func run(port: UInt16 = 0, securePort: UInt16? = nil, namePort: UInt16 = 0) throws -> RunningScenario {
        try RunningScenario(self, port: port, securePort: securePort, namePort: namePort)
    }
}

/// A network that runs as a ``Scenario`` says.
public final class RunningScenario: Sendable {
    /// The certificate of the authority that signs the good certificates, as PEM; `nil` where no host has a certificate.
    public let certificatePEM: String?
    /// The second port, where one was asked for.
    public let securePort: UInt16?

    private let servers: [TestServer]
    private let nameServer: TestNameServer
    private let session: Session

    fileprivate init(_ scenario: Scenario, port: UInt16, securePort: UInt16?, namePort: UInt16) throws {
        let isSecure = scenario.hosts.values.contains { $0.tls != nil }
        let authority = isSecure ? try TestAuthority() : nil
        let security = authority.map { authority in
            TestServer.Security(authority: authority) { scenario.handshake(for: $0) }
        }
        let session = Session(scenario.session)
        servers = try ([port] + (securePort.map { [$0] } ?? [])).map { port in
            try TestServer(port: port, security: security) { request in
                session.answer(request, by: scenario)
            }
        }
        nameServer = try TestNameServer(port: namePort, rules: scenario.allNames)
        self.session = session
        self.securePort = securePort == nil ? nil : servers.last?.port
        certificatePEM = authority?.certificatePEM
    }

    /// The port for HTTP and TLS.
    public var port: UInt16 { servers[0].port }

    /// The port of the name server.
    public var namePort: UInt16 { nameServer.port }

    /// Where a prober must connect to instead of the hosts of its URLs, as `host:port`.
    public var connectTo: String { "127.0.0.1:\(port)" }

    /// The number of requests read so far, on all ports.
    public var requestCount: Int { servers.reduce(0) { $0 + $1.requestCount } }

    /// The number of questions to the name server so far.
    public var questionCount: Int { nameServer.questionCount }

    /// Whether the client is signed in, as of its last request; setting it signs in, for the whole time, or out.
    public var state: Scenario.State {
        get { session.current }
        set { session.change(to: newValue) }
    }

    /// Ends every server and connection at once.
    ///
    /// The call returns when all sockets are closed. Further calls do the same and are no error.
    public func stop() {
        for server in servers { server.stop() }
        nameServer.stop()
    }

    /// The state of the session, which the threads of all connections share.
    private final class Session: Sendable {
        private let state: Mutex<SessionState>

        init(_ limits: Scenario.Session) { state = Mutex(SessionState(limits)) }

        var current: Scenario.State { state.withLock { $0.state } }

        func change(to state: Scenario.State) {
            self.state.withLock { $0.change(to: state, at: .now) }
        }

        func answer(_ request: TestServer.Request, by scenario: Scenario) -> TestServer.Reply {
            state.withLock { state in
                let now = ContinuousClock.now
                let (reply, next) = scenario.answer(to: request, in: state.stateForRequest(at: now))
                if let next { state.change(to: next, at: now) }
                return reply
            }
        }
    }
}
