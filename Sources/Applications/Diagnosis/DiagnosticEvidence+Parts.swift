import ConnectivityCore
import ConnectivityEcho

// Parts of the Internet: a family, a port, TLS, large packets.

extension DiagnosticEvidence {
    /// No connection opens over a family, while hosts answer over the other.
    func evaluateFamily(_ family: IPAddress.Family) -> Finding {
        guard families.contains(family) else { return (.ruledOut, []) }
        let works =
            reports.filter { $0.isGenuine && $0.exchange.remoteAddress?.family == family }.map(\.observation)
            + byAddress.filter { $0.isAnswered && $0.family == family }.map(\.observation)
        if !works.isEmpty { return (.ruledOut, works) }
        let other: IPAddress.Family = family == .ipv4 ? .ipv6 : .ipv4
        let failed = reports.filter { $0.exchange.request.path.family == family && !$0.isGenuine }
        let silent = byAddress.filter { $0.family == family }
        let seen = failed.map(\.observation) + silent.map(\.observation)
        let tried = failed.map(\.exchange).filter { $0.failure?.kind.isOfName != true } + silent
        guard !tried.isEmpty else { return (.undecided, []) }
        // A connection that opens and then stalls does not depend on the family.
        if tried.contains(where: \.hasConnected) { return (.undecided, seen) }
        let otherWorks =
            !proof(over: other).isEmpty
            || Set(reports.filter { $0.isGenuine && $0.exchange.family == other }.map(\.owner)).count > 1
        guard otherWorks else { return (families.contains(other) ? .possible : .undecided, seen) }
        let isOpen = isLossy || isSilenceOwn && tried.allSatisfy(\.isLate)
        return (tried.count > 1 && !isOpen ? .certain : .possible, seen)
    }

    /// The clock is wrong if the certificates of two owners are invalid now; the dates of answers over plain HTTP show the error.
    var clock: Finding {
        let addressed = byAddress.filter { $0.failure?.kind == .tls(.expired) }
        let expired = evidence { $0.failure?.kind == .tls(.expired) && !$0.isOwn } + addressed.map(\.observation)
        let plain =
            knownReports.filter { !$0.isOverTLS && $0.isGenuine }.map { ($0.exchange, $0.name) }
            + pagesByAddress.map { ($0, $0.observation.subject) }
        let dates = plain.compactMap { exchange, name in
            exchange.response?.headers["Date"].flatMap { Timestamp(httpDate: $0) }
                .map { (name, $0.sinceEpoch - assessment.startedAt.sinceEpoch) }
        }
        let isOff = !dates.isEmpty && dates.allSatisfy { $0.1 < .seconds(-86_400) || $0.1 > .seconds(86_400) }
        let owners = owners { $0.failure?.kind == .tls(.expired) && !$0.isOwn }
        guard owners.union(addressed.compactMap { $0.request.url?.host }).count > 1 else {
            if !expired.isEmpty { return (.possible, expired) }
            return proof.isEmpty ? (.undecided, []) : (.ruledOut, proof)
        }
        guard isOff, let (name, skew) = dates.first else { return (dates.isEmpty ? .likely : .ruledOut, expired) }
        let days = Int((skew / .seconds(86_400)).rounded())
        let off = Diagnosis.Observation(subject: name, reason: Reason("clock-differs", ["days": Fact(days)]))
        return (.certain, [off] + expired)
    }

