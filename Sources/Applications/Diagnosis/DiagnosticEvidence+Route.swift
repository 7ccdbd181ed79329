import ConnectivityCore
import ConnectivityEcho
import ConnectivityNames

// The path: the gateway, the hosts beyond it, and the reporters of undeliverable packets.

extension DiagnosticEvidence {
    /// The answers through or from the gateway, without those of other hosts on the link and of this device.
    var viaGateway: [Diagnosis.Observation] {
        let answered = answers.filter { exchange in
            guard exchange.request.path.interface == boundInterface || exchange.request.url == nil else { return false }
            if let echo = exchange.echo {
                return echo.reporter != nil || exchange.isAnswered && !isNeighbour(echo.host)
            }
            return exchange.request.url != nil && (exchange.isAnswered || exchange.isRefusedTLS || exchange.hasStalled)
        }
        let pages = reports.filter { $0.exchange.isAnswered && $0.verdict.basis != .silence }
        return pages.map(\.observation) + answered.map(\.observation) + signsOfGateway
    }

    /// Whether a host is on the link and is not the gateway.
    private func isNeighbour(_ host: IPAddress) -> Bool {
        !gateways.contains(host) && interface?.addresses.contains { $0.isOnLink(host) } ?? false
    }

    /// The signs of life of the gateway: echoes, an accepted or refused connection, or a recent answer for its hardware address.
    var signsOfGateway: [Diagnosis.Observation] {
        let echoed = echoes.filter { isGateway($0.echo?.host) && $0.isAnswered }
        let met = gatewayConnections.filter { exchange in
            // A refusal can be that of a firewall on this device.
            exchange.isAnswered
                || exchange.failure?.kind == .connectionRefused && !answers.contains(where: \.isRefusedHere)
        }
        let known = routes.filter { gateways.contains($0.hop) && $0.isNeighbourAlive }.map { route in
            Diagnosis.Observation(subject: "\(route.hop)", reason: Reason("neighbour-answers"))
        }
        return echoed.map(\.observation) + met.map(\.observation) + known
    }

    /// The gateways without a host on the link, with the evidence.
    private var deadGateways: [IPAddress: Diagnosis.Observation] {
        var dead: [IPAddress: Diagnosis.Observation] = [:]
        for exchange in echoes {
            guard let host = exchange.echo?.host, gateways.contains(host), exchange.isWithoutNeighbour(host) else {
                continue
            }
            dead[host] = exchange.observation
        }
        for route in routes where route.isNeighbourDead && gateways.contains(route.hop) {
            dead[route.hop] = dead[route.hop] ?? route.observation
        }
        return dead
    }

    func evaluateRoute(_ cause: Cause) -> Finding {
        let isSomebody = assessment.access.portal != nil || assessment.access == .blocked
        switch cause {
        case .gatewaySilent: return gatewaySilent
        case _ where !proof.isEmpty: return (.ruledOut, proof)
        case _ where genuineOwners.count > 1: return (.ruledOut, genuine)
        case _ where isSomebody: return (.undecided, [])
        case .prohibited: return prohibited
        case .noUplink: return noUplink
        default: return addressesSilent
        }
    }

    private var gatewaySilent: Finding {
        let dead = deadGateways
        let seen = gateways.compactMap { dead[$0] }
        if !seen.isEmpty {
            if viaGateway.isEmpty { return (seen.count == gateways.count ? .certain : .likely, seen) }
            // Only the gateway of one family can be missing.
            return (.possible, seen)
        }
        if !viaGateway.isEmpty { return (.ruledOut, viaGateway) }
        // Many routers do not answer echoes.
        let asked = echoes.filter { isGateway($0.echo?.host) } + gatewayConnections
        return (gateways.isEmpty || asked.isEmpty ? .undecided : .possible, asked.map(\.observation))
    }

