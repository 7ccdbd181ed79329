/// The reason why a probe got no complete response.
///
/// A failure is evidence, not an exceptional condition: an exchange holds it instead of a response.
public struct ProbeFailure: Error, Hashable, Sendable {
    /// The kind of a failure.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The name lookup gave no address; ``ProbeFailure/facts`` hold the reason if it is known.
        case nameLookup
        /// The peer refused the connection.
        case connectionRefused
        /// The network or the host cannot be reached from this device.
        case unreachable
        /// A time limit passed during a phase.
        case timedOut(Phase)
        /// The TLS handshake failed, or the certificate was not accepted.
        case tls(TLSFault)
        /// The peer reset the connection.
        case connectionReset
        /// The peer closed the connection before the first byte of the response.
        case emptyReply
        /// The bytes are not an HTTP response.
        case malformed
        /// The header is larger than the limit.
        case headerTooLarge
        /// The peer closed the connection before the end of the body.
        case truncated
        /// The interface to which the request is bound cannot be used.
        case interfaceUnavailable
        /// The prober does not support the request and sent nothing; the endpoint counts as not asked.
        case unsupported
        /// This program, not the network, lacked a resource; the endpoint counts as not asked.
        case shortage(Resource)
        /// The probe was cancelled before it ended.
        case cancelled
        /// The round ended before the time limit of the probe, which shows nothing about the network.
        case cutOff
        /// A replaying prober has no recording for the request.
        case notRecorded
        /// A library or the system reports another error, by its own number.
        case other(Domain, code: Int)
    }

    /// The domain of an error number, such as `curl` or `errno`.
    ///
    /// A prober from another package defines its own domain: lowercase letters, digits and hyphens.
    public struct Domain: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name.
        public let rawValue: String

        /// Creates a domain; `nil` if the name is empty or has other characters.
        public init?(rawValue: String) {
            let isName = rawValue.utf8.allSatisfy { byte in
                byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte.isASCIILetter && byte.asciiLowercased == byte
            }
            guard isName, !rawValue.isEmpty else { return nil }
            self.rawValue = rawValue
        }

        public init(stringLiteral value: String) {
            guard let domain = Self(rawValue: value) else {
                preconditionFailure("a domain consists of lowercase letters, digits and hyphens: \(value)")
            }
            self = domain
        }

        /// Error numbers of libcurl (`CURLcode`).
        public static let curl: Domain = "curl"
        /// Error numbers of c-ares (`ares_status`).
        public static let cAres: Domain = "c-ares"
        /// Error numbers of the system (errno(3)).
        public static let errno: Domain = "errno"
        /// Error numbers of Foundation (`NSURLErrorDomain`).
        public static let nsURLError: Domain = "nsurlerror"
    }

    /// The phases of a probe, in order.
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        /// From the start until an address is known.
        case nameLookup
        /// From the known address until the connection is open.
        case connect
        /// The TLS handshake.
        case tls
        /// From the request to the end of the response's header.
        case response
        /// From the end of the header to the end of the body.
        case body
    }

    /// The reason why TLS failed.
    @nonexhaustive
    public enum TLSFault: String, Hashable, Sendable, Codable, CaseIterable {
        /// The certificate has expired or is not yet valid; a wrong clock has the same effect.
        case expired
        /// The authority that issued the certificate is unknown on this device, or the certificate is self-signed.
        case unknownAuthority
        /// The certificate is for another host.
        case wrongHost
        /// The peer does not speak TLS, or no version or cipher that both sides accept.
        case `protocol`
        /// The certificate was refused for another reason.
        case certificate
    }

    /// A resource of the program or the device that a probe needs.
    @nonexhaustive
    public enum Resource: String, Hashable, Sendable, Codable, CaseIterable {
        /// Descriptors for open files and sockets.
        case descriptors
        /// Threads.
        case threads
        /// Memory.
        case memory
    }

    /// The kind of the failure.
    public var kind: Kind
    /// The message of the library or system that reported the failure; it is not stable, so do not match on it.
    public var detail: String
    /// The part of the response that had arrived, if its header was complete.
    public var partialResponse: ProbeResponse?
    /// The known facts about the cause, by stable names; empty if nothing is known.
    ///
    /// A failed name lookup has `cause` (`no-such-name`, `server-failure`, `refused`, `other-code`, `no-address`, `no-answer`,
    /// `server-closed`, `server-unreachable`, `malformed`, `no-server`, `bad-name`), the `rcode` of a reply, its `extendedErrors`
    /// (RFC 8914) with `code`, `purpose` and `text`, and the `server` that sent the reply, or `asked`, the servers that were
    /// asked, if none replied. A request for an echo that was reported as undeliverable has `cause` (`no-neighbour`, `no-route`,
    /// `prohibited`, `closed`, `too-big`, `expired`, `other`), and `reportedBy` and `mtu` if they are known. A certificate that is
    /// not valid now has `cause` (`certificate-expired`, `certificate-not-yet-valid`) and is the record `certificate`. A request that
    /// failed at its proxy has `proxy` (`silent`, `closed`), or the `proxyStatus` of the proxy's answer to CONNECT. If there was
    /// no proxy to ask, `proxy` is `none`, `unsupported` or `unknown`.
    public var facts: Facts

    /// Creates a failure.
    public init(
        _ kind: Kind,
        detail: String = "",
        partialResponse: ProbeResponse? = nil,
        facts: Facts = [:]
    ) {
        self.kind = kind
        self.detail = detail
        self.partialResponse = partialResponse
        self.facts = facts
    }
}

