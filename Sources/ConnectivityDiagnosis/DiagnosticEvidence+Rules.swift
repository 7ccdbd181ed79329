import ConnectivityCore

// One rule per cause: what shows it, what excludes it, and what else could be behind it. A rule says "ruled out" only if
// its evidence cannot be as it is while the cause holds.

extension DiagnosticEvidence {
    private typealias Finding = (confidence: Confidence, evidence: [Diagnosis.Observation])

    /// Considers one cause.
    func finding(on cause: Cause) -> Diagnosis.Finding {
        var found = considered(cause)
        // On a slow way, what does not come in time proves nothing.
        if Self.shownBySilence.contains(cause), isSlow {
            found.confidence = min(found.confidence, .possible)
        }
        return Diagnosis.Finding(cause: cause, confidence: found.confidence, evidence: Array(found.evidence.prefix(4)))
    }

    private static let shownBySilence: Set<Cause> = [
        .addressesSilent, .nameServerSilent, .largePacketsLost, .tlsBlocked, .httpBlocked, .lossy,
    ]

    private func considered(_ cause: Cause) -> Finding {
        switch cause {
        case .noLink, .duplicateAddress, .noAddress, .noRoute: return ofLink(cause)
        case _ where interface == nil: return (.undecided, [])
        case .quicBlocked: return quicBlocked
        case .lossy: return lossy
        case .slow: return slow
        case _ where assessment.access == .online: return (.ruledOut, genuine)
        case .portal, .filter, .proxyRequired: return ofSomebody(cause)
        case .tunnelDead, .gatewaySilent, .prohibited, .noUplink, .addressesSilent: return ofWay(cause)
        case .nameServersBlocked: return nameServersBlocked
        case .nameServerSilent, .nameServerRefuses, .nameServerFails, .namesWithheld, .namesForged:
            return ofNames(cause)
        case .ipv4Broken, .ipv6Broken: return ofFamily(cause == .ipv4Broken ? .ipv4 : .ipv6)
        case .clockWrong: return clock
        case .tlsIntercepted: return interceptor
        case .largePacketsLost: return largePackets
        case .tlsBlocked, .httpBlocked: return ofPort(isTLS: cause == .tlsBlocked)
        }
    }

    private var genuine: [Diagnosis.Observation] { reports.filter(\.isGenuine).map(\.observation) }

    private func owners(_ belongs: (EndpointReport) -> Bool) -> Set<String> {
        Set(reports.filter(belongs).map(\.owner))
    }

    private func evidence(_ belongs: (EndpointReport) -> Bool) -> [Diagnosis.Observation] {
        reports.filter(belongs).map(\.observation)
    }

    // MARK: The link

    /// The interface that was asked for, if it cannot be used; otherwise all.
    private var considered: [NetworkInterface] {
        let all = assessment.snapshot.interfaces.filter { $0.kind != .loopback }
        guard assessment.reason.code == "interface-not-usable" else { return all }
        return all.filter { $0.name == assessment.reason.facts["interface"]?.text }
    }

    private func ofLink(_ cause: Cause) -> Finding {
        // An interface that does not exist has no cause.
        if assessment.reason.code == "interface-not-usable", considered.isEmpty { return (.undecided, []) }
        let linked = considered.filter { $0.isUp && $0.hasCarrier }
        let isDuplicate = linked.contains { $0.addresses.contains { $0.state == .duplicate } }
        let seen = linked.map {
            Diagnosis.Observation(
                subject: $0.name,
                reason: Reason("addresses", ["addresses": .list($0.addresses.map { .text("\($0)") })])
            )
        }
        switch cause {
        case .noLink: return interface != nil || !linked.isEmpty ? (.ruledOut, seen) : (.certain, [])
        case .duplicateAddress: return isDuplicate ? (interface == nil ? .certain : .likely, seen) : (.ruledOut, seen)
        case .noAddress:
            guard interface == nil else { return (.ruledOut, seen) }
            if linked.isEmpty || linked.contains(where: \.isUsable) { return (.undecided, []) }
            return isDuplicate ? (.possible, seen) : (.certain, seen)
        default:
            guard let interface else { return (.undecided, []) }
            let hasRoute = !interface.defaultRoutes.isEmpty || !interface.egress.isEmpty
            return hasRoute || !heard.isEmpty ? (.ruledOut, seen) : (.certain, seen)
        }
    }

