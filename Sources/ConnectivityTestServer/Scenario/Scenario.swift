/// A hostile network in one description: who answers for which host, how badly, and what a sign-in changes.
///
/// ``run(port:securePort:namePort:)`` makes it real on the loopback address. As a file it is JSON with the keys
/// `description`, `hosts`, `session` and `names`, of which all but `hosts` may be absent; see ``init(parsing:folder:)``.
public struct Scenario: Hashable, Sendable {
    /// Whether the one client of the network has signed in.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has not, or its session has ended.
        case signedOut = "signed-out"
        /// It has.
        case signedIn = "signed-in"
    }

    /// What answers for a name.
    public struct Host: Hashable, Sendable {
        /// What a TLS client is shown; `nil` is as ``TestServer/Security/Certificate/broken``.
        public var tls: TestServer.Security.Certificate?
        /// How the replies that have no fault of their own go wrong.
        public var fault: TestServer.Fault?
        /// The replies, of which the first that fits is sent.
        public var replies: [Reply]

        /// Creates a host.
        /// - Parameters:
        ///   - tls: What a TLS client is shown.
        ///   - fault: How the replies that have no fault of their own go wrong.
        ///   - replies: The replies.
        public init(
            tls: TestServer.Security.Certificate? = nil,
            fault: TestServer.Fault? = nil,
            replies: [Reply] = []
        ) {
            self.tls = tls
            self.fault = fault
            self.replies = replies
        }
    }

    /// A response and the requests that it is for.
    public struct Reply: Hashable, Sendable {
        /// The path, without the query; with `*` at its end, the beginning of one; `nil` is every path.
        public var path: String?
        /// The method; `nil` is every one.
        public var method: String?
        /// The state of the session; `nil` is both.
        public var when: State?
        /// The state after the reply; `nil` leaves it.
        public var leadsTo: State?
        /// What is sent.
        public var message: TestServer.Message
        /// How it goes wrong; takes the place of the host's fault as a whole.
        public var fault: TestServer.Fault?

        /// Creates a reply to every request.
        /// - Parameter message: What is sent.
        public init(_ message: TestServer.Message) { self.message = message }
    }

    /// How long a session lasts; without either limit, until the scenario ends.
    public struct Session: Hashable, Sendable {
        /// The time from the sign-in to the end.
        public var expiresAfter: Duration?
        /// The number of requests that are answered before the end.
        public var expiresAfterRequests: Int?

        /// Creates the limits of a session.
        /// - Parameters:
        ///   - expiresAfter: The time from the sign-in to the end.
        ///   - expiresAfterRequests: The number of requests that are answered before the end.
        public init(expiresAfter: Duration? = nil, expiresAfterRequests: Int? = nil) {
            self.expiresAfter = expiresAfter
            self.expiresAfterRequests = expiresAfterRequests
        }
    }

    /// What the network is, for people.
    public var description: String?
    /// The hosts by name: a whole one, `*.` and the end of one, or `*`.
    ///
    /// A request is answered by the first reply that fits, of the host whose name is most exact and then of the others that
    /// fit: a whole name, the longest end, `*`. Where none fits, the response is 404.
    public var hosts: [String: Host]
    /// How long a session lasts.
    public var session: Session
    /// What the name server answers; a name that no rule fits but a host does has the address 127.0.0.1, and other names
    /// do not exist.
    public var names: [NameRule]

    /// Creates a scenario.
    /// - Parameters:
    ///   - description: What the network is, for people.
    ///   - hosts: The hosts by name.
    ///   - session: How long a session lasts.
    ///   - names: What the name server answers.
    public init(
        description: String? = nil,
        hosts: [String: Host],
        session: Session = Session(),
        names: [NameRule] = []
    ) {
        self.description = description
        self.hosts = hosts
        self.session = session
        self.names = names
    }
}
