/// The redirects of one request that may be followed: the next request, or the reason why a redirect is not followed.
///
/// A redirect is followed only within the site of the endpoint, never from TLS to a connection without, and never twice to the
/// same URL. Another origin receives only those fields of the request that are the same for every client.
package struct RedirectChain: Sendable {
    /// The fields that every origin may receive.
    private static let fieldsOfAnybody: Set<String> = [
        "accept", "accept-language", "cache-control", "pragma", "user-agent",
    ]
    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    private let request: ProbeRequest
    private let asked: HTTPURL
    private let countMax: Int
    private var url: HTTPURL
    private var redirects: [ProbeExchange.Redirect] = []
    private var firstAddress: IPAddress?
    private var isIntercepted = false
    private var caveats: [ProbeExchange.Caveat] = []
    private var refusal: ProbeExchange.RedirectRefusal?

    /// Whether redirects may be followed: not if the request is not HTTP, sends a body, permits no redirects, or goes to the host
    /// of a built-in endpoint.
    package static func permits(_ request: ProbeRequest) -> Bool {
        guard let http = request.http, http.redirectCountMax > 0, http.method != .post else { return false }
        return !Endpoint.builtInHosts.contains(http.url.host)
    }

    /// Creates a chain; `nil` if no redirect may be followed.
    package init?(_ request: ProbeRequest) {
        guard Self.permits(request), let http = request.http else { return nil }
        self.request = request
        asked = http.url
        url = http.url
        countMax = min(http.redirectCountMax, HTTPQuestion.redirectCounts.upperBound)
    }

    /// The request to send next; its time limits are those of the whole chain.
    package var next: ProbeRequest {
        var next = request
        next.question.http?.url = url
        next.question.http?.redirectCountMax = 0
        if url.host != asked.host { next.path.addresses = [] }
        if url.scheme != asked.scheme || url.authority != asked.authority {
            next.question.http?.headers.fields.removeAll { !Self.fieldsOfAnybody.contains($0.name.lowercased()) }
            next.question.http?.secrets = []
        }
        return next
    }

    /// Records the exchange of the request that was sent, and returns whether another one is to be sent.
    package mutating func follows(_ exchange: ProbeExchange) -> Bool {
        caveats += exchange.caveats.filter { !caveats.contains($0) }
        if exchange.authentication == .intercepted { isIntercepted = true }
        if redirects.isEmpty { firstAddress = exchange.remoteAddress }
        guard case .success(.http(let response)) = exchange.outcome, Self.statuses.contains(response.status),
            let location = response.headers["Location"], exchange.redirects.isEmpty
        else { return false }
        do throws(Stop) {
            let target = try target(location, of: response, exchange)
            redirects.append(
                ProbeExchange.Redirect(
                    url,
                    status: response.status,
                    remoteAddress: exchange.remoteAddress,
                    duration: exchange.timings.total
                )
            )
            url = target
            return true
        } catch {
            refusal = error.refusal
            return false
        }
    }

    private struct Stop: Error { let refusal: ProbeExchange.RedirectRefusal }

    private func target(
        _ location: String,
        of response: ProbeResponse,
        _ exchange: ProbeExchange
    ) throws(Stop) -> HTTPURL {
        guard Set(response.headers.values(of: "Location")).count == 1,
            let target = try? url.resolving(location).fromNetwork(askedAt: asked)
        else { throw Stop(refusal: .location) }
        guard target.isSameSite(as: asked) else { throw Stop(refusal: .otherSite) }
        guard url.scheme == .http || target.scheme == .https else { throw Stop(refusal: .downgrade) }
        if let address = exchange.remoteAddress, let firstAddress, !address.isOnPublicInternet,
            firstAddress.isOnPublicInternet
        {
            throw Stop(refusal: .privateAddress)
        }
        let visited = redirects.map(\.url) + [url]
        guard !visited.contains(where: { $0.isSameResource(as: target) }) else { throw Stop(refusal: .loop) }
        guard redirects.count < countMax else { throw Stop(refusal: .limit) }
        return target
    }

    /// Returns the exchange of the whole chain, with the request of the endpoint, from the exchange of the last request.
    package func exchange(_ last: ProbeExchange, after total: Duration) -> ProbeExchange {
        var exchange = last
        exchange.request = request
        if !redirects.isEmpty {
            exchange.redirects = redirects
            exchange.answeredURL = url
            exchange.timings.total = total
        }
        if let refusal { exchange.redirectRefusal = refusal }
        exchange.caveats = caveats
        if isIntercepted, exchange.authentication == .verified { exchange.authentication = .intercepted }
        return exchange
    }
}

extension HTTPURL {
    /// Whether the URLs are the same apart from their fragments.
    fileprivate func isSameResource(as other: HTTPURL) -> Bool {
        scheme == other.scheme && authority == other.authority && requestTarget == other.requestTarget
    }
}