    // MARK: Somebody in between

    private func ofSomebody(_ cause: Cause) -> Finding {
        switch cause {
        case .portal:
            // A portal that lets well-known hosts through can stay silent to all others.
            let announced = announcement { $0.requiresFurtherStep }
            guard assessment.access.portal != nil else {
                return (announced.isEmpty ? .undecided : .possible, announced)
            }
            return (.certain, evidence { $0.verdict.finding == .captive } + announced)
        case .filter:
            let blocked = evidence { $0.verdict.finding == .substituted && !$0.isOfProxy }
            guard !blocked.isEmpty else { return (.ruledOut, genuine) }
            return (assessment.access == .blocked ? .certain : .possible, blocked)
        default:
            let asked = evidence(\.isOfProxy)
            return asked.isEmpty ? (isBeyondProved ? .ruledOut : .undecided, genuine) : (.certain, asked)
        }
    }

    /// What the access point announces, if it is so; a hint, which proves nothing.
    private func announcement(
        _ isSo: (NetworkInterface.WiFi.Interworking) -> Bool
    ) -> [Diagnosis.Observation] {
        guard let wifi = interface?.wifi, let announced = wifi.interworking, isSo(announced) else { return [] }
        let facts: Facts = [
            "hasInternet": .flag(announced.hasInternet), "requiresFurtherStep": .flag(announced.requiresFurtherStep),
        ]
        return [.init(subject: wifi.name, reason: Reason("access-point-announces", facts))]
    }

    // MARK: The way

    /// What came through the gateway or from it: not from other hosts of the link, and not from this machine.
    private var heard: [Diagnosis.Observation] {
        let answered = answers.filter { exchange in
            guard let echo = exchange.echo else { return exchange.request.url != nil && exchange.isAnswered }
            return echo.reporter != nil || exchange.isAnswered && isGateway(echo.host)
        }
        let pages = reports.filter { $0.exchange.isAnswered && $0.verdict.basis != .silence }
        return pages.map(\.observation) + answered.map(\.observation)
    }

    private func ofWay(_ cause: Cause) -> Finding {
        let isSomebody = assessment.access.portal != nil || assessment.access == .blocked
        let proof = byAddress.filter(\.isAnswered).map(\.observation) + evidence { $0.isOverTLS && $0.isGenuine }
        switch cause {
        case .tunnelDead:
            guard interface?.kind == .vpn, !isBeyondProved else { return (.ruledOut, proof) }
            let below = belowTunnel.filter(\.isAnswered).map(\.observation)
            return below.isEmpty ? (.possible, tunnel + belowTunnel.map(\.observation)) : (.certain, tunnel + below)
        case .gatewaySilent:
            let mute = echoes.filter { $0.echo?.trouble == "no-neighbour" && isGateway($0.echo?.host) }
            if !mute.isEmpty, proof.isEmpty, mute.count == gateways.count { return (.certain, mute.map(\.observation)) }
            if !heard.isEmpty { return (.ruledOut, heard) }
            return (gateways.isEmpty || echoes.isEmpty ? .undecided : .possible, echoes.map(\.observation))
        case _ where !proof.isEmpty: return (.ruledOut, proof)
        case _ where genuineOwners.count > 1: return (.ruledOut, genuine)
        case _ where isSomebody: return (.undecided, [])
        case .prohibited:
            let forbidden = echoes.filter { $0.echo?.trouble == "prohibited" }
            guard !forbidden.isEmpty else { return (.undecided, []) }
            // A portal forbids all but its own; name servers of one's choice then hide the portal.
            let isHidden = nameServersBlocked.confidence == .certain
            return (isHidden ? .possible : .certain, forbidden.map(\.observation))
        case .noUplink: return noUplink
        default:
            let silent = reports.filter { !$0.hasNoName && !$0.exchange.isAnswered }
            guard !silent.isEmpty, !silentAddresses.isEmpty else { return (.undecided, []) }
            return (reports.contains(where: \.hasNoName) ? .possible : .likely, silent.map(\.observation))
        }
    }