    /// The certificates of two owners are refused; the user's own servers count only if no other certificates are accepted.
    var interceptor: Finding {
        let counted = verifiedOwners.count > 1 ? knownReports : reports
        let refused = Set(counted.filter(\.isRefusedTLS).map(\.owner))
            .union(byAddress.filter(\.isRefusedTLS).compactMap { $0.request.url?.host })
        let expired = Set(counted.filter { $0.failure?.kind == .tls(.expired) }.map(\.owner))
        let refusals =
            counted.filter { $0.isRefusedTLS || $0.failure?.kind == .tls(.expired) }.map(\.observation)
            + byAddress.filter(\.isRefusedTLS).map(\.observation)
        let shown = certificates.filter(\.isAnswered).map(\.observation) + refusals
        if refused.count > 1 { return (.certain, shown) }
        // If all certificates have expired although the clock is correct, they are those of an intermediary.
        if expired.count > 1 { return (clock.confidence == .ruledOut ? .certain : .possible, shown) }
        if !shown.isEmpty { return (.possible, shown) }
        return (verifiedOwners.count > 1 ? .ruledOut : .undecided, proof)
    }

    /// The owners that have proved themselves over TLS.
    var verifiedOwners: Set<String> {
        Set(reports.filter { $0.isOverTLS && $0.isGenuine }.map(\.owner))
            .union(byAddress.filter(\.isAnswered).compactMap { $0.request.url?.host })
    }

    /// TLS stalls over a family, small echoes return over it, and large ones without fragmentation do not.
    var largePackets: Finding {
        let found = families.map(largePackets(over:))
        return found.max { $0.confidence < $1.confidence } ?? (.undecided, [])
    }

    private func largePackets(over family: IPAddress.Family) -> Finding {
        guard hasStalledTLS(over: family) else {
            let proved = proof(over: family)
            return (proved.isEmpty ? .undecided : .ruledOut, proved)
        }
        let stalled =
            (reports.filter(\.isOverTLS).map { ($0.exchange, $0.observation) } + byAddress.map { ($0, $0.observation) })
            .filter { $0.0.hasStalled && $0.0.family == family }.map(\.1)
        // A packet that exceeds the device's link gives no information about the path.
        let large = echoes.filter { exchange in
            guard let echo = exchange.echo, echo.isWhole, exchange.family == family else { return false }
            return echo.error != .tooBig || echo.reporter != nil
        }
        let far = large.filter { !isGateway($0.echo?.host) }
        let lost = (far.isEmpty ? large : far).filter { !$0.isAnswered && !$0.isRefusedHere }
        if large.contains(where: \.isAnswered), large.allSatisfy({ $0.isAnswered }) {
            return (.ruledOut, large.map(\.observation))
        }
        let small = echoes.filter { $0.echo?.isWhole == false && $0.isAnswered && $0.family == family }
        guard !lost.isEmpty, !small.isEmpty else { return (.possible, stalled) }
        // If small packets of the same host are also lost, the network is lossy; a host without any echo proves nothing.
        let hosts = Set(lost.compactMap(\.echo?.host))
        let same = small.filter { $0.echo.map { hosts.contains($0.host) } ?? false }
        guard !same.isEmpty else { return (.possible, lost.map(\.observation) + stalled) }
        let isClean = same.allSatisfy { ($0.echo?.loss ?? 1) < 0.2 }
        return (isClean ? .certain : .possible, lost.map(\.observation) + stalled)
    }

    /// No connection to a port is established, for two owners, while connections to the other port are.
    func evaluatePort(isTLS: Bool) -> Finding {
        let works =
            evidence { $0.isOverTLS == isTLS && $0.isGenuine }
            + (isTLS ? byAddress.filter(\.isAnswered).map(\.observation) : [])
        let addressed = isTLS ? byAddress : pagesByAddress
        let other =
            evidence { $0.isOverTLS != isTLS && $0.isGenuine }
            + (isTLS ? pagesByAddress : byAddress).filter(\.isAnswered).map(\.observation)
        let tried = knownReports.filter {
            $0.isOverTLS == isTLS && !$0.isGenuine && $0.verdict.finding != .inconclusive
        }
        let lost = tried.filter { report in
            // An address of this device gives no information about the port.
            if report.verdict.reason.code == "private-address" { return false }
            return isTLS ? report.exchange.hasNoConnection || report.exchange.isGivenUp : !report.hasNoName
        }
        let opened = (reports.filter(\.isOverTLS).map(\.exchange) + byAddress).filter(\.hasConnected)
        if isTLS, !opened.isEmpty { return (.ruledOut, opened.map(\.observation)) }
        // Over a broken family, every port fails.
        let open = Set(
            (reports.filter { $0.isOverTLS != isTLS && $0.isGenuine }.map(\.exchange)
                + (isTLS ? pagesByAddress : byAddress))
                .filter(\.isAnswered).compactMap(\.family)
        )
        let silent = addressed.filter { $0.hasNoConnection && $0.family.map(open.contains) ?? false }
        let seen = lost.map(\.observation) + silent.map(\.observation)
        guard Set(lost.map(\.owner) + silent.compactMap { $0.request.url?.host }).count > 1 else {
            return (works.isEmpty ? .undecided : .ruledOut, works)
        }
        guard !other.isEmpty else { return (.undecided, []) }
        guard works.isEmpty else { return (.possible, seen) }
        // A silent firewall of this device, or packet loss, looks the same.
        return (isLossy || isAnsweredBetween ? .possible : .likely, seen)
    }

