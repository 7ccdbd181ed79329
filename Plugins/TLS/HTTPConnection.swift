public import ConnectivityCore

/// What is known of the connections of an HTTP exchange, besides their times.
public struct HTTPConnection: Hashable, Sendable {
    /// The addresses that the name of the host had, at most 16; empty if the system or a proxy looked the name up.
    ///
    /// The one that was used is ``ConnectivityCore/ProbeExchange/remoteAddress``.
    public var hostAddresses: [IPAddress]
    /// The redirects that were followed, in order, at most five; see ``ConnectivityCore/HTTPQuestion/redirectCountMax``.
    public var redirects: [FollowedRedirect]
    /// The URL that gave the answer; `nil` if the question is not an HTTP request.
    public var answeredURL: HTTPURL?
    /// Why the redirect in the answer was not followed; `nil` if it has none, or if none may be followed.
    public var redirectRefusal: RedirectRefusal?
    /// What TLS showed; `nil` without TLS, if nothing asked for it (``ConnectivityCore/HTTPQuestion/readsTLS``), or if the prober
    /// does not know it.
    public var tls: TLSFindings?
}

extension ProbeExchange {
    /// What is known of the connections of an HTTP request, besides their times.
    public var httpConnection: HTTPConnection {
        get {
            HTTPConnection(
                hostAddresses: hostAddresses,
                redirects: redirects,
                answeredURL: answeredURL,
                redirectRefusal: redirectRefusal,
                tls: connection["tls"]?.record.flatMap { TLSFindings(facts: $0) }
            )
        }
        set {
            hostAddresses = newValue.hostAddresses
            redirects = newValue.redirects
            answeredURL = newValue.answeredURL
            redirectRefusal = newValue.redirectRefusal
            connection["tls"] = newValue.tls.map { .record($0.facts) }
        }
    }

    /// The findings of TLS in this probe, of an HTTP request or of another kind.
    package var tlsFindings: TLSFindings? {
        guard case .success(.other(_, let facts)) = outcome else { return httpConnection.tls }
        return facts["tls"]?.record.flatMap { TLSFindings(facts: $0) }
    }
}
