public import ConnectivityCore

/// The facts known about the connections of an HTTP exchange, besides their times.
public struct HTTPConnection: Hashable, Sendable {
    /// The addresses of the host's name, at most 16; empty if the system or a proxy looked the name up.
    ///
    /// The used address is ``ConnectivityCore/ProbeExchange/remoteAddress``.
    package var hostAddresses: [IPAddress]
    /// The redirects that were followed, in order, at most five; see `HTTPQuestion.redirectCountMax`.
    public var redirects: [ProbeExchange.Redirect]
    /// The URL that gave the answer; `nil` if the question is not an HTTP request.
    package var answeredURL: HTTPURL?
    /// The reason why the redirect in the answer was not followed; `nil` without one, or if none may be followed.
    package var redirectRefusal: ProbeExchange.RedirectRefusal?
    /// The findings of TLS; `nil` without TLS, without a request (`HTTPQuestion.readsTLS`), or if unknown.
    public var tls: TLSFindings?
}

extension ProbeExchange {
    /// The facts known about the connections of an HTTP request, besides their times.
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
