import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityNames
import ConnectivityNetlink

// This device before the network: how it looks up names, the origin of refusals, the kernel's routes, and its tunnel.

extension DiagnosticEvidence {
    // MARK: Names

    var ownNameKinds: Kinds {
        let led = assessment.endpointsAbove.filter { $0.exchange.caveats.contains(.hostsFile) }
        let set = assessment.snapshot.nameServers + (interface?.nameServers ?? [])
        return [
            // The file leads well-known names to addresses without an answer.
            "hosts-led": led.map { report in
                let facts: Facts = [
                    "name": Fact(report.exchange.request.url?.host),
                    "address": Fact(report.exchange.hostAddresses.first.map { "\($0)" }),
                ]
                return .init(subject: report.name, reason: Reason("hosts-file", facts))
            },
            "name-stale": namesStale, "resolver-closed": resolverClosed,
            "server-set": set.isEmpty ? [] : plainly, "server-unset": set.isEmpty ? serverUnset : [],
        ]
    }

    /// The reports on public names that this device led to a private address.
    var inward: [EndpointReport] {
        reports.filter { report in
            report.exchange.request.url?.address == nil && report.exchange.remoteAddress?.isPrivate == true
                && !report.isOwn
        }
    }

    /// A name server of the network gives public addresses for names that this device leads to a portal.
    private var namesStale: Seen {
        inward.compactMap { report in
            guard let host = report.exchange.request.url?.host, let address = report.exchange.remoteAddress else {
                return nil
            }
            let asked = lookups.filter { $0.lookup?.name == DNSName(host) }
            let honest = asked.filter { $0.addresses.contains { !$0.isPrivate } }
            guard !asked.contains(where: { $0.addresses.contains(address) }),
                let server = honest.compactMap(\.lookup?.server?.address).min(by: { "\($0)" < "\($1)" }),
                let other = honest.first(where: { $0.lookup?.server?.address == server })?.addresses.first
            else { return nil }
            let facts: Facts = [
                "name": .text(host), "address": .text("\(address)"), "server": .text("\(server)"),
                "other": .text("\(other)"),
            ]
            return .init(subject: report.name, reason: Reason("stale-name", facts))
        }
    }

    /// The only name servers are on this device, and none of them accepts a question.
    private var resolverClosed: Seen {
        let servers = assessment.snapshot.nameServers
        guard let server = servers.first, servers.allSatisfy(\.isLoopback), boundInterface == nil else { return [] }
        let isRefused = reports.contains {
            [.serverClosed, .serverUnreachable].contains($0.failure?.nameFailure.cause) && $0.hasNoName
        }
        guard isRefused, !reports.contains(where: \.hasName) else { return [] }
        let reason = Reason("resolver-stopped", ["server": .text("\(server)")])
        return [.init(subject: "/etc/resolv.conf", reason: reason)] + evidence(\.hasNoName)
    }

    /// A lookup shows that there is no name server.
    private var serverUnset: Seen {
        let lost = reports.filter(\.hasNoName)
        guard !lost.isEmpty, !reports.contains(where: \.hasName) else { return [] }
        // Not every source knows the name servers. Without any, the system asks this device (resolv.conf(5)).
        let isShown = lost.contains { report in
            guard let failure = report.failure else { return false }
            return failure.nameFailure.cause == .noServer || failure.facts["asked"]?.list == ["127.0.0.1"]
        }
        guard isShown else { return [] }
        return [.init(subject: "/etc/resolv.conf", reason: Reason("no-name-server"))] + lost.map(\.observation)
    }

    // MARK: Uplinks, refusals and routes

    var deviceKinds: Kinds {
        let refused = answers.filter(\.isRefusedHere)
        let far = refused.filter { exchange in
            let peer = exchange.echo?.host ?? exchange.peerOfConnection ?? exchange.route?.destination
            return peer.map { !gateways.contains($0) } ?? true
        }
        // Many online devices forbid echoes only.
        let others = far.filter { $0.request.question.kind != EchoQuestion.kind }
        let isForbidden =
            far.contains { $0.request.question.kind == RouteQuestion.kind } || !others.isEmpty && far.count > 1
        let isAll = isForbidden && proof.isEmpty && genuineOwners.isEmpty
        return [
            "other-uplink-works": otherUplinkWorks,
            isAll ? "forbidden-here" : "forbidden-here-partly": refused.map(\.observation),
        ].merging(wayKinds) { old, _ in old }
    }