    /// The name of the VPN, and what is below it.
    private var tunnel: [Diagnosis.Observation] {
        guard let interface else { return [] }
        return [
            .init(
                subject: interface.name,
                reason: Reason("vpn-up", ["below": Fact(assessment.snapshot.underlay?.name)])
            )
        ]
    }

    /// The addresses that do not answer; empty if somebody answers for one.
    private var silentAddresses: [ProbeExchange] { byAddress.contains(where: \.isRefusedTLS) ? [] : byAddress }

    /// Nothing beyond the gateway answers: certain if the gateway says so itself.
    private var noUplink: Finding {
        let said = echoes.filter { $0.echo?.trouble == "no-route" && isGateway($0.echo?.reporter) }
        if !said.isEmpty { return (.certain, said.map(\.observation)) }
        let alive = echoes.filter { isGateway($0.echo?.host) && $0.isAnswered }
        let silent = silentAddresses.map(\.observation)
        guard !silent.isEmpty else { return (.undecided, []) }
        guard !alive.isEmpty else { return (.possible, silent) }
        // If names are found, the gateway or its name server reached somebody a moment ago; echoes come from behind it, too.
        let announced = announcement { !$0.hasInternet }
        let isAlone = reports.allSatisfy(\.hasNoName) && echoesFromBeyond.isEmpty
        return (isAlone ? .likely : .possible, alive.map(\.observation) + announced + silent)
    }

    /// The echoes that came back from behind the gateway.
    private var echoesFromBeyond: [ProbeExchange] {
        echoes.filter { exchange in
            exchange.isAnswered && !isGateway(exchange.echo?.host)
                && Self.knownAddresses.values.joined().contains { "\($0)" == exchange.echo?.host }
        }
    }

    private func isGateway(_ host: String?) -> Bool {
        host.flatMap { IPAddress($0) }.map(gateways.contains) ?? false
    }

    // MARK: Names

    private static let causes: [Cause: Set<String>] = [
        .nameServerSilent: ["no-answer", "server-closed", "server-unreachable", "malformed", "no-server"],
        .nameServerRefuses: ["refused"], .nameServerFails: ["server-failure", "other-code"],
        .namesWithheld: ["no-such-name"],
    ]
    /// Codes of RFC 8914 with which a server says that it withholds a name: forged, blocked, censored, filtered.
    private static let withheld: Set<Int64> = [4, 15, 16, 17]

    private func ofNames(_ cause: Cause) -> Finding {
        let named = reports.filter { $0.exchange.request.url?.address == nil }
        let lost = named.filter(\.hasNoName)
        if cause == .namesForged {
            let forged = named.filter { $0.verdict.reason.code == "private-address" }
            guard forged.isEmpty else {
                return (Set(forged.map(\.owner)).count > 1 ? .certain : .possible, forged.map(\.observation))
            }
            // A certificate for the name proves that the address is the name's.
            let proof = evidence { $0.isOverTLS && $0.isGenuine }
            return (proof.isEmpty ? .undecided : .ruledOut, proof)
        }
        guard !lost.isEmpty else { return named.isEmpty ? (.undecided, []) : (.ruledOut, genuine) }
        let isSaid = lost.filter { report in
            let errors = report.failure?.facts["extendedErrors"]?.list ?? []
            return errors.contains { Self.withheld.contains($0.record?["code"]?.integer ?? -1) }
        }
        if !isSaid.isEmpty {
            return cause == .namesWithheld ? (.certain, isSaid.map(\.observation)) : (.ruledOut, genuine)
        }
        let known = Self.causes[cause] ?? []
        let shown = lost.filter { report in
            // Without a known cause, the lookup had no answer in time.
            known.contains(report.failure?.facts["cause"]?.text ?? "no-answer")
        }
        guard Set(shown.map(\.owner)).count > 1 else {
            return (shown.isEmpty ? .ruledOut : .possible, shown.map(\.observation))
        }
        let found = shown.map(\.observation) + byAddress.filter(\.isAnswered).map(\.observation).prefix(1)
        // A name server cannot answer without an uplink; some then refuse.
        let hasNoWay =
            echoesFromBeyond.isEmpty && !byAddress.isEmpty
            && byAddress.allSatisfy { [.unreachable, .timedOut(.connect)].contains($0.failure?.kind) }
        if isBeyondProved || cause == .nameServerRefuses && !hasNoWay { return (.certain, found) }
        let isAnswered = byAddress.contains(where: \.isRefusedTLS)
        return (cause == .namesWithheld || isAnswered ? .likely : .possible, found)
    }

