#if Cares
public import ConnectivityCore

/// Looks names up through the interface that a request is bound to, and leaves the rest to another prober.
///
/// The system's resolver asks wherever the machine's routes and its own configuration lead. Here both addresses of both
/// families (A and AAAA) are asked for with the system's c-ares over sockets that are bound to the interface, and a socket
/// that cannot be bound is not used: the probe fails with ``ConnectivityCore/ProbeFailure/Kind/interfaceUnavailable``.
///
/// - The name servers asked are those of the request. Where it has none, those in `/etc/resolv.conf` are asked
///   through the interface (``ConnectivityCore/PathCaveat/nameServersOfMachine``). Of several, up to three are
///   asked in turn, those on the machine itself only where there is no other
///   (``ConnectivityCore/PathCaveat/nameServerOnMachine``). Where the request has none and the machine only such
///   stubs, the other prober looks the name up.
/// - The name is asked as it is: without search domains, without `/etc/hosts`, which tells nothing of a network,
///   and without anything remembered from before. If a server fails or refuses, the next one is asked.
/// - At most ``addressCountMax`` addresses go on, IPv6 first. What comes 50 ms after the first family's answer is not
///   waited for (RFC 8305, section 3), so that a name server that drops one kind of question costs no more.
/// - A request that is bound to no interface, holds an address in its URL or brings addresses passes untouched. If the system
///   then finds no address and cannot say why, the machine's name servers are asked for up to a second, which changes nothing
///   but what is known of the failure.
///
/// Why a name led nowhere is in the failure's facts, see ``ConnectivityCore/ProbeFailure/facts``.
///
/// All lookups of a prober and its copies run on one thread, which starts with the first and ends with the last copy.
/// Each costs a descriptor per family and name server that it asks.
/// The laws of ``ConnectivityCore/Prober`` hold where they hold for the other prober.
public struct NameLookupProber: Prober {
    /// The most addresses that go on to the other prober, half of them of each family.
    public static let addressCountMax = 16

    /// The prober that sends the requests.
    public let base: any Prober

    private let resolver = NameResolver(CaresDriver())

    /// Creates a prober, without any effect until the first lookup.
    /// - Parameter base: The prober that sends the requests; it connects to the addresses in them.
    public init(_ base: some Prober) { self.base = base }

    public var kinds: Set<QuestionKind> { base.kinds }

    /// Looks up the name where the request is bound to an interface, and has the other prober send it.
    ///
    /// The lookup ends within the request's limit for it and in total; the other prober gets what is left of the latter.
    /// A lookup without an answer in time fails with `timedOut(.nameLookup)`, one without an address with `nameLookup`.
    /// Cancelling the task ends it at once.
    ///
    /// - Parameter request: What to send, through which interface, within which limits.
    /// - Returns: The request as it was, together with its outcome and timings; the time of the lookup is among them.
    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let start = ContinuousClock.now
        guard let lookup = NameLookup(request) else {
            return await explained(await base.probe(request), since: start)
        }
        let answer = await resolver.answer(to: lookup)
        let took = ContinuousClock.now - start
        var onward = request
        onward.limits.nameLookup = nil
        switch answer.result {
        case .success([]):
            // Nobody could be asked, which took no time worth counting.
            return await base.probe(request)
        case .success(let addresses) where took < request.limits.total:
            onward.path.addresses = addresses
            onward.limits.total = request.limits.total - took
            var exchange = await base.probe(onward)
            exchange.request = request
            exchange.caveats = answer.caveats + exchange.caveats.filter { !answer.caveats.contains($0) }
            exchange.timings.nameLookup = took
            exchange.timings.total = ContinuousClock.now - start
            return exchange
        case .success:
            return failed(request, ProbeFailure(.timedOut(.nameLookup)), answer.caveats, after: took)
        case .failure(let failure):
            return failed(request, failure.failure(through: lookup.interface), answer.caveats, after: took)
        }
    }

    /// Finds out why the system found no address.
    private func explained(_ exchange: ProbeExchange, since start: ContinuousClock.Instant) async -> ProbeExchange {
        guard let lookup = NameLookup(failed: exchange, after: ContinuousClock.now - start),
            case .failure(let cause) = await resolver.answer(to: lookup).result, cause.explainsFailureOfSystem,
            case .failure(var failure) = exchange.outcome
        else { return exchange }
        failure.facts = cause.failure(through: lookup.interface).facts
        var explained = exchange
        explained.outcome = .failure(failure)
        explained.timings.total = ContinuousClock.now - start
        return explained
    }

    private func failed(
        _ request: ProbeRequest,
        _ failure: ProbeFailure,
        _ caveats: [PathCaveat],
        after duration: Duration
    ) -> ProbeExchange {
        ProbeExchange(
            request: request,
            outcome: .failure(failure),
            caveats: caveats,
            timings: ProbeTimings(total: duration)
        )
    }
}

extension Prober {
    /// Makes a prober that looks names up through the interface that a request is bound to.
    /// - Returns: This prober with a ``NameLookupProber`` around it.
    public func lookingUpNames() -> NameLookupProber { NameLookupProber(self) }
}
#endif
