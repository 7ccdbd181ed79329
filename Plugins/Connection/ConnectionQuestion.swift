public import ConnectivityCore

/// Opens a connection to a host over TCP, TLS or QUIC, and optionally sends texts and waits for answers.
///
/// Its facts in configurations and recordings are `to`, and optionally `transport` (`tcp`, `tls`, which is the default, or
/// `quic`), `serverName`, `alpn`, `verify`, `segment` and `dialogue`:
///
/// ```json
/// { "question": { "kind": "connection", "facts": { "to": "mail.example.net:25", "transport": "tcp", "dialogue": [
///     { "receive": "220 " }, { "send": "QUIT\r\n" }, { "receive": "221 " } ] } }, "owner": "Example",
///   "expect": { "use": "validator.connection" } }
/// ```
///
/// With `quic` the host is asked for its versions of QUIC (RFC 8999, section 6), which needs no handshake.
public struct ConnectionQuestion: TypedQuestion, Hashable {
    public static let kind: Question.Kind = "connection"

    /// The transport of a connection.
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        /// A TCP connection.
        case tcp
        /// A TCP connection with TLS.
        case tls
        /// A path over UDP to a server of QUIC.
        case quic
    }

    /// A part of a dialogue.
    public enum Step: Hashable, Sendable {
        /// Sends bytes.
        case send([UInt8])
        /// Waits until the bytes received since the last step contain these.
        case receive([UInt8])
    }

    package static let stepCounts = 0...16
    package static let stepByteCounts = 1...4_096
    package static let protocolCounts = 0...16
    package static let segmentSizes = 88...32_767

    /// The host, a name or an address.
    package let host: String
    /// The port.
    package let port: UInt16
    /// The transport.
    package let transport: Transport
    /// The name that is sent in the handshake and that the certificate must have; `nil` for ``host``.
    package let serverName: String?
    /// The protocols offered in the handshake, each of 1 to 255 bytes, the preferred one first (ALPN, RFC 7301).
    package let protocols: [String]
    /// Whether a certificate that is not accepted is a failure; otherwise the answer states its fault.
    package let isVerified: Bool
    /// The texts to send and to wait for once the connection is open; empty with ``Transport/quic``.
    package let dialogue: [Step]
    /// The maximum size in bytes of a TCP segment, in both directions (RFC 9293, section 3.7.1); `nil` for that of the path.
    package let segmentSize: Int?

    /// Creates a question; `nil` if the host is invalid or a number is not in its range.
    ///
    /// The destination is a host with or without a port (default 443), such as `dns.example:853` or `[2001:db8::1]:443`.
    public init?(
        to destination: String,
        over transport: Transport = .tls,
        serverName: String? = nil,
        protocols: [String] = [],
        isVerified: Bool = true,
        dialogue: [Step] = [],
        segmentSize: Int? = nil
    ) {
        // URLs have the same hosts, and their parser accepts internationalised names.
        guard let url = try? HTTPURL("https://\(destination)/"), url.path == "/", url.query == nil,
            serverName.map({ HTTPURL.isHost($0) }) ?? true, Self.protocolCounts.contains(protocols.count),
            protocols.allSatisfy({ (1...255).contains($0.utf8.count) }), Self.stepCounts.contains(dialogue.count),
            dialogue.allSatisfy({ Self.stepByteCounts.contains($0.bytes.count) }),
            segmentSize.map(Self.segmentSizes.contains) ?? true,
            transport != .quic || dialogue.isEmpty && protocols.isEmpty && serverName == nil && segmentSize == nil
        else { return nil }
        host = url.host
        port = url.port ?? url.scheme.defaultPort
        self.transport = transport
        self.serverName = serverName
        self.protocols = protocols
        self.isVerified = isVerified
        self.dialogue = dialogue
        self.segmentSize = segmentSize
    }

    /// Creates a question without a dialogue to an address, which is always a host.
    package init(
        to address: IPAddress,
        port: UInt16 = 443,
        over transport: Transport = .tls,
        isVerified: Bool = true,
        segmentSize: Int? = nil
    ) {
        (host, self.port, self.transport, self.isVerified) = ("\(address)", port, transport, isVerified)
        (serverName, protocols, dialogue, self.segmentSize) = (nil, [], [], segmentSize)
    }

    /// The host with the port, as in the fact `to`.
    package var destination: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    private static let names: Set = ["to", "transport", "serverName", "alpn", "verify", "dialogue", "segment"]

    public init?(facts: Facts) {
        guard facts.sorted.allSatisfy({ Self.names.contains($0.name) }), let destination = facts["to"]?.text,
            let transport = (facts["transport"] ?? "tls").text.flatMap(Transport.init(rawValue:)),
            let isVerified = (facts["verify"] ?? true).flag, facts["serverName"].map({ $0.text != nil }) ?? true,
            facts["segment"].map({ $0.integer != nil }) ?? true, let protocols = (facts["alpn"] ?? []).list,
            let steps = (facts["dialogue"] ?? []).list
        else { return nil }
        let offered = protocols.compactMap(\.text)
        let dialogue = steps.compactMap { $0.record.flatMap { Step(facts: $0) } }
        guard offered.count == protocols.count, dialogue.count == steps.count else { return nil }
        self.init(
            to: destination,
            over: transport,
            serverName: facts["serverName"]?.text,
            protocols: offered,
            isVerified: isVerified,
            dialogue: dialogue,
            segmentSize: facts["segment"]?.integer.map(Int.init(clamping:))
        )
    }

    public var facts: Facts {
        var facts: Facts = ["to": .text(destination), "transport": .text(transport.rawValue)]
        if let serverName { facts["serverName"] = .text(serverName) }
        if !protocols.isEmpty { facts["alpn"] = .list(protocols.map { .text($0) }) }
        if !isVerified { facts["verify"] = false }
        if let segmentSize { facts["segment"] = Fact(segmentSize) }
        if !dialogue.isEmpty { facts["dialogue"] = .list(dialogue.map { .record($0.facts) }) }
        return facts
    }
}

extension ConnectionQuestion.Step {
    /// Reads a step: one fact, `send` or `receive`, with text or bytes.
    fileprivate init?(facts: Facts) {
        guard let (name, fact) = facts.sorted.first, facts.sorted.count == 1,
            let bytes = fact.bytes ?? fact.text.map({ Array($0.utf8) })
        else { return nil }
        switch name {
        case "send": self = .send(bytes)
        case "receive": self = .receive(bytes)
        default: return nil
        }
    }

    fileprivate var facts: Facts {
        let fact = String(validUTF8: bytes).map(Fact.text) ?? .bytes(bytes)
        return if case .send = self { ["send": fact] } else { ["receive": fact] }
    }

    fileprivate var bytes: [UInt8] {
        switch self {
        case .send(let bytes), .receive(let bytes): bytes
        }
    }
}
