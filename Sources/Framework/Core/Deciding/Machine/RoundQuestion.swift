/// A question that a round asks, with its purpose.
enum RoundQuestion: Sendable {
    /// The question of an endpoint; the policy counts it.
    case endpoint(Endpoint)
    /// A question to the captive portal API of the network (RFC 8908), which the policy does not count.
    case portalAPI(HTTPURL)

    /// Returns the request; its random text is derived from its number in the round and the seed of the round.
    func request(over path: ScopedPath, limits: ProbeRequest.Limits, number: Int, seed: UInt32) -> ProbeRequest {
        let interface = path.isBound ? path.interface.name : nil
        var request: ProbeRequest
        switch self {
        case .endpoint(let endpoint):
            var draws = SplitMix64(seed: UInt64(seed) << 32 | UInt64(number))
            let challenge = String(draws.next(), radix: 16)
            request = endpoint.request(interface: interface, limits: limits, challenge: challenge)
            if request.http != nil { (request.path.proxy, request.path.isProxied) = (path.proxy, path.isProxied) }
        case .portalAPI(let url):
            request = Endpoint(url).request(interface: interface, limits: limits)
            request.http?.headers.fields.append(.init(name: "Accept", value: "application/captive+json"))
            request.limits.maximumBodySize = min(request.limits.maximumBodySize, CaptivePortalAPI.byteCountMax)
        }
        request.path.family = path.family ?? request.path.family
        // A stub resolver of this device may use other servers than the network's own.
        if path.isBound || request.question.isOfNetworkNames {
            request.path.nameServers = path.interface.nameServers
        }
        return request
    }

    func report(on exchange: ProbeExchange, by judge: ExchangeJudge) -> EndpointReport {
        switch self {
        case .endpoint(let endpoint):
            EndpointReport(on: exchange, of: endpoint, expecting: endpoint.expectation, by: judge)
        case .portalAPI:
            EndpointReport(
                name: "captive-portal-api",
                owner: "the network",
                exchange: exchange.unread,
                verdict: PortalAPIExpectation.verdict(on: exchange)
            )
        }
    }
}

extension Question {
    /// Whether the question is for the name servers of the network: of the kind `dns`, without a server.
    fileprivate var isOfNetworkNames: Bool {
        if case .other("dns", let facts) = self { facts["server"] == nil } else { false }
    }
}

extension EndpointReport {
    /// Judges the answer of an endpoint, and records whether a random text of the request came back.
    package init(
        on exchange: ProbeExchange,
        of endpoint: Endpoint,
        expecting expectation: (any ResponseValidator)?,
        by judge: ExchangeJudge
    ) {
        let verdict = judge.verdict(on: exchange, expecting: expectation)
        var exchange = exchange.unread
        if verdict.finding == .genuine, exchange.authentication == nil,
            exchange.repeats(expectation?.challenges ?? [])
        {
            exchange.authentication = .challenged
        }
        self.init(name: endpoint.name, owner: endpoint.owner, exchange: exchange, verdict: verdict)
    }
}

extension ProbeExchange {
    /// Whether a field of the response ends with the random text of a field of the request.
    fileprivate func repeats(_ challenges: [String]) -> Bool {
        guard let sent = request.http?.headers, let received = response?.headers.fields else { return false }
        return challenges.compactMap { sent[$0] }.contains { text in
            !text.isEmpty && received.contains { $0.value.hasSuffix(text) }
        }
    }
}