    /// The network's own name server answers what the machine's own do not.
    private var nameServersBlocked: Finding {
        let lost = reports.filter(\.hasNoName)
        guard !lost.isEmpty else { return (reports.isEmpty ? .undecided : .ruledOut, genuine) }
        let found = lookups.filter { exchange in
            guard case .success(.other(_, let facts)) = exchange.outcome else { return false }
            return facts["rcode"] == "NOERROR" && facts["records"]?.list?.isEmpty == false
        }
        guard found.isEmpty else { return (.certain, found.map(\.observation) + lost.map(\.observation)) }
        // If there is no other server, nobody was asked.
        return (lookups.isEmpty ? .undecided : .ruledOut, lookups.map(\.observation))
    }

    // MARK: Parts of the Internet

    private func ofFamily(_ family: AddressFamily) -> Finding {
        let facts = assessment.reason.facts
        if assessment.reason.code == "broken", facts["part"]?.text == family.rawValue {
            let failed = evidence { $0.exchange.request.path.family == family && !$0.isGenuine }
            return (.certain, failed)
        }
        let works = evidence { $0.isGenuine && $0.exchange.remoteAddress?.family == family }
        if !works.isEmpty { return (.ruledOut, works) }
        let hasFamily = interface?.addresses.contains { $0.isRoutable && $0.address.family == family } ?? false
        return hasFamily ? (.undecided, []) : (.ruledOut, [])
    }

    /// The clock is wrong if the certificates of two owners are not valid now; by how much, the answers over plain HTTP say.
    private var clock: Finding {
        let expired = evidence { $0.failure?.kind == .tls(.expired) }
        let dates = reports.filter { !$0.isOverTLS && $0.isGenuine }.compactMap { report in
            report.exchange.response?.headers["Date"].flatMap { Timestamp(httpDate: $0) }
                .map { (report, $0.sinceEpoch - assessment.startedAt.sinceEpoch) }
        }
        let isOff = !dates.isEmpty && dates.allSatisfy { $0.1 < .seconds(-86_400) || $0.1 > .seconds(86_400) }
        guard owners({ $0.failure?.kind == .tls(.expired) }).count > 1 else {
            return expired.isEmpty ? ofTLS : (.possible, expired)
        }
        guard isOff, let (report, skew) = dates.first else { return (dates.isEmpty ? .likely : .ruledOut, expired) }
        let days = Int((skew / .seconds(86_400)).rounded())
        let off = Diagnosis.Observation(subject: report.name, reason: Reason("clock-differs", ["days": Fact(days)]))
        return (.certain, [off] + expired)
    }

    private var interceptor: Finding {
        let refused = owners(\.isRefusedTLS).union(byAddress.filter(\.isRefusedTLS).compactMap { $0.request.url?.host })
        let expired = owners { $0.failure?.kind == .tls(.expired) }
        let refusals =
            evidence { $0.isRefusedTLS || $0.failure?.kind == .tls(.expired) }
            + byAddress.filter(\.isRefusedTLS).map(\.observation)
        let shown = certificates.filter(\.isAnswered).map(\.observation) + refusals
        if refused.count > 1 { return (.certain, shown) }
        // Certificates that have expired for everybody, while the clock is right, are somebody else's.
        if expired.count > 1 { return (clock.confidence == .ruledOut ? .certain : .possible, shown) }
        return shown.isEmpty ? ofTLS : (.possible, shown)
    }

