public import ConnectivityCore

/// A rule for signing in: the network, the agent, and the hosts that may receive its data.
///
/// Names and addresses of networks can be forged. A secret therefore has one host that may receive it, and is sent there only
/// over verified TLS, unless the user permits plain HTTP on this network (`permitsPlainHTTP`).
public struct SignInRule: Sendable {
    /// A secret and the only host that receives it.
    public struct Secret: Hashable, Sendable {
        /// The location of the secret.
        public var source: HTTPQuestion.SecretField.Source
        /// The only host that may receive it, in lower case, such as `login.hotel.example` or `192.0.2.1:3990`.
        ///
        /// It has its port if that is not the usual one of the scheme, because another port is another service.
        public var host: String

        /// Creates a secret.
        public init(_ source: HTTPQuestion.SecretField.Source, to host: String) {
            (self.source, self.host) = (source, host.lowercased())
        }
    }

    /// The terms that the user accepts in place of a person.
    public struct Terms: Hashable, Sendable {
        /// The accepted terms and the time of reading them, in the user's words.
        public var text: String
        /// The SHA-256 digests of the pages with the terms, in lowercase hexadecimal digits and separated by spaces; `nil` for
        /// any page.
        public var digest: String?

        /// Creates terms.
        public init(_ text: String, digest: String? = nil) { (self.text, self.digest) = (text, digest) }
    }

    /// The readable name of the network.
    public var name: String
    /// The conditions for the interface.
    public var match: PipelineConfiguration.NetworkMatch
    /// The hosts of the portal, one of which its sign-in URL must have, with an optional `*.` at the start; empty for any host.
    public var portals: [String]
    /// The agent that signs in.
    public var agent: any SignInAgent
    /// The name of the agent in reports.
    package var agentName: String
    /// The secrets that the agent may have sent, by name.
    public var secrets: [String: Secret] = [:]
    /// The hosts that may be asked in addition to the portal's own and those of the secrets.
    public var hosts: Set<String> = []
    /// Whether secrets may be sent to their hosts without TLS, so that everybody on the network can read them.
    package var permitsPlainHTTP = false
    /// The terms that the user accepts in place of a person; `nil` for none.
    public var accepts: Terms?
    /// Whether the session is ended when the program ends.
    package var logsOff = false

    /// Creates a rule.
    public init(
        _ name: String,
        on match: PipelineConfiguration.NetworkMatch,
        portals: [String] = [],
        agent: some SignInAgent
    ) {
        (self.name, self.match, self.portals, self.agent) = (name, match, portals, agent)
        agentName = Self.name(of: agent, as: "\(type(of: agent))")
    }

    /// The name of an agent in reports, with its version if it states one.
    package static func name(of agent: some SignInAgent, as name: String) -> String {
        agent.version.map { "\(name) \($0)" } ?? name
    }

    /// Returns whether the rule applies to a portal on an interface.
    package func applies(to portal: CaptivePortal, on interface: NetworkInterface) -> Bool {
        guard match.matches(interface) else { return false }
        guard !portals.isEmpty else { return true }
        let host = (portal.signInURL ?? portal.wispr?.loginURL ?? portal.apiURL)?.host
        return host.map { host in portals.contains { NamePatterns.isHost(host, in: $0) } } ?? false
    }

    /// Whether the user permits sending a secret or a confirmation to a host by naming it.
    package func names(_ host: String) -> Bool {
        hosts.contains(host) || secrets.values.contains { (try? HTTPURL("https://\($0.host)/"))?.host == host }
            || portals.contains { NamePatterns.isHost(host, in: $0) }
    }
}
