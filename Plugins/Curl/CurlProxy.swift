#if canImport(CCurl)
import ConnectivityCore

/// The evidence that a failed transfer has about its proxy.
enum CurlProxy {
    /// Returns the facts of a failure, see ``ConnectivityCore/ProbeFailure/facts``; empty if they show nothing about a proxy.
    ///
    /// `usesProxy` is set if the transfer certainly went to a proxy, `isOverTLS` if the proxy was asked to connect (RFC 9110,
    /// section 9.3.6); `status` is its answer to that, or zero.
    static func facts(of kind: ProbeFailure.Kind, usesProxy: Bool, isOverTLS: Bool, status: Int) -> Facts {
        if status != 0, !(200...299).contains(status) { return [ProbeFailure.proxyStatusFact: Fact(status)] }
        // Once the proxy has connected, it is the server that fails.
        guard usesProxy, status == 0 || !isOverTLS else { return [:] }
        switch kind {
        case .connectionRefused: return [ProbeFailure.proxyFact: "closed"]
        case .nameLookup, .unreachable, .timedOut(.nameLookup), .timedOut(.connect):
            return [ProbeFailure.proxyFact: "silent"]
        // The proxy accepted the connection, and may wait for a server that does not answer.
        case .timedOut where isOverTLS: return [ProbeFailure.proxyFact: "waiting"]
        default: return [:]
        }
    }
}
#endif
