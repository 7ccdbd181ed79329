internal import ConnectivityCore
package import ConnectivityDBus

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Sends each request of the way through a proxy to the proxy that the system is set to use for it.
///
/// What the environment or PacRunner says is taken; no script is executed here, and none is searched for in the network (WPAD). If
/// there is no proxy for a request, nothing is sent: the failure is ``ConnectivityCore/ProbeFailure/Kind/unsupported``, and its facts say
/// why. Other requests are passed on unchanged. The exchange names the proxy, without user and password.
package struct ProxyChoosingProber: Prober {
    /// The longest wait for what says which proxy to use.
    private static let limit = Duration.seconds(3)

    /// The prober that sends the requests.
    package let base: any Prober
    private let asksSystem: Bool
    private let variables: [String: String]
    private let pacRunner: PacRunnerQuery

    /// Creates a prober.
    /// - Parameters:
    ///   - base: The prober that sends the requests.
    ///   - setting: What chooses the proxy: the environment, or the system.
    ///   - variables: The variables of the environment that name proxies; `nil` for those of this process.
    ///   - pacRunner: What asks PacRunner.
    package init(
        _ base: some Prober,
        by setting: ProxySetting,
        variables: [String: String]? = nil,
        pacRunner: PacRunnerQuery = PacRunnerQuery()
    ) {
        self.base = base
        asksSystem = setting == .system
        self.variables = variables ?? Self.ownVariables
        self.pacRunner = pacRunner
    }

    package var kinds: Set<QuestionKind> { base.kinds }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard request.path.isProxied, request.path.proxy == nil, let url = request.url else {
            return await base.probe(request)
        }
        let start = ContinuousClock.now
        let choice = await choice(for: url, within: min(request.limits.total, Self.limit))
        let took = ContinuousClock.now - start
        guard case .proxy(let proxy, let credentials) = choice else { return choice.exchange(request, after: took) }
        var onward = request
        (onward.path.proxy, onward.path.proxyCredentials) = (proxy, credentials)
        onward.limits.total = request.limits.total - took
        var exchange = await base.probe(onward)
        exchange.request.path.proxyCredentials = nil
        exchange.request.limits.total = request.limits.total
        exchange.timings.total += took
        return exchange
    }

    private func choice(for url: HTTPURL, within limit: Duration) async -> ProxyChoice {
        if let choice = ProxyChoice(of: variables, for: url) { return choice }
        guard asksSystem else { return .direct }
        return switch await pacRunner.proxies(for: url, within: limit) {
        case .absent: .direct
        case .text(let list): ProxyChoice(ofList: list)
        case .failed(let reason): .unknown(reason)
        }
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
    fileprivate func exchange(_ request: ProbeRequest, after time: Duration) -> ProbeExchange {
        let (cause, detail) =
            switch self {
            case .direct, .proxy: ("none", "the system reaches this host without a proxy")
            case .unsupported(let detail): ("unsupported", detail)
            case .unknown(let detail): ("unknown", detail)
            }
        let failure = ProbeFailure(.unsupported, detail: detail, facts: [ProbeFailure.proxyFact: .text(cause)])
        return ProbeExchange(request: request, outcome: .failure(failure), timings: ProbeTimings(total: time))
    }
}
