public import ConnectivityCore

/// On which network which agent signs in, and what it may send to whom.
///
/// Names and addresses of networks can be forged. So a secret has the one host that may receive it, and goes there over verified TLS
/// only, unless the user permits plain HTTP on this network (``permitsPlainHTTP``).
public struct SignInRule: Sendable {
    /// A secret and the only host that receives it.
    public struct Secret: Hashable, Sendable {
        /// The place of the secret.
        public var source: SecretField.Source
        /// The only host that may receive it, in lower case, with its port if that is not the usual one of the scheme: another port
        /// is another service.
        public var host: String

        /// Creates a secret.
        /// - Parameters:
        ///   - source: The place of the secret.
        ///   - host: The only host that may receive it, a name or an address, such as `login.hotel.example` or `192.0.2.1:3990`.
        public init(_ source: SecretField.Source, to host: String) {
            (self.source, self.host) = (source, host.lowercased())
        }
    }

    /// What the user accepts in place of a person.
    public struct Terms: Hashable, Sendable {
        /// What is accepted and when it was read, in the user's words.
        public var text: String
        /// The SHA-256 digest of the page with the terms, in lowercase hexadecimal digits; `nil` for any page.
        public var digest: String?

        /// Creates terms.
        /// - Parameters:
        ///   - text: What is accepted and when it was read.
        ///   - digest: The digest of the page.
        public init(_ text: String, digest: String? = nil) { (self.text, self.digest) = (text, digest) }
    }

    /// The name of the network for people.
    public var name: String
    /// What must hold of the interface.
    public var match: NetworkMatch
    /// The hosts of the portal, of which its sign-in URL must have one, with an optional `*.` at the beginning; empty for any host.
    public var portals: [String]
    /// The agent that signs in.
    public var agent: any SignInAgent
    /// The name of the agent in reports.
    public var agentName: String
    /// The secrets that the agent may have sent, by name.
    public var secrets: [String: Secret] = [:]
    /// The hosts that may be asked in addition to the portal's own and those of the secrets.
    public var hosts: Set<String> = []
    /// Whether secrets may be sent to their hosts without TLS, where everybody on the network can read them.
    public var permitsPlainHTTP = false
    /// What the user accepts in place of a person; `nil` if nothing.
    public var accepts: Terms?
    /// Whether the session is ended when the program ends.
    public var logsOff = false

    /// Creates a rule.
    public init(_ name: String, on match: NetworkMatch, portals: [String] = [], agent: some SignInAgent) {
        (self.name, self.match, self.portals, self.agent) = (name, match, portals, agent)
        agentName = Self.name(of: agent, as: "\(type(of: agent))")
    }

    /// The name of an agent in reports, with its version if it states one.
    package static func name(of agent: some SignInAgent, as name: String) -> String {
        agent.version.map { "\(name) \($0)" } ?? name
    }

    /// Returns whether the rule is for a portal on an interface.
    package func applies(to portal: CaptivePortal, on interface: NetworkInterface) -> Bool {
        guard match.matches(interface) else { return false }
        guard !portals.isEmpty else { return true }
        let host = (portal.signInURL ?? portal.wispr?.loginURL ?? portal.apiURL)?.host
        return host.map { host in portals.contains { NamePatterns.isHost(host, in: $0) } } ?? false
    }

    /// Whether the user has agreed to sending a secret or a confirmation to a host by naming it.
    package func names(_ host: String) -> Bool {
        hosts.contains(host) || secrets.values.contains { (try? HTTPURL("https://\($0.host)/"))?.host == host }
            || portals.contains { NamePatterns.isHost(host, in: $0) }
    }
}
