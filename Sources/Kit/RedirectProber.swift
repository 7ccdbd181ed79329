import ConnectivityCore

/// Follows redirects within the site of an endpoint that permits it, each with a probe of another prober.
///
/// All requests of a chain use the same path and share the time of the request. The exchange is that of the last answer,
/// with the redirects before it; see `RedirectChain` for redirects that are not followed. Requests that permit no redirect
/// are passed on unchanged, so the laws of ``ConnectivityCore/Prober`` hold for them if they hold for the other prober.
package struct RedirectProber: Prober {
    package let base: any Prober

    package init(_ base: some Prober) { self.base = base }

    package var kinds: Set<Question.Kind> { base.kinds }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        // A separate function, because otherwise every probe in progress would have the memory of a chain.
        guard RedirectChain.permits(request) else { return await base.probe(request) }
        return await following(request)
    }

    @inline(never)
    private func following(_ request: ProbeRequest) async -> ProbeExchange {
        guard var chain = RedirectChain(request) else { return await base.probe(request) }
        let start = ContinuousClock.now
        while true {
            var next = chain.next
            next.limits.total = request.limits.total - (ContinuousClock.now - start)
            guard next.limits.total > .zero else {
                let late = ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.response))))
                return chain.exchange(late, after: ContinuousClock.now - start)
            }
            let exchange = await base.probe(next)
            guard chain.follows(exchange) else { return chain.exchange(exchange, after: ContinuousClock.now - start) }
        }
    }
}