    /// QUIC is supported or not by a whole owner, so two owners are enough if they answer over TCP.
    var quicBlocked: Finding {
        let answered = quic.filter(\.isAnswered)
        guard answered.isEmpty else { return (.ruledOut, answered.map(\.observation)) }
        guard assessment.access == .online || isBeyondProved else { return (.undecided, []) }
        let silent = quic.filter { !$0.isRefusedHere && $0.peerOfConnection.map(provedAddresses.contains) ?? false }
        let met = reports.compactMap { report in report.exchange.remoteAddress.map { ($0, report.owner) } }
        let names = Dictionary(met, uniquingKeysWith: { first, _ in first })
        let owners = Set(silent.compactMap(\.peerOfConnection).map { names[$0] ?? "\($0)" })
        return owners.count > 1 && !isLossy && !isSlow ? (.likely, silent.map(\.observation)) : (.undecided, [])
    }

    // MARK: Quality

    /// The share of lost packets above which a network is lossy.
    private static let lossMax = 0.1

    /// The share of late connections above which a network is lossy; each connection needs two packets.
    private static let resendMax = 0.2
    /// The approximate time until a packet that opens a connection is sent again.
    private static let resendTimes = Duration.milliseconds(950)...(.milliseconds(1_150))

    var isLossy: Bool { lossy.confidence == .likely }

    var lossy: Finding {
        // Echoes of hosts beyond the gateway count; without any, those of the gateway.
        let counted = echoes.filter { $0.echo.map { !$0.isWhole && $0.loss != nil } ?? false }
        let far = counted.filter { !isGateway($0.echo?.host) }
        let sent = far.reduce(0) { $0 + ($1.echo?.sentCount ?? 0) }
        let lost = far.reduce(0) { $0 + max(($1.echo?.sentCount ?? 0) - ($1.echo?.times.count ?? 0), 0) }
        let confidence: Confidence = isEachHandshakeSlow ? .possible : .likely
        // On any network, one packet of a few can be lost.
        if lost > 2, Double(lost) > Self.lossMax * Double(sent) { return (confidence, far.map(\.observation)) }
        // A lost first packet of a connection is sent again after a second (RFC 6298, section 2.1).
        let connects = (reports.map(\.exchange) + byAddress + pagesByAddress).filter { $0.timings.connect != nil }
        let quickest = connects.compactMap(\.timings.connect).min() ?? .zero
        let again = connects.filter { Self.resendTimes.contains(($0.timings.connect ?? .zero) - quickest) }
        if again.count > 3, Double(again.count) > Self.resendMax * Double(connects.count) {
            return (confidence, again.map(\.observation))
        }
        let lossy = counted.filter { $0.echo?.loss ?? 0 > 0 }
        return (lossy.isEmpty ? .undecided : .possible, lossy.map(\.observation))
    }

    /// The time from a request to its answer at which a network is slow: ten times that of a bad network.
    private static let slowness = Duration.seconds(1)

