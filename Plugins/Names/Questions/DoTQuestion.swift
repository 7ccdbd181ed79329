package import ConnectivityCore

/// A question to a name server over TLS (RFC 7858), in a separate connection.
///
/// Its facts in configurations and recordings are `to` (a host, with or without a port; the default is 853), `name`, and
/// optionally `type` and `random` as in ``DNSQuestion``, `serverName` and `verify`:
///
/// ```json
/// { "question": { "kind": "dot", "facts": { "to": "9.9.9.9", "name": "www.example.net", "type": "AAAA" } },
///   "owner": "Example", "expect": "validator.dns-records" }
/// ```
///
/// The server is authenticated by ``serverName``, otherwise by ``host``: a name, or an address that must be in its certificate
/// (RFC 8310, section 8.1). The answer has the facts of a ``DNSAnswer``.
package struct DoTQuestion: TypedQuestion, Hashable {
    package static let kind: Question.Kind = "dot"
    /// The port for names over TLS (RFC 7858, section 3.1).
    package static let defaultPort: UInt16 = 853

    /// The records to ask for; its ``DNSQuestion/server`` is `nil`.
    package let records: DNSQuestion
    /// The host of the server, a name or an address.
    package let host: String
    /// The port of the server.
    package let port: UInt16
    /// The name that is sent in the handshake and that the certificate must have; `nil` for ``host``.
    package let serverName: String?
    /// Whether a certificate that is not accepted is a failure; otherwise there is an answer, whose author is unknown.
    package let isVerified: Bool

    /// Creates a question; `nil` if the destination is not a host, or if the server's name is invalid.
    ///
    /// The destination is a host such as `dns.example`, `192.0.2.1:853` or `[2001:db8::1]`. The server of `records` is not used.
    package init?(
        to destination: String,
        asking records: DNSQuestion,
        serverName: String? = nil,
        isVerified: Bool = true
    ) {
        guard let (host, port) = try? HTTPURL.hostAndPort(destination[...]),
            let url = try? HTTPURL("https://\(host.contains(":") ? "[\(host)]" : host)/"), url.path == "/",
            url.query == nil,
            serverName.map({ HTTPURL.isHost($0) }) ?? true
        else { return nil }
        self.records = records.withoutServer
        (self.host, self.port) = (url.host, port ?? Self.defaultPort)
        (self.serverName, self.isVerified) = (serverName, isVerified)
    }

    /// The host with the port, as in the fact `to`.
    package var destination: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    package init?(facts: Facts) {
        guard let destination = facts["to"]?.text, let isVerified = (facts["verify"] ?? true).flag,
            facts["serverName"].map({ $0.text != nil }) ?? true,
            let records = DNSQuestion(facts: facts, besides: ["to", "serverName", "verify"])
        else { return nil }
        self.init(
            to: destination,
            asking: records,
            serverName: facts["serverName"]?.text,
            isVerified: isVerified
        )
    }

    package var facts: Facts {
        var facts = records.facts
        facts["to"] = .text(destination)
        if let serverName { facts["serverName"] = .text(serverName) }
        if !isVerified { facts["verify"] = false }
        return facts
    }
}
