/// Why a probe brought no complete response.
///
/// A failure is evidence, not an exceptional condition: it stands in an exchange where the response would stand.
public struct ProbeFailure: Error, Hashable, Sendable {
    /// What went wrong.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The host name led to no address; ``ProbeFailure/facts`` say why if it is known.
        case nameLookup
        /// The peer refused the connection.
        case connectionRefused
        /// The network or the host cannot be reached from here.
        case unreachable
        /// A time limit passed in a phase.
        case timedOut(Phase)
        /// TLS could not be agreed on or the certificate was not accepted.
        case tls(TLSFault)
        /// The peer broke the connection.
        case connectionReset
        /// The peer closed the connection without a byte of response.
        case emptyReply
        /// The bytes are no HTTP response.
        case malformed
        /// The header is larger than the limit.
        case headerTooLarge
        /// The peer closed the connection before the end of the body.
        case truncated
        /// The interface that the request must leave through cannot be used.
        case interfaceUnavailable
        /// The prober cannot send such a request, and has sent nothing: it counts as not asked.
        case unsupported
        /// The probe was cancelled before it ended.
        case cancelled
        /// A replaying prober has no recording for the request.
        case notRecorded
        /// A library or the system reports something else, by a number of its own.
        case other(Domain, code: Int)
    }

    /// Whose number a number is, such as `curl` or `errno`.
    ///
    /// A prober of another package names its own: small letters, digits and hyphens.
    public struct Domain: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name.
        public let rawValue: String

        /// Creates a domain; `nil` for a name that is empty or has other characters.
        public init?(rawValue: String) {
            let isName = rawValue.utf8.allSatisfy { byte in
                byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte.isASCIILetter && byte.asciiLowercased == byte
            }
            guard isName, !rawValue.isEmpty else { return nil }
            self.rawValue = rawValue
        }

        public init(stringLiteral value: String) {
            guard let domain = Self(rawValue: value) else {
                preconditionFailure("a domain is small letters, digits and hyphens: \(value)")
            }
            self = domain
        }

        /// Numbers of libcurl (`CURLcode`).
        public static let curl: Domain = "curl"
        /// Numbers of c-ares (`ares_status`).
        public static let cAres: Domain = "c-ares"
        /// Numbers of the system (errno(3)).
        public static let errno: Domain = "errno"
        /// Numbers of Foundation (`NSURLErrorDomain`).
        public static let nsURLError: Domain = "nsurlerror"
    }

    /// The phases of a probe, in order.
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        /// From the name to an address.
        case nameLookup
        /// From the address to a connection.
        case connect
        /// The TLS handshake.
        case tls
        /// From the request to the end of the response's header.
        case response
        /// From the end of the header to the end of the body.
        case body
    }

    /// Why TLS failed.
    @nonexhaustive
    public enum TLSFault: String, Hashable, Sendable, Codable, CaseIterable {
        /// The certificate is past its end or before its beginning; a wrong clock looks the same.
        case expired
        /// The certificate's authority is not known here, or the certificate signs itself.
        case unknownAuthority
        /// The certificate is for another host.
        case wrongHost
        /// The peer does not speak TLS, or none that both sides accept.
        case `protocol`
        /// The certificate was refused for another reason.
        case certificate
    }

    /// What went wrong.
    public var kind: Kind
    /// The words of the library or system that reported it; not stable and not to be matched on.
    public var detail: String
    /// What had arrived by then, where a header was complete.
    public var partialResponse: ProbeResponse?
    /// What is known of the cause, by stable names; empty if it is not known.
    ///
    /// Of a name lookup: `cause` (`no-such-name`, `server-failure`, `refused`, `other-code`, `no-address`, `no-answer`,
    /// `server-closed`, `server-unreachable`, `malformed`, `no-server`, `bad-name`), the `rcode` of a reply, its
    /// `extendedErrors` (RFC 8914) with `code`, `purpose` and `text`, and the `server` that sent it, or else the servers that
    /// were `asked`.
    public var facts: Facts

    /// Creates a failure.
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - detail: The words of the library or system that reported it.
    ///   - partialResponse: What had arrived by then, where a header was complete.
    ///   - facts: What is known of the cause.
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

extension ProbeFailure.Kind {
    /// The stable name, such as `timed-out.connect` or `tls.expired`, that JSON and fixtures hold.
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
        case .cancelled: "cancelled"
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