    /// Whether the path is slow: half of the answers take long, while packet loss delays only some.
    var isSlow: Bool { slow.confidence == .likely }

    /// Whether every handshake exceeded its round trips, and nearly all connections opened at once or nearly all answers were
    /// slow.
    ///
    /// Under packet loss, many connections open late and many answers are quick; on a line with a low rate, neither is true.
    /// The full queue of such a line drops packets as well.
    private var isEachHandshakeSlow: Bool {
        let timings = reports.map(\.exchange.timings)
        let (connects, handshakes) = (timings.compactMap(\.connect), timings.compactMap(\.tls))
        let answers = timings.compactMap(\.response)
        let quickest = connects.min() ?? .zero
        // A handshake takes at most two round trips (RFC 5246, section 7.3).
        let least = max(Self.slowness / 2, quickest * 3)
        guard handshakes.count > 2, handshakes.allSatisfy({ $0 >= least }) else { return false }
        let late = connects.count { $0 - quickest >= Self.resendTimes.lowerBound }
        let quick = answers.count { $0 < least }
        return late * 8 <= connects.count || quick * 8 <= answers.count
    }

    /// The size of a TLS handshake with its certificates, in multiples of the small answers of the probed hosts.
    private static let handshakeSize = 10

    /// The requests over HTTP through the network.
    private var requested: [ProbeExchange] { reports.map(\.exchange) + byAddress + pagesByAddress }

    /// Whether the time limits are too short for the rate of the line, according to the received answers.
    ///
    /// Simultaneous questions share the rate of the line, and wait in its queue behind the handshakes. So if a handshake would
    /// take as long as the limit, at the rate of half of the answers, a time-out is due to the limit. The round trip is left
    /// out: to a distant host, it is long for every packet alike.
    private var areLimitsShort: Bool {
        let answers = requested.compactMap(\.timings.response).sorted()
        let limits = requested.filter(\.isLate).map(\.request.limits.total)
        guard !answers.isEmpty, let limit = limits.min() else { return false }
        let roundTrip = requested.compactMap(\.timings.connect).min() ?? .zero
        return (answers[answers.count / 2] - roundTrip) * Self.handshakeSize >= limit
    }

    /// Whether the limits of this process can explain missing answers, so that these prove nothing.
    var isSilenceOwn: Bool { isSlow || areLimitsShort }

    /// Half of the answers take long; if the limits are too short, missing answers count with their waiting time.
    var slow: Finding {
        let exchanges = reports.map(\.exchange) + byAddress
        let echoed = echoes.filter { !isGateway($0.echo?.host) }.flatMap { $0.echo?.times ?? [] }
        let answers = requested.compactMap(\.timings.response)
        let isOpen = areLimitsShort
        // Two answers show no rate.
        let awaited = isOpen && answers.count > 2 ? requested.filter(\.isLate).map(\.timings.total) : []
        // Echoes are small, and arrive while the line is idle: they count only without answers.
        let times = (answers.isEmpty ? echoed : answers + awaited).sorted()
        guard !times.isEmpty else { return (.undecided, []) }
        let typical = times[times.count / 2]
        let seen = Diagnosis.Observation(
            subject: interface?.name ?? "",
            reason: Reason("round-trip", ["milliseconds": Fact(Int(typical / .milliseconds(1)))])
        )
        // A policy may require a better quality than that of the line.
        let isRequired = assessment.reason.contains(code: "quality-below")
        let isTooSlow = isRequired && !assessment.reason.contains(code: "quality-loss")
        guard typical >= Self.slowness || isEachHandshakeSlow || isTooSlow else {
            return (isOpen ? .possible : .ruledOut, [seen])
        }
        // A repeated packet takes a second more, even on a fast path.
        let all = (times + exchanges.compactMap(\.timings.connect)).sorted()
        return (all[all.count / 4] < Self.slowness && isLossy ? .possible : .likely, [seen])
    }
}
