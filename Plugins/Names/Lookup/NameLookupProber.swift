#if canImport(CCares)
package import ConnectivityCore

/// Looks names up through the interface that a request is bound to, and passes the request on to another prober.
///
/// The system's resolver asks over any interface, by the system's routes and its configuration. This prober asks for IPv6 and
/// IPv4 addresses (AAAA and A) with the system's c-ares over sockets that are bound to the interface. A socket that cannot be
/// bound is not used: the probe then fails with ``ConnectivityCore/ProbeFailure/Kind/interfaceUnavailable``.
///
/// - The prober asks the name servers of the request. If it has none, the prober asks those in `/etc/resolv.conf` through the
///   interface (``ConnectivityCore/ProbeExchange/Caveat/systemNameServers``). Of several servers, up to three are asked one after the
///   other, and those on the device itself only if there are no others (``ConnectivityCore/ProbeExchange/Caveat/localNameServer``). If the
///   request has none and the device has only such stub resolvers, the base prober looks the name up.
/// - The name is looked up unchanged: without search domains, without `/etc/hosts`, which says nothing about a network, and
///   without a cache. If a server fails or refuses, the next one is asked.
/// - At most ``addressCountMax`` addresses are passed on, IPv6 first. Once one family has addresses, the prober waits at most 50
///   ms for the other (RFC 8305, section 3), so that a name server that drops one kind of question adds no longer delay.
/// - A request is passed on unchanged if it names its peer by an address, states addresses, or uses a proxy, which looks names
///   up.
/// - The system looks up the name in a request over HTTP that is bound to no interface, as it does for every program
///   (getaddrinfo(3)). If the system has no answer after a second, the prober also asks the system's name servers, the first one
///   last, and the exchange has the caveat ``ConnectivityCore/ProbeExchange/Caveat/nameServerSilent`` if they are faster. It does so only
///   under simple rules of the system: the system asks name servers (nsswitch.conf(5)). A name with a dot is absolute: the search
///   list of resolv.conf(5) is not used. If the system finds no address and cannot say why, the prober asks the system's name servers for up to a
///   second. This only adds facts to the failure. If nobody answers at an address that the system gave, and it is in the file of
///   names of this device (hosts(5)), the exchange has the caveat ``ConnectivityCore/ProbeExchange/Caveat/hostsFile``.
///
/// The facts of the failure state why a lookup failed, see ``ConnectivityCore/ProbeFailure/facts``.
///
/// All lookups of a prober and its copies run on one thread, which starts with the first lookup and ends with the last copy. Each
/// lookup uses one descriptor per family and name server that it asks. The laws of ``ConnectivityCore/Prober`` hold if they hold
/// for the base prober.
package struct NameLookupProber: Prober {
    /// The maximum number of addresses passed on to the base prober, half of them of each family.
    package static let addressCountMax = 16

    package let base: any Prober

    private let resolver = NameResolver(CaresDriver())

    /// Creates a prober; this has no effect until the first lookup.
    package init(_ base: some Prober) { self.base = base }

    package var kinds: Set<Question.Kind> { base.kinds }

    /// Looks up the name if the request is bound to an interface, and sends the request with the base prober.
    ///
    /// If the interface has no name servers, those of the system are asked through it. If they do not answer within half of the
    /// time, the system looks the name up, because they may be behind another interface; the exchange then has the caveat
    /// ``ConnectivityCore/ProbeExchange/Caveat/nameLookupBySystem``.
    ///
    /// The lookup ends within the request's limits for the lookup and in total; the base prober gets the rest of the total. A
    /// lookup without an answer in time fails with `timedOut(.nameLookup)`, a lookup without an address with `nameLookup`.
    /// Cancelling the task ends the probe at once. The timings of the exchange include the time of the lookup.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let start = ContinuousClock.now
        // The rest is in separate functions, because otherwise every probe in progress would hold its memory.
        if let lookup = NameLookup(request) { return await byInterface(request, lookup, since: start) }
        guard looksUpBySystem(request) else { return await explained(await base.probe(request), since: start) }
        return await explained(await bySystem(request, since: start), since: start)
    }

    @inline(never)
    private func byInterface(
        _ request: ProbeRequest,
        _ lookup: NameLookup,
        since start: ContinuousClock.Instant
    ) async -> ProbeExchange {
        let answer = await resolver.answer(to: lookup)
        let took = ContinuousClock.now - start
        var onward = request
        switch answer.result {
        case .success([]):
            // No server could be asked; the time spent is negligible.
            return await base.probe(request)
        case .success(let addresses) where took < request.limits.total:
            onward.path.addresses = addresses
            onward.limits.total = request.limits.total - took
            var exchange = await base.probe(onward)
            exchange.request = request
            exchange.hostAddresses = addresses
            exchange.caveats = answer.caveats + exchange.caveats.filter { !answer.caveats.contains($0) }
            exchange.timings.nameLookup = took
            exchange.timings.total = ContinuousClock.now - start
            return exchange
        case .success:
            return failed(request, ProbeFailure(.timedOut(.nameLookup)), answer.caveats, after: took)
        case .failure(let failure):
            let failed = failed(request, failure.failure(through: lookup.interface), answer.caveats, after: took)
            guard lookup.asksSystemServers, failure.isUnanswered, took < request.limits.total else { return failed }
            // Programs on the device reach its name servers through any interface.
            onward.limits.total = request.limits.total - took
            var exchange = await base.probe(onward)
            if exchange.failure?.kind.isOfName == true { return failed }
            exchange.request = request
            exchange.timings.nameLookup = exchange.timings.nameLookup.map { $0 + took }
            exchange.timings.total = ContinuousClock.now - start
            return exchange
        }
    }

    /// Whether this prober lets the system look up the name of a request.
    ///
    /// The base prober knows the device itself, which systems without hosts(5) do not find (RFC 6761, section 6.3).
    private func looksUpBySystem(_ request: ProbeRequest) -> Bool {
        #if os(Linux)
        guard let url = request.url, url.address == nil, request.path.addresses.isEmpty, request.path.proxy == nil
        else {
            return false
        }
        return url.host.split(separator: ".").last != "localhost"
        #else
        return false
        #endif
    }

    /// Sends a request whose name the system looks up; if it is late, the name is also looked up directly.
    @inline(never)
    private func bySystem(_ request: ProbeRequest, since start: ContinuousClock.Instant) async -> ProbeExchange {
        #if os(Linux)
        guard let host = request.url?.host else { return await base.probe(request) }
        let outcome = await RacedLookup(name: host, family: request.path.family, limit: request.limits.total).outcome(
            with: resolver
        )
        let took = ContinuousClock.now - start
        switch outcome {
        case .failure(let failure): return failed(request, failure, [], after: took)
        case .addresses where took >= request.limits.total:
            return failed(request, ProbeFailure(.timedOut(.nameLookup)), [], after: took)
        case .addresses(let addresses, let isBesideSystem):
            var onward = request
            onward.limits.total = request.limits.total - took
            onward.path.addresses = addresses
            var exchange = await base.probe(onward)
            exchange.request = request
            exchange.hostAddresses = addresses
            if isBesideSystem { exchange.caveats.append(.nameServerSilent) }
            if exchange.isAnswerOfNobody, HostsFile().leads(host, toOneOf: addresses) {
                exchange.caveats.append(.hostsFile)
            }
            exchange.timings.nameLookup = took
            exchange.timings.total = ContinuousClock.now - start
            return exchange
        }
        #else
        return await base.probe(request)
        #endif
    }

    /// Adds the reason why the system found no address to a failed exchange.
    private func explained(_ exchange: ProbeExchange, since start: ContinuousClock.Instant) async -> ProbeExchange {
        if case .failure = exchange.outcome { await explainedFailure(exchange, since: start) } else { exchange }
    }

    @inline(never)
    private func explainedFailure(
        _ exchange: ProbeExchange,
        since start: ContinuousClock.Instant
    ) async -> ProbeExchange {
        guard let lookup = NameLookup(failed: exchange, after: ContinuousClock.now - start),
            case .failure(let cause) = await resolver.answer(to: lookup).result, cause.explainsFailureOfSystem,
            case .failure(var failure) = exchange.outcome
        else { return exchange }
        let explanation = cause.failure(through: lookup.interface)
        failure.facts = explanation.facts
        if explanation.kind.isOwn { failure.kind = explanation.kind }
        var explained = exchange
        explained.outcome = .failure(failure)
        explained.timings.total = ContinuousClock.now - start
        return explained
    }

    private func failed(
        _ request: ProbeRequest,
        _ failure: ProbeFailure,
        _ caveats: [ProbeExchange.Caveat],
        after duration: Duration
    ) -> ProbeExchange {
        ProbeExchange(
            request: request,
            outcome: .failure(failure),
            caveats: caveats,
            timings: ProbeExchange.Timings(total: duration)
        )
    }
}

extension ProbeExchange {
    /// Whether there was no answer, or one from this device or its network.
    fileprivate var isAnswerOfNobody: Bool {
        guard case .success = outcome else { return true }
        return remoteAddress.map { $0.isPrivate || $0.isLoopback || $0.isUnspecified } ?? false
    }
}

extension Prober {
    /// Returns a prober that looks names up through the interface that a request is bound to.
    package func lookingUpNames() -> NameLookupProber { NameLookupProber(self) }
}
#endif
