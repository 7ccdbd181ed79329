import ConnectivityCore
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

extension Scenario {
    /// The names of the hosts, the most exact first: whole ones, then ends from the longest on, then `*`.
    private var hostNames: [String] {
        hosts.keys.sorted { first, second in
            let isPattern = (first.hasPrefix("*"), second.hasPrefix("*"))
            guard isPattern.0 == isPattern.1 else { return isPattern.1 }
            let counts = (first.utf8.count, second.utf8.count)
            return counts.0 == counts.1 ? first < second : counts.0 > counts.1
        }
    }

    /// The hosts that answer for a name, the most exact first.
    private func hosts(for name: String) -> [Host] {
        hostNames.filter { NamePattern($0).matches(name) }.compactMap { hosts[$0] }
    }

    /// What is done with a request in a state.
    func answer(to request: TestServer.Request, in state: State) -> (reply: TestServer.Reply, leadsTo: State?) {
        let asked = Self.asked(request)
        for host in hosts(for: asked.host) {
            guard let reply = host.replies.first(where: { $0.fits(request.method, asked.path, state) }) else {
                continue
            }
            var answer = TestServer.Reply([.respond(reply.message)])
            answer.fault = reply.fault ?? host.fault
            // With TLS the handshake has waited already.
            if request.isSecure { answer.fault?.delayBeforeAccept = .zero }
            return (answer, reply.leadsTo)
        }
        return (.message(status: 404), nil)
    }

    /// What a TLS client that names a host is shown.
    func handshake(for name: String?) -> TestServer.Security.Handshake {
        let host = hosts(for: name ?? "127.0.0.1").first { $0.tls != nil }
        return TestServer.Security.Handshake(host?.tls ?? .broken, delay: host?.fault?.delayBeforeAccept ?? .zero)
    }

    /// The rules of the name server, those that the hosts imply included.
    var allNames: [NameRule] { names + hostNames.map { NameRule($0, addresses: ["127.0.0.1"]) } }

    /// The host and the path that a request asks for; a proxy is asked for a whole URL.
    private static func asked(_ request: TestServer.Request) -> (host: String, path: String) {
        if let url = try? HTTPURL(request.target) { return (url.host, url.path) }
        var host = request.host ?? ""
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = String(host[..<colon]) }
        return (host, String(request.target.prefix { $0 != "?" }))
    }
}

extension Scenario.Reply {
    fileprivate func fits(_ method: String, _ path: String, _ state: Scenario.State) -> Bool {
        guard self.method == nil || self.method == method, when == nil || when == state else { return false }
        guard let wanted = self.path else { return true }
        return wanted.hasSuffix("*") ? path.hasPrefix(wanted.dropLast()) : path == wanted
    }
}

/// Whether the client is signed in: a function of what happened and when.
struct SessionState {
    private let limits: Scenario.Session
    private var deadline: ContinuousClock.Instant?
    private var requestsLeft: Int?
    private(set) var state = Scenario.State.signedOut

    init(_ limits: Scenario.Session) { self.limits = limits }

    /// The state that a request meets, which may be its session's last.
    mutating func stateForRequest(at now: ContinuousClock.Instant) -> Scenario.State {
        if state == .signedIn, requestsLeft == 0 || deadline.map({ now >= $0 }) == true { state = .signedOut }
        if state == .signedIn { requestsLeft? -= 1 }
        return state
    }

    /// Signs in, for the whole time again, or out.
    mutating func change(to state: Scenario.State, at now: ContinuousClock.Instant) {
        self.state = state
        deadline = limits.expiresAfter.map { now + $0 }
        requestsLeft = limits.expiresAfterRequests
    }
}
