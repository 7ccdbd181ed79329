#if canImport(CCurl)
package import ConnectivityCore

/// The progress of a transfer: the times, measured from its start, at which its phases ended.
package struct CurlProgress: Hashable, Sendable {
    package enum Check: Hashable, Sendable {
        case expired(ProbeFailure.Phase)
        /// No limit has expired, and none can expire before this much time has passed.
        case again(Duration)
        /// No limit can expire any more.
        case never
    }

    package var nameLookup: Duration?
    package var connect: Duration?
    package var tls: Duration?
    package var firstByte: Duration?
    package var isHeaderComplete = false
    package var usesTLS = false

    package var phase: ProbeFailure.Phase {
        if isHeaderComplete { return .body }
        if nameLookup == nil { return .nameLookup }
        if connect == nil { return .connect }
        return usesTLS && tls == nil ? .tls : .response
    }

    /// Checks the limits of the single phases; the total is ignored.
    package func check(_ limits: ProbeLimits, elapsed: Duration) -> Check {
        let deadline: Duration?
        let later: [Duration?]
        switch phase {
        case .nameLookup:
            deadline = limits.nameLookup
            later = [limits.connect, limits.response]
        case .connect, .tls:
            deadline = limits.connect.map { (nameLookup ?? .zero) + $0 }
            later = [limits.response]
        case .response:
            deadline = limits.response.map { handshakesEnd + $0 }
            later = []
        case .body:
            return .never
        }
        let remaining = deadline.map { $0 - elapsed }
        if let remaining, remaining <= .zero { return .expired(phase) }
        // A later phase cannot begin before now, so its limit cannot expire before its full length has passed.
        return (later + [remaining]).compactMap(\.self).min().map { .again($0) } ?? .never
    }

    /// Returns the duration of each phase that was reached.
    package func timings(total: Duration) -> ProbeExchange.Timings {
        ProbeExchange.Timings(
            nameLookup: nameLookup,
            connect: connect.map { max(.zero, $0 - (nameLookup ?? .zero)) },
            tls: tls.map { max(.zero, $0 - (connect ?? .zero)) },
            response: firstByte.map { max(.zero, $0 - handshakesEnd) },
            total: total
        )
    }

    private var handshakesEnd: Duration { max(connect ?? .zero, tls ?? .zero) }
}
#endif