extension ProbeFailure {
    /// The name of the fact with the trouble of a request's proxy.
    package static let proxyFact: String = "proxy"
    package static let proxyStatusFact: String = "proxyStatus"
}

extension ProbeFailure.Kind {
    /// Whether no address of the name was found in time.
    package var isOfName: Bool { self == .nameLookup || self == .timedOut(.nameLookup) }

    /// Whether this program caused the failure, which then shows nothing about the network.
    package var isOwn: Bool {
        switch self {
        case .unsupported, .shortage: true
        default: false
        }
    }

    /// The stable name in JSON and in fixtures, such as `timed-out.connect` or `tls.expired`.
    public var name: String {
        switch self {
        case .nameLookup: "name-lookup"
        case .connectionRefused: "connection-refused"
        case .unreachable: "unreachable"
        case .timedOut(let phase): "timed-out.\(phase == .nameLookup ? "name-lookup" : phase.rawValue)"
        case .tls(let fault): "tls.\(fault.name)"
        case .connectionReset: "connection-reset"
        case .emptyReply: "empty-reply"
        case .malformed: "malformed"
        case .headerTooLarge: "header-too-large"
        case .truncated: "truncated"
        case .interfaceUnavailable: "interface-unavailable"
        case .unsupported: "unsupported"
        case .shortage(let resource): "shortage.\(resource.rawValue)"
        case .cancelled: "cancelled"
        case .cutOff: "cut-off"
        case .notRecorded: "not-recorded"
        case .other(let domain, let code): "other.\(domain.rawValue).\(code)"
        }
    }
}

extension ProbeFailure.TLSFault {
    /// The stable name, with hyphens.
    public var name: String {
        switch self {
        case .unknownAuthority: "unknown-authority"
        case .wrongHost: "wrong-host"
        case .expired, .protocol, .certificate: rawValue
        }
    }
}

extension ProbeFailure.Kind: CustomStringConvertible {
    /// The stable name.
    public var description: String { name }
}

extension ProbeFailure: CustomStringConvertible {
    /// The kind, and the message of the system or the library.
    public var description: String { "\(kind)\(detail.isEmpty ? "" : ": \(detail.printable(limit: 120))")" }
}
