import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Sends each request of the path through a proxy to the proxy that the environment names for it.
///
/// No script is executed here, and none is searched for in the network (WPAD). If a request has no proxy, nothing is
/// sent: the failure is ``ConnectivityCore/ProbeFailure/Kind/unsupported``, and its facts state the cause. Other
/// requests are passed on unchanged. The exchange names the proxy, without user and password.
package struct ProxyChoosingProber: Prober {
    package let base: any Prober
    private let variables: [String: String]

    /// Creates a prober that reads the proxies from environment variables; `nil` for those of this process.
    package init(_ base: some Prober, variables: [String: String]? = nil) {
        self.base = base
        self.variables = variables ?? Self.ownVariables
    }

    package var kinds: Set<Question.Kind> { base.kinds }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard request.path.isProxied, request.path.proxy == nil, let url = request.url else {
            return await base.probe(request)
        }
        let choice = ProxyChoice(of: variables, for: url) ?? .direct
        guard case .proxy(let proxy, let credentials) = choice else { return choice.exchange(request) }
        var onward = request
        (onward.path.proxy, onward.path.proxyCredentials) = (proxy, credentials)
        var exchange = await base.probe(onward)
        exchange.request.path.proxyCredentials = nil
        return exchange
    }

    private static var ownVariables: [String: String] {
        let names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
        let stated = names.compactMap { name in
            unsafe getenv(name).map { (name, unsafe String(cString: $0)) }
        }
        return Dictionary(stated) { first, _ in first }
    }
}

extension ProxyChoice {
    /// The exchange of a request that was not sent.
    fileprivate func exchange(_ request: ProbeRequest) -> ProbeExchange {
        let (cause, detail) =
            switch self {
            case .direct, .proxy: ("none", "the system reaches this host without a proxy")
            case .unsupported(let detail): ("unsupported", detail)
            case .unknown(let detail): ("unknown", detail)
            }
        let failure = ProbeFailure(.unsupported, detail: detail, facts: [ProbeFailure.proxyFact: .text(cause)])
        return ProbeExchange(request: request, outcome: .failure(failure))
    }
}
