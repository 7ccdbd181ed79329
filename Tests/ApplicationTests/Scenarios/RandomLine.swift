import ConnectivityCore
import ConnectivityTestKit

/// An honest or a hostile path in front of a drawn network: slow, lossy, with hijacked names, or with several next hops.
struct RandomLine: Sendable {
    /// The behaviour of the path.
    enum Kind: Sendable {
        /// A round trip of up to 1.5 s.
        case slow
        /// A round trip, and a share of lost packets each way. TCP sends a packet again after 1 s, 2 s and 4 s (RFC 6298),
        /// and so does a lookup of names.
        case lossy(roundTrip: Duration, share: Double)
        /// A garden that lets all vendors through; each answer is up to 4 s late, in any order.
        case lateGarden
        /// Every name leads to one private address, whose answers over plain HTTP look genuine.
        case hijackedNames
        /// The route has two next hops, and a host is always reached over the same one: behind it is nothing, or a portal.
        case nextHops
    }

    let kind: Kind
    let seed: UInt64

    /// A prober that asks an honest network over this path.
    func prober(on clock: VirtualClock) -> ClosureProber {
        let honest = RandomNetwork(closing: seed, isOpen: true).prober(on: clock)
        let garden = RandomNetwork(closing: seed, isOpen: false)
        return ClosureProber { request in
            guard let url = request.url else {
                return ProbeExchange(request: request, outcome: .failure(.init(.unsupported)))
            }
            // The time makes the draws of a second request for the same page different.
            let stamp = UInt64(clock.now.offset / .microseconds(1))
            var draws = SplitMix64(
                seed: url.description.utf8.reduce(self.seed &* 31 &+ stamp) { $0 &* 131 &+ UInt64($1) }
            )
            switch self.kind {
            case .slow:
                let roundTrip = Duration.milliseconds(100 + Int(self.seed % 15) * 100)
                return await self.delayed(request, by: self.phases(of: url).map { _ in roundTrip }, clock, honest)
            case .lossy(let roundTrip, let share):
                let times = self.phases(of: url).map { _ in Self.time(of: roundTrip, losing: share, &draws) }
                return await self.delayed(request, by: times, clock, honest)
            case .lateGarden:
                let late = Duration.milliseconds(Int(draws.next(below: 4_000)))
                return await self.delayed(request, by: [late], clock, garden.prober(on: clock))
            case .hijackedNames:
                guard url.scheme == .http else {
                    try? await clock.sleep(for: .milliseconds(20))
                    return ProbeExchange(request: request, outcome: .failure(.init(.tls(.unknownAuthority))))
                }
                var exchange = await honest.probe(request)
                exchange.remoteAddress = "10.0.0.1"
                return exchange
            case .nextHops:
                let hop = url.host.utf8.reduce(self.seed) { $0 &* 131 &+ UInt64($1) } >> 7
                return await (hop % 2 == 0 ? honest : garden.prober(everyOwner: true, on: clock)).probe(request)
            }
        }
    }

    /// The round trips that an answer takes: the name, TCP, TLS 1.2 with two, and the request.
    private func phases(of url: HTTPURL) -> Range<Int> { 0..<(url.scheme == .https ? 5 : 3) }

    private static func time(of roundTrip: Duration, losing share: Double, _ draws: inout SplitMix64) -> Duration {
        var time = roundTrip
        var wait = Duration.seconds(1)
        for _ in 0..<4 {
            let isLost = (0..<2).contains { _ in Double(draws.next(below: 10_000)) < share * 10_000 }
            if !isLost { return time }
            time += wait
            wait *= 2
        }
        return .seconds(60)
    }

    private func delayed(
        _ request: ProbeRequest,
        by times: [Duration],
        _ clock: VirtualClock,
        _ base: ClosureProber
    ) async -> ProbeExchange {
        let total = times.reduce(.zero, +)
        let limit = request.limits.total
        try? await clock.sleep(for: min(total, limit))
        guard total < limit else {
            let timings = Self.timings(of: times, until: limit)
            return ProbeExchange(request: request, outcome: .failure(.init(.timedOut(.response))), timings: timings)
        }
        var exchange = await base.probe(request)
        exchange.timings = Self.timings(of: times, until: total)
        return exchange
    }

    /// The times of the phases that were completed before a time.
    private static func timings(of times: [Duration], until end: Duration) -> ProbeExchange.Timings {
        var timings = ProbeExchange.Timings(total: end)
        guard times.count > 1 else { return timings }
        let ends = times.indices.map { times[...$0].reduce(.zero, +) }
        if ends[0] <= end { timings.nameLookup = times[0] }
        if ends[1] <= end { timings.connect = times[1] }
        if times.count > 3, ends[3] <= end { timings.tls = times[2] + times[3] }
        if ends[times.count - 1] <= end { timings.response = times[times.count - 1] }
        return timings
    }
}