    /// Nothing comes back over the preferred connection, and a host answers over TLS through another one.
    private var otherUplinkWorks: Seen {
        guard let otherUplink, let interface, assessment.access == .unreachable, proof.isEmpty else { return [] }
        let works = answersElsewhere.filter { $0.request.path.interface == otherUplink.name && $0.isAnswered }
        guard !works.isEmpty else { return [] }
        let facts: Facts = ["interface": .text(interface.name), "other": .text(otherUplink.name)]
        return [.init(subject: interface.name, reason: Reason("uplink-silent", facts))] + works.map(\.observation)
    }

    /// The routes of packets to the sign-in page or to the silent name servers: into a network of this device, or out of it.
    private var wayKinds: Kinds {
        let portal = assessment.access.portal
        let page = portal?.signInURL.map { $0.address.map { [$0] } ?? lookups.flatMap(\.addresses) }
        let hasLost = reports.contains(where: \.hasNoName)
        let wanted = portal == nil ? hasLost ? nameServers : [] : page ?? []
        let ways = routes.filter { wanted.contains($0.destination) }
        let inside = ways.filter(isInternal)
        guard let first = inside.first else {
            if portal != nil { return [:] }
            let unknown = ways.isEmpty && !wanted.isEmpty ? silentNames.map(\.observation) : []
            return ["way-unknown": unknown, "way-outside": wanted.isEmpty ? plainly : ways.map(\.observation)]
        }
        // Another server may have answered.
        let isAll = inside.count == wanted.count || portal != nil
        let isSilent = first.isNeighbourDead || echoes.contains { $0.isWithoutNeighbour(first.destination) }
        let kind = "way-inside\(!isAll ? "-partly" : isSilent ? "-silent" : "")"
        return [kind: inside.map(\.observation) + evidence(\.hasNoName)]
    }

    /// Whether a route leads to a network inside this device: a bridge, or another interface without egress.
    private func isInternal(_ route: Route) -> Bool {
        guard let name = route.interface, name != interface?.name, boundInterface == nil,
            let other = assessment.snapshot[name]
        else { return false }
        if route.isOwn { return other.kind != .loopback }
        return [.bridge, .veth, .other].contains(other.kind) && other.defaultRoutes.isEmpty && other.egress.isEmpty
    }

    // MARK: The tunnel

    var tunnelKinds: Kinds {
        guard let tunnel else { return ["tunnel-missing": plainly] }
        let judge = ExchangeJudge(.standard)
        var (captive, addresses): (Seen, Set<IPAddress>) = ([], [])
        for exchange in belowTunnel {
            guard let url = exchange.request.url else { continue }
            let verdict = judge.verdict(on: exchange, expecting: Endpoint.builtIn(at: url)?.expectation)
            guard verdict.finding == .captive else { continue }
            captive.append(.init(subject: "\(url)", reason: verdict.reason))
            addresses.formUnion([url.address ?? exchange.hostAddress].compactMap(\.self))
        }
        let open = belowTunnel.filter { $0.request.url?.scheme == .https && $0.isAnswered }.map(\.observation)
        let held = families.filter { tunnel.egress.contains($0) || tunnel.egress.isEmpty }
        let passes = held.isEmpty ? proof : held.flatMap { proof(over: $0) }
        let isClosedBelow = below?.defaultRoutes.isEmpty == true
        let facts: Facts = [
            "tunnel": .text(tunnel.name), "below": Fact(below?.name),
            "closed": Fact(isClosedBelow ? "no default route" : nil),
        ]
        let code = tunnel.isUsable ? "vpn-up" : "vpn-without-carrier"
        let vpn: Seen = [.init(subject: tunnel.name, reason: Reason(code, facts))]
        let isSilent =
            tunnel.isUsable && passes.isEmpty && echoesFromBeyond.isEmpty
            && !reports.contains(where: \.exchange.hasConnected)
        // If all pages have one address, the name servers can have led the names there.
        let isWhole = (captive.count > 1 || assessment.access.portal != nil) && !addresses.isOnePlace
        return [
            "captive-below\(isWhole ? "" : "-once")": captive.isEmpty || !open.isEmpty ? [] : captive + vpn,
            "open-below": open, "tunnel-passes": passes,
            tunnel.isUsable ? "tunnel-up" : "tunnel-idle": vpn + belowTunnel.map(\.observation),
            "tunnel-silent": isSilent && !open.isEmpty ? vpn + open : [],
            // No route of this device leads past the tunnel (a kill switch), so that nothing can be asked below it.
            "tunnel-alone": isSilent && open.isEmpty && isClosedBelow ? vpn : [],
        ]
    }
}
