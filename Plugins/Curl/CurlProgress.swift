#if canImport(CCurl)
package import ConnectivityCore

/// The progress of a transfer: the times, measured from its start, at which its phases ended.
package struct CurlProgress: Hashable, Sendable {
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
