#if canImport(CCurl)
import ConnectivityCore

/// What a failed transfer shows of its proxy.
enum CurlProxy {
    /// Returns the facts of a failure, see ``ConnectivityCore/ProbeFailure/facts``; empty if they show nothing of a proxy.
    /// - Parameters:
    ///   - kind: The kind of the failure.
    ///   - usesProxy: Whether the transfer certainly went to a proxy.
    ///   - isOverTLS: Whether the proxy was asked to connect (RFC 9110, section 9.3.6).
    ///   - status: What the proxy answered to that; zero if it did not answer.
    /// - Returns: The facts.
    static func facts(of kind: ProbeFailure.Kind, usesProxy: Bool, isOverTLS: Bool, status: Int) -> Facts {
        if status != 0, !(200...299).contains(status) { return [ProbeFailure.proxyStatusFact: Fact(status)] }
        // Once the proxy has connected, it is the server that fails.
        guard usesProxy, status == 0 || !isOverTLS else { return [:] }
        switch kind {
        case .connectionRefused: return [ProbeFailure.proxyFact: "closed"]
        case .nameLookup, .unreachable, .timedOut(.nameLookup), .timedOut(.connect):
            return [ProbeFailure.proxyFact: "silent"]
        // It accepted the connection, and may wait for a server that does not answer it.
        case .timedOut where isOverTLS: return [ProbeFailure.proxyFact: "waiting"]
        default: return [:]
        }
    }
}
#endif
