import ConnectivityCore
import ConnectivityEcho
import ConnectivityNames

// The path: the gateway, the hosts beyond it, and the reports of undeliverable packets.

extension DiagnosticEvidence {
    /// The answers through or from the gateway, without those of other hosts on the link and of this device.
    var viaGateway: Seen {
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
    var signsOfGateway: Seen {
        let echoed = echoes.filter { isGateway($0.echo?.host) && $0.isAnswered }
        let met = gatewayConnections.filter { exchange in
            // A refusal can be that of a firewall on this device.
            exchange.isAnswered
                || exchange.failure?.kind == .connectionRefused && !answers.contains(where: \.isRefusedHere)
        }
        // A confirmation from before the round is too old. The first questions are sent at least a second after its start.
        let age = min(assessment.duration, .seconds(1))
        let known = routes.filter { gateways.contains($0.hop) && $0.isNeighbour(confirmedWithin: age) }.map { route in
            Diagnosis.Observation(subject: "\(route.hop)", reason: Reason("neighbour-answers"))
        }
        return echoed.map(\.observation) + met.map(\.observation) + known
    }

    var gatewayKinds: Kinds {
        // The gateways without a host on the link, by echoes or by the system's neighbours.
        let dead = gateways.compactMap { gateway in
            echoes.first { $0.isWithoutNeighbour(gateway) }?.observation
                ?? routes.first { $0.isNeighbourDead && $0.hop == gateway }?.observation
        }
        let passes = viaGateway
        let kind = "gateway-missing\(dead.count == gateways.count ? "" : "-partly")"
        // Many routers do not answer echoes.
        let asked = echoes.filter { isGateway($0.echo?.host) } + gatewayConnections
        return [
            "gateway-passes": passes, "answers-from-beyond": proof,
            "answers-of-two": genuineOwners.count > 1 ? genuine : [],
            kind: passes.isEmpty ? dead : [],
            "gateway-mute": passes.isEmpty && dead.isEmpty ? asked.map(\.observation) : [],
        ]
    }

    /// What is seen of a path on which nothing from beyond the gateway has proved to be there.
    var pathKinds: Kinds {
        let tried = visits.map(\.exchange)
        let isConnected = tried.contains(where: \.hasConnected)
        let closed = isConnected ? [] : byAddress.filter { !$0.isRefusedHere }
        let seen = closed.map(\.observation)
        let down = echoes.filter { $0.echo?.error == .noRoute && isGateway($0.echo?.reporter) }.map(\.observation)
        let forbidden = echoes.filter { $0.echo?.error == .prohibited && $0.echo?.reporter != nil }
        let refused = tried.filter { [.unreachable, .connectionRefused].contains($0.failure?.kind) }
        // Without a default route of the family, the report is this device's own.
        let routed = Set((interface?.defaultRoutes ?? []).map(\.family))
        let routeless = closed.filter {
            $0.failure?.report?.kind == .noRoute && $0.family.map(routed.contains) ?? false
        }
        // A portal also forbids packets, but would have answered over plain HTTP.
        let isPlain = refused.contains { $0.request.url?.scheme == .http }
        let isReported = echoes.contains { $0.echo?.reporter != nil }
        let named = reports.filter { $0.hasName && $0.verdict.reason.code != "private-address" }
        // One server of the user can be at fault itself.
        let isShown = Set(named.map(\.owner)).count > 1 || closed.allSatisfy(\.isSilent) && !closed.isEmpty
        return [
            "line-reported-down\(closed.count > 1 ? "" : "-partly")": down.isEmpty ? [] : down + seen,
            "prohibition-reported\(isConnected ? "-partly" : isPlain ? "-whole" : "")":
                forbidden.isEmpty ? [] : (forbidden + refused).map(\.observation),
            "no-route-reported": routeless.count > 1 ? routeless.map(\.observation) : [],
            "unreachable-reported":
                isReported || routeless.count > 1
                ? [] : closed.filter { $0.failure?.kind == .unreachable }.map(\.observation),
            "addresses-silent": closed.allSatisfy(\.isSilent) ? seen : [],
            "addresses-refused": closed.filter { $0.failure?.kind == .connectionRefused }.map(\.observation),
            "endpoints-silent":
                !isConnected && isShown && named.allSatisfy(\.exchange.isSilent) ? named.map(\.observation) : [],
            "gateway-alone": isConnected ? [] : signsOfGateway, "no-access-announced": announcement { !$0.hasInternet },
        ]
    }

    /// The echoes from beyond the gateway.
    var echoesFromBeyond: [ProbeExchange] {
        echoes.filter { exchange in
            exchange.isAnswered && Self.knownAddresses.values.joined().contains { $0 == exchange.echo?.host }
        }
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