    /// What TLS says if none of its failures does: a cause of such failures is ruled out if TLS came about.
    private var ofTLS: Finding {
        let proof = evidence { $0.isOverTLS && $0.isGenuine } + byAddress.filter(\.isAnswered).map(\.observation)
        return (proof.isEmpty ? .undecided : .ruledOut, proof)
    }

    private var largePackets: Finding {
        guard hasStalledTLS else { return ofTLS }
        let stalled =
            evidence { $0.isOverTLS && ($0.exchange.hasStalled || $0.exchange.isGivenUp) }
            + byAddress.filter(\.hasStalled).map(\.observation)
        // What is too large for the machine's own link says nothing about the way.
        let large = echoes.filter { exchange in
            guard let echo = exchange.echo, echo.isWhole else { return false }
            return echo.trouble != "too-big" || echo.reporter != nil
        }
        let lost = large.filter { !$0.isAnswered }
        let small = echoes.filter { $0.echo?.isWhole == false && $0.isAnswered }
        if large.contains(where: \.isAnswered), lost.isEmpty { return (.ruledOut, large.map(\.observation)) }
        guard !lost.isEmpty, !small.isEmpty else { return (.possible, stalled) }
        return (.certain, lost.map(\.observation) + stalled)
    }

    private func ofPort(isTLS: Bool) -> Finding {
        let works = evidence { $0.isOverTLS == isTLS && $0.isGenuine }
        let other = evidence { $0.isOverTLS != isTLS && $0.isGenuine }
        let failed = reports.filter { $0.isOverTLS == isTLS && !$0.isGenuine && $0.verdict.finding != .inconclusive }
        let lost = isTLS ? failed.filter { $0.exchange.hasNoConnection || $0.exchange.isGivenUp } : failed
        if isTLS, hasStalledTLS { return (.ruledOut, byAddress.map(\.observation)) }
        guard Set(lost.map(\.owner)).count > 1 else { return (works.isEmpty ? .undecided : .ruledOut, works) }
        guard !other.isEmpty else { return (.undecided, []) }
        return (works.isEmpty ? .certain : .possible, lost.map(\.observation))
    }

    /// Whole owners, not single hosts, stop to speak QUIC, so that two are enough.
    private var quicBlocked: Finding {
        let answered = quic.filter(\.isAnswered)
        guard answered.isEmpty else { return (.ruledOut, answered.map(\.observation)) }
        guard quic.count > 1, assessment.access == .online || isBeyondProved else { return (.undecided, []) }
        return (.likely, quic.map(\.observation))
    }

    private var lossy: Finding {
        let lossy = echoes.filter { $0.echo?.loss ?? 0 > 0.1 }
        if !lossy.isEmpty { return (.likely, lossy.map(\.observation)) }
        // The echoes of the gateway say nothing about the way behind it.
        let clean = echoes.filter { $0.echo?.loss == 0 && !isGateway($0.echo?.host) }.map(\.observation)
        return (clean.isEmpty && assessment.access != .online ? .undecided : .ruledOut, clean)
    }

    /// The time from a request to its answer from which on a network is slow: ten times that of a bad one.
    private static let slowness = Duration.seconds(1)

    /// Whether the way is slow: half of the answers take long, while lost packets delay only some.
    var isSlow: Bool { slow.confidence == .likely }

    private var slow: Finding {
        let answered = (reports.map(\.exchange) + byAddress).compactMap(\.timings.response)
        let echoed = echoes.filter { !isGateway($0.echo?.host) }.flatMap { $0.echo?.times ?? [] }
        let times = (answered + echoed.map { .seconds($0) }).sorted()
        guard !times.isEmpty else { return (.undecided, []) }
        let typical = times[times.count / 2]
        let seen = Diagnosis.Observation(
            subject: interface?.name ?? "",
            reason: Reason("round-trip", ["milliseconds": Fact(Int(typical / .milliseconds(1)))])
        )
        return (typical >= Self.slowness ? .likely : .ruledOut, [seen])
    }
}

extension EndpointReport {
    fileprivate var isOfProxy: Bool { verdict.reason.code == "proxy-authentication-required" }
}
