import ConnectivityCore
import ConnectivitySupport

extension Scenario {
    /// Runs the network on 127.0.0.1.
    ///
    /// One port speaks HTTP and, if a host has a certificate, TLS. A prober that connects to this port for every URL
    /// (``RunningScenario/connectTo``) uses the network without name lookup. A prober that asks the name server
    /// needs the ports 80, 443 and 53, for example in a network namespace.
    ///
    /// - Parameters:
    ///   - port: The port for HTTP and TLS; zero takes any free port.
    ///   - securePort: A second port with the same service; `nil` for none.
    ///   - namePort: The port of the name server; zero takes any free port.
    /// - Returns: The running network, which ends on ``RunningScenario/stop()`` or when its last reference is
    ///   released.
    /// - Throws: ``TestServerError`` if the system refuses a socket; ``TestAuthorityError`` if a host has a
    ///   certificate and none can be created.
    package func run(port: UInt16 = 0, securePort: UInt16? = nil, namePort: UInt16 = 0) throws -> RunningScenario {
        try RunningScenario(self, port: port, securePort: securePort, namePort: namePort)
    }
}

/// A running network that a ``Scenario`` describes.
package final class RunningScenario: Sendable {
    /// The certificate of the authority as PEM text, for clients to trust; `nil` if no host has a certificate.
    package let certificatePEM: String?
    /// The second port; `nil` if none was requested.
    package let securePort: UInt16?

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
    package var port: UInt16 { servers[0].port }

    /// The port of the name server.
    package var namePort: UInt16 { nameServer.port }

    /// The address that a prober must connect to instead of the hosts of its URLs, as `host:port`.
    package var connectTo: String { "127.0.0.1:\(port)" }

    /// The number of requests that were read so far, on all ports.
    package var requestCount: Int { servers.reduce(0) { $0 + $1.requestCount } }

    /// The number of questions to the name server so far.
    package var questionCount: Int { nameServer.questionCount }

    /// The state of the client at its last request.
    ///
    /// Setting it signs the client out, or signs it in with a new session.
    package var state: Scenario.State {
        get { session.current }
        set { session.change(to: newValue) }
    }

    /// Stops all servers and ends every connection at once.
    ///
    /// The call returns when all sockets are closed. Further calls are not an error.
    package func stop() {
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
    /// The names of the hosts, the most specific first: full names, then suffixes from the longest on, then `*`.
    private var hostNames: [String] {
        hosts.keys.sorted { first, second in
            let isPattern = (first.hasPrefix("*"), second.hasPrefix("*"))
            guard isPattern.0 == isPattern.1 else { return isPattern.1 }
            let counts = (first.utf8.count, second.utf8.count)
            return counts.0 == counts.1 ? first < second : counts.0 > counts.1
        }
    }

    /// Returns the hosts that answer for a name, the most specific first.
    private func hosts(for name: String) -> [Host] {
        hostNames.filter { NamePattern($0).matches(name) }.compactMap { hosts[$0] }
    }

    /// Returns the reply to a request in a state, and the state after it.
    func answer(to request: TestServer.Request, in state: State) -> (reply: TestServer.Reply, leadsTo: State?) {
        let asked = Self.asked(request)
        for host in hosts(for: asked.host) {
            guard let reply = host.replies.first(where: { $0.fits(request.method, asked.path, state) }) else {
                continue
            }
            var answer = TestServer.Reply([.respond(reply.message)])
            answer.fault = reply.fault ?? host.fault
            // With TLS, the handshake has already waited.
            if request.isSecure { answer.fault?.delayBeforeAccept = .zero }
            return (answer, reply.leadsTo)
        }
        return (.message(status: 404), nil)
    }

    /// Returns the answer to a TLS client that names a host.
    func handshake(for name: String?) -> TestServer.Security.Handshake {
        let host = hosts(for: name ?? "127.0.0.1").first { $0.tls != nil }
        return TestServer.Security.Handshake(host?.tls ?? .broken, delay: host?.fault?.delayBeforeAccept ?? .zero)
    }

    /// The rules of the name server, including those that follow from the hosts.
    var allNames: [NameRule] { names + hostNames.map { NameRule($0, addresses: ["127.0.0.1"]) } }

    /// Returns the host and the path that a request asks for; a request to a proxy has a full URL.
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

/// The state of the client's session, computed from events and their times.
struct SessionState {
    private let limits: Scenario.Session
    private var deadline: ContinuousClock.Instant?
    private var requestsLeft: Int?
    private(set) var state = Scenario.State.signedOut

    init(_ limits: Scenario.Session) { self.limits = limits }

    /// Returns the state for a request, and counts the request towards the limit of the session.
    mutating func stateForRequest(at now: ContinuousClock.Instant) -> Scenario.State {
        if state == .signedIn, requestsLeft == 0 || deadline.map({ now >= $0 }) == true { state = .signedOut }
        if state == .signedIn { requestsLeft? -= 1 }
        return state
    }

    /// Signs the client in, with a new session, or out.
    mutating func change(to state: Scenario.State, at now: ContinuousClock.Instant) {
        self.state = state
        deadline = limits.expiresAfter.map { now + $0 }
        requestsLeft = limits.expiresAfterRequests
    }
}
