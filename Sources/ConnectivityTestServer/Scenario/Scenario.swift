/// A description of a hostile network: hosts, replies, faults, names, and the effect of a sign-in.
///
/// ``run(port:securePort:namePort:)`` serves it on the loopback address. A scenario file is JSON with the keys
/// `description`, `hosts`, `session` and `names`; all but `hosts` are optional. ``init(parsing:folder:)`` describes
/// them.
public struct Scenario: Hashable, Sendable {
    /// The sign-in state of the network's only client.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The client has not signed in, or its session has ended.
        case signedOut = "signed-out"
        /// The client has signed in.
        case signedIn = "signed-in"
    }

    /// A host of the network, which answers for a name.
    public struct Host: Hashable, Sendable {
        /// The certificate that a TLS client receives.
        ///
        /// If it is `nil`, the effect is that of ``TestServer/Security/Certificate/broken``.
        public var tls: TestServer.Security.Certificate?
        /// The fault of the replies that do not state one.
        public var fault: TestServer.Fault?
        /// The replies; the first that matches a request is sent.
        public var replies: [Reply]

        /// Creates a host.
        /// - Parameters:
        ///   - tls: The certificate that a TLS client receives.
        ///   - fault: The fault of the replies that do not state one.
        ///   - replies: The replies; the first that matches a request is sent.
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

    /// A response and a condition for the requests that it answers.
    public struct Reply: Hashable, Sendable {
        /// The path without the query, or a prefix followed by `*`; `nil` for every path.
        public var path: String?
        /// The method; `nil` for every method.
        public var method: String?
        /// The state of the session; `nil` for both states.
        public var when: State?
        /// The state after the reply; `nil` leaves the state unchanged.
        public var leadsTo: State?
        /// The response.
        public var message: TestServer.Message
        /// The fault of the reply; it replaces the whole fault of the host.
        public var fault: TestServer.Fault?

        /// Creates a reply to every request.
        /// - Parameter message: The response.
        public init(_ message: TestServer.Message) { self.message = message }
    }

    /// The limits of a session; without limits it lasts until the scenario ends.
    public struct Session: Hashable, Sendable {
        /// The time from the sign-in to the end of the session; `nil` for no limit.
        public var expiresAfter: Duration?
        /// The number of requests that are answered before the session ends; `nil` for no limit.
        public var expiresAfterRequests: Int?

        /// Creates the limits of a session.
        /// - Parameters:
        ///   - expiresAfter: The time from the sign-in to the end of the session; `nil` for no limit.
        ///   - expiresAfterRequests: The number of requests that are answered before the session ends; `nil` for no
        ///     limit.
        public init(expiresAfter: Duration? = nil, expiresAfterRequests: Int? = nil) {
            self.expiresAfter = expiresAfter
            self.expiresAfterRequests = expiresAfterRequests
        }
    }

    /// A text about the network, for people.
    public var description: String?
    /// The hosts by name: a full name, `*.` and a suffix, or `*`.
    ///
    /// The first reply that matches a request is sent. The host with the most specific matching name is tried first,
    /// then the other matching hosts: the full name, the suffixes from the longest on, `*`. If no reply matches, the
    /// response is 404.
    public var hosts: [String: Host]
    /// The limits of a session.
    public var session: Session
    /// The rules of the name server.
    ///
    /// A name that matches no rule but matches a host has the address 127.0.0.1. Other names do not exist.
    public var names: [NameRule]

    /// Creates a scenario.
    /// - Parameters:
    ///   - description: A text about the network, for people.
    ///   - hosts: The hosts by name.
    ///   - session: The limits of a session.
    ///   - names: The rules of the name server.
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
