import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityNetlink

// This device before the network: the origin of refusals, the kernel's routes, and the network below a tunnel.

extension DiagnosticEvidence {
    /// Whether this device probably keeps the packets, so that silence gives no information about the network.
    var isHeldHere: Bool {
        !isDirectlyOnline
            && [.ownFirewall, .ownNetwork, .tunnelDead, .portalBelowTunnel].contains {
                considerOwn($0).confidence >= .likely
            }
    }

    func evaluateThisDevice(_ cause: Cause) -> Finding { considerOwn(cause) }

    private func considerOwn(_ cause: Cause) -> Finding {
        switch cause {
        case .ownFirewall: ownFirewall
        case .ownNetwork: ownNetwork
        case .portalBelowTunnel: portalBelowTunnel
        case .tunnelDead: tunnelDead
        default: proxyUnused
        }
    }

    /// This device refused to send to hosts beyond the gateway, in at least two forms, and there was no other answer.
    private var ownFirewall: Finding {
        let refused = answers.filter(\.isRefusedHere)
        guard !refused.isEmpty else { return (.undecided, []) }
        let seen = refused.map(\.observation)
        let far = refused.filter { exchange in
            let peer =
                exchange.echo?.host ?? exchange.peerOfConnection ?? exchange.route?.destination
            return peer.map { !gateways.contains($0) } ?? true
        }
        // Many online devices forbid echoes only.
        let ways = Set(far.map(\.request.question.kind)).subtracting([EchoQuestion.kind])
        let isForbidden =
            far.contains { $0.request.question.kind == RouteQuestion.kind } || ways.count > 0 && far.count > 1
        guard proof.isEmpty, genuineOwners.isEmpty else { return (.possible, seen) }
        return (isForbidden ? .certain : .possible, seen)
    }

    /// The kernel routes packets for a server of the network into a network of this device.
    var ownNetwork: Finding {
        let portal = assessment.access.portal
        let lost = reports.filter(\.hasNoName)
        guard portal != nil || !lost.isEmpty else { return (.undecided, []) }
        let pages = portal?.signInURL.map { url in
            url.address.map { [$0] } ?? lookups.flatMap(\.addresses)
        }
        let wanted = portal == nil ? nameServers : pages ?? []
        // A stub on this device, or a missing name server, has no address on a network.
        if portal == nil, wanted.isEmpty { return (.ruledOut, lost.map(\.observation)) }
        let ways = routes.filter { wanted.contains($0.destination) }
        let own = ways.filter { isInternal($0) }
        guard let first = own.first else { return (ways.isEmpty ? .undecided : .ruledOut, ways.map(\.observation)) }
        // Another server may have answered.
        let isAll = own.count == wanted.count || portal != nil
        let seen = own.map(\.observation) + lost.map(\.observation)
        let isDead = first.isNeighbourDead || echoes.contains { $0.isWithoutNeighbour(first.destination) }
        return (isDead && isAll ? .certain : isAll ? .likely : .possible, seen)
    }

    /// Whether a route leads to a network inside this device: a bridge, or another interface without egress.
    private func isInternal(_ route: Route) -> Bool {
        guard let name = route.interface, name != interface?.name, boundInterface == nil,
            let other = assessment.snapshot[name]
        else { return false }
        if route.isOwn { return other.kind != .loopback }
        let isInside: Bool =
            switch other.kind {
            case .bridge, .veth, .other: true
            default: false
            }
        return isInside && other.defaultRoutes.isEmpty && other.egress.isEmpty
    }

    /// Pages below the tunnel lead to a sign-in.
    private var portalBelowTunnel: Finding {
        guard let tunnel, !isBeyondProved else { return (.ruledOut, proof) }
        let judge = ExchangeJudge(.standard)
        let captive = belowTunnel.compactMap { exchange -> Diagnosis.Observation? in
            guard let url = exchange.request.url else { return nil }
            let verdict = judge.verdict(on: exchange, expecting: Endpoint.builtIn(at: url)?.expectation)
            return verdict.finding == .captive ? .init(subject: "\(url)", reason: verdict.reason) : nil
        }
        let isOpen = belowTunnel.contains { $0.request.url?.scheme == .https && $0.isAnswered }
        guard !captive.isEmpty else { return (isOpen ? .ruledOut : .undecided, []) }
        let isWhole = captive.count > 1 || assessment.access.portal != nil
        let confidence: Confidence = isOpen ? .possible : isWhole ? .certain : .likely
        return (confidence, captive + vpn(tunnel))
    }

    /// Nothing returns through the tunnel, but answers arrive below it; or the tunnel cannot carry packets.
    private var tunnelDead: Finding {
        guard let tunnel else { return (.ruledOut, []) }
        let held = families.filter { tunnel.egress.contains($0) || tunnel.egress.isEmpty }
        let proved = held.flatMap { proof(over: $0) } + (held.isEmpty ? proof : [])
        guard proved.isEmpty else { return (.ruledOut, proved) }
        let seen = vpn(tunnel)
        // A tunnel without carrier drops all packets.
        if !tunnel.isUsable { return (.certain, seen + belowTunnel.filter(\.isAnswered).map(\.observation)) }
        let works = belowTunnel.filter { $0.request.url?.scheme == .https && $0.isAnswered }.map(\.observation)
        if portalBelowTunnel.confidence >= .likely { return (.possible, seen) }
        let back = reports.filter(\.exchange.hasConnected)
        // Without a route past the tunnel, nothing can be asked below.
        let isOnly = isClosedBelow && back.isEmpty && echoesFromBeyond.isEmpty
        guard !works.isEmpty else { return (isOnly ? .likely : .possible, seen + belowTunnel.map(\.observation)) }
        return (back.isEmpty && echoesFromBeyond.isEmpty ? .certain : .possible, seen + works)
    }

    private func vpn(_ tunnel: NetworkInterface) -> [Diagnosis.Observation] {
        let code = tunnel.isUsable ? "vpn-up" : "vpn-without-carrier"
        let facts: Facts = ["below": Fact(below?.name), "closed": Fact(isClosedBelow ? "no default route" : nil)]
        return [.init(subject: tunnel.name, reason: Reason(code, facts))]
    }

    /// Whether the network below the tunnel is there, and no route of this device leads past the tunnel (a kill switch).
    private var isClosedBelow: Bool { below?.defaultRoutes.isEmpty == true }

    /// A proxy connects to a host that does not answer directly.
    private var proxyUnused: Finding {
        let through = proxiedReports.filter(\.isGenuine)
        if !through.isEmpty, !isBeyondProved { return (.certain, through.map(\.observation)) }
        guard !proxied.isEmpty else { return (.undecided, []) }
        guard !isBeyondProved else { return (.ruledOut, proof) }
        let works = proxied.filter { exchange in
            // The status line of HTTP/1.1 (RFC 9112, section 4).
            String(decoding: exchange.connectionAnswer?.received.prefix(12) ?? [], as: UTF8.self).hasSuffix(" 200")
        }
        guard !works.isEmpty else { return (.undecided, proxied.map(\.observation)) }
        let direct = byAddress.filter { !$0.isAnswered }
        return (direct.count > 1 ? .certain : .likely, works.map(\.observation) + direct.map(\.observation))
    }
}
