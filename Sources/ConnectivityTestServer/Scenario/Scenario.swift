/// A description of a hostile network: hosts, replies, faults, names, and the effect of a sign-in.
///
/// ``run(port:securePort:namePort:)`` serves it on the loopback address. A scenario file is JSON with the keys
/// `description`, `hosts`, `session` and `names`; all but `hosts` are optional. ``init(parsing:folder:)`` describes
/// them.
package struct Scenario: Hashable, Sendable {
    /// The sign-in state of the network's only client.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The client has not signed in, or its session has ended.
        case signedOut = "signed-out"
        /// The client has signed in.
        case signedIn = "signed-in"
    }

    /// A host of the network, which answers for a name.
    package struct Host: Hashable, Sendable {
        /// The certificate that a TLS client receives.
        ///
        /// If it is `nil`, the effect is that of ``TestServer/Security/Certificate/broken``.
        package var tls: TestServer.Security.Certificate?
        /// The fault of the replies that do not state one.
        package var fault: TestServer.Fault?
        /// The replies; the first that matches a request is sent.
        package var replies: [Reply]

        /// Creates a host.
        /// - Parameters:
        ///   - tls: The certificate that a TLS client receives.
        ///   - fault: The fault of the replies that do not state one.
        ///   - replies: The replies; the first that matches a request is sent.
        package init(
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
    package struct Reply: Hashable, Sendable {
        /// The path without the query, or a prefix followed by `*`; `nil` for every path.
        package var path: String?
        /// The method; `nil` for every method.
        package var method: String?
        /// The state of the session; `nil` for both states.
        package var when: State?
        /// The state after the reply; `nil` leaves the state unchanged.
        package var leadsTo: State?
        /// The response.
        package var message: TestServer.Message
        /// The fault of the reply; it replaces the whole fault of the host.
        package var fault: TestServer.Fault?

        /// Creates a reply to every request.
        /// - Parameter message: The response.
        package init(_ message: TestServer.Message) { self.message = message }
    }

    /// The limits of a session; without limits it lasts until the scenario ends.
    package struct Session: Hashable, Sendable {
        /// The time from the sign-in to the end of the session; `nil` for no limit.
        package var expiresAfter: Duration?
        /// The number of requests that are answered before the session ends; `nil` for no limit.
        package var expiresAfterRequests: Int?

        /// Creates the limits of a session.
        /// - Parameters:
        ///   - expiresAfter: The time from the sign-in to the end of the session; `nil` for no limit.
        ///   - expiresAfterRequests: The number of requests that are answered before the session ends; `nil` for no
        ///     limit.
        package init(expiresAfter: Duration? = nil, expiresAfterRequests: Int? = nil) {
            self.expiresAfter = expiresAfter
            self.expiresAfterRequests = expiresAfterRequests
        }
    }

    /// A text about the network, for people.
    package var description: String?
    /// The hosts by name: a full name, `*.` and a suffix, or `*`.
    ///
    /// The first reply that matches a request is sent. The host with the most specific matching name is tried first,
    /// then the other matching hosts: the full name, the suffixes from the longest on, `*`. If no reply matches, the
    /// response is 404.
    package var hosts: [String: Host]
    /// The limits of a session.
    package var session: Session
    /// The rules of the name server.
    ///
    /// A name that matches no rule but matches a host has the address 127.0.0.1. Other names do not exist.
    package var names: [NameRule]

    /// Creates a scenario.
    /// - Parameters:
    ///   - description: A text about the network, for people.
    ///   - hosts: The hosts by name.
    ///   - session: The limits of a session.
    ///   - names: The rules of the name server.
    package init(
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