    /// A router reports that packets are forbidden, for echoes and for connections.
    private var prohibited: Finding {
        let forbidden = echoes.filter { $0.echo?.error == .prohibited && $0.echo?.reporter != nil }
        guard !forbidden.isEmpty else {
            // Without echoes, the reason of an unreachable host is unknown.
            let reported = byAddress.filter { $0.failure?.kind == .unreachable && !$0.isRefusedHere }
            return (echoes.isEmpty && !reported.isEmpty ? .possible : .undecided, reported.map(\.observation))
        }
        let tried = byAddress + pagesByAddress + reports.filter { !$0.hasNoName }.map(\.exchange)
        let refused = tried.filter { [.unreachable, .connectionRefused].contains($0.failure?.kind) }
        // A portal forbids all other hosts; self-chosen name servers then hide the portal.
        let isHidden = nameServersBlocked.confidence == .certain
        guard tried.allSatisfy({ !$0.hasConnected }), !isHidden else {
            return (.possible, forbidden.map(\.observation))
        }
        // A portal also forbids packets, but would have answered over plain HTTP.
        let isPlain = refused.contains { $0.request.url?.scheme == .http }
        return (isPlain ? .certain : .likely, (forbidden + refused).map(\.observation))
    }

    /// The silent addresses; empty if one has an answer.
    private var silentAddresses: [ProbeExchange] { byAddress.contains(where: \.hasConnected) ? [] : byAddress }

    /// Nothing beyond the gateway answers: certain if the gateway itself reports it without contrary evidence.
    private var noUplink: Finding {
        let silent = silentAddresses.map(\.observation)
        let said = echoes.filter { $0.echo?.error == .noRoute && isGateway($0.echo?.reporter) }
        if !said.isEmpty {
            let isWhole = silent.count > 1 && reports.allSatisfy { !$0.exchange.hasConnected }
            return (isWhole ? .certain : .likely, said.map(\.observation) + silent)
        }
        guard !silent.isEmpty else { return (.undecided, []) }
        let alive = signsOfGateway
        guard !alive.isEmpty else { return (.possible, silent) }
        if pagesByAddress.contains(where: \.hasConnected) { return (.undecided, silent) }
        // If names are resolved, the gateway or its name server recently reached a host; echoes also come from beyond it.
        let announced = announcement { !$0.hasInternet }
        let isAlone =
            reports.allSatisfy(\.hasNoName) && echoesFromBeyond.isEmpty && !hasSaid
            && !(echoes.isEmpty && byAddress.contains { $0.failure?.kind == .unreachable })
        return (isAlone && prohibited.confidence < .likely ? .likely : .possible, alive + announced + silent)
    }

    /// Whether a name server denied a name, which it cannot do without an uplink.
    private var hasSaid: Bool { reports.contains { $0.failure?.nameFailure.cause == .noSuchName } }

    /// The echoes from beyond the gateway.
    var echoesFromBeyond: [ProbeExchange] {
        echoes.filter { exchange in
            exchange.isAnswered && Self.knownAddresses.values.joined().contains { $0 == exchange.echo?.host }
        }
    }

    /// Names are resolved, and no server answers.
    private var addressesSilent: Finding {
        let silent = reports.filter { report in
            report.hasName && !report.exchange.hasConnected && report.verdict.reason.code != "private-address"
        }
        guard !silent.isEmpty, !silentAddresses.isEmpty else { return (.undecided, []) }
        let lost = reports.filter(\.hasNoName)
        let isFound = lost.isEmpty || lost.count < silent.count && lookups.contains { !$0.addresses.isEmpty }
        let isWhole = isFound && silentAddresses.count > 1
        // If a router reports undeliverable packets, another cause is more precise.
        let isSaid =
            echoes.contains { $0.echo?.reporter != nil } || byAddress.contains { $0.failure?.kind == .unreachable }
        return (isWhole && !isSaid ? .likely : .possible, silent.map(\.observation))
    }
}

extension NetworkInterface.Address {
    /// Whether another address is in the network of this one.
    fileprivate func isOnLink(_ other: IPAddress) -> Bool {
        guard address.family == other.family, prefixLength > 0 else { return false }
        let (whole, rest) = prefixLength.quotientAndRemainder(dividingBy: 8)
        guard address.bytes.prefix(whole).elementsEqual(other.bytes.prefix(whole)) else { return false }
        guard rest > 0, whole < address.bytes.count else { return true }
        return (address.bytes[whole] ^ other.bytes[whole]) >> UInt8(8 - rest) == 0
    }
}
