import ConnectivityCore
import ConnectivityNames

// How this device looks up names: its file of names, its cache, its resolver, and its list of name servers.

extension DiagnosticEvidence {
    func evaluateOwnNames(_ cause: Cause) -> Finding {
        switch cause {
        case .hostsFile: hostsFile
        case .staleNames: staleNames
        case .resolverStopped: resolverStopped
        default: noNameServer
        }
    }

    /// The file leads well-known names to addresses where nobody answers.
    private var hostsFile: Finding {
        let led = assessment.endpointsAbove.filter { $0.exchange.caveats.contains(.hostsFile) }
        let seen = led.map { report in
            let facts: Facts = [
                "name": Fact(report.exchange.request.url?.host),
                "address": Fact(report.exchange.hostAddresses.first.map { "\($0)" }),
            ]
            return Diagnosis.Observation(subject: report.name, reason: Reason("hosts-file", facts))
        }
        return (seen.isEmpty ? .ruledOut : .certain, seen)
    }

    /// The reports on public names that this device led to a private address.
    var inward: [EndpointReport] {
        reports.filter { report in
            report.exchange.request.url?.address == nil && report.exchange.remoteAddress?.isPrivate == true
                && !report.isOwn
        }
    }

    /// A name server of the network gives public addresses for names that this device leads to a portal.
    var staleNames: Finding {
        let seen = inward.compactMap { report -> Diagnosis.Observation? in
            guard let host = report.exchange.request.url?.host, let address = report.exchange.remoteAddress,
                let asked = lookups.first(where: { $0.lookup?.name == DNSName(host) }),
                let server = asked.lookup?.server?.address,
                let other = asked.addresses.first, !other.isPrivate, !asked.addresses.contains(address)
            else { return nil }
            let facts: Facts = [
                "name": .text(host), "address": .text("\(address)"), "server": .text("\(server)"),
                "other": .text("\(other)"),
            ]
            return .init(subject: report.name, reason: Reason("stale-name", facts))
        }
        return (seen.isEmpty ? .undecided : .certain, seen)
    }

    /// The only name servers are on this device, and none of them accepts a question.
    private var resolverStopped: Finding {
        let servers = assessment.snapshot.nameServers
        let lost = reports.filter(\.hasNoName)
        let isRefused = lost.contains { [.serverClosed, .serverUnreachable].contains($0.failure?.nameFailure.cause) }
        guard let server = servers.first, servers.allSatisfy(\.isLoopback), boundInterface == nil else {
            return (.ruledOut, [])
        }
        guard isRefused, !reports.contains(where: \.hasName) else { return (.undecided, []) }
        let seen = Reason("resolver-stopped", ["server": .text("\(server)")])
        return (.certain, [.init(subject: "/etc/resolv.conf", reason: seen)] + lost.map(\.observation))
    }

    private var noNameServer: Finding {
        let known = assessment.snapshot.nameServers + (interface?.nameServers ?? [])
        let lost = reports.filter(\.hasNoName)
        guard known.isEmpty, !lost.isEmpty, !reports.contains(where: \.hasName) else { return (.ruledOut, []) }
        // Not every source knows the name servers. Without any, the system asks this device (resolv.conf(5)).
        let isShown = lost.contains { report in
            guard let failure = report.failure else { return false }
            return failure.nameFailure.cause == .noServer || failure.facts["asked"]?.list == ["127.0.0.1"]
        }
        guard isShown else { return (.undecided, []) }
        return (
            .certain, [.init(subject: "/etc/resolv.conf", reason: Reason("no-name-server"))] + lost.map(\.observation)
        )
    }

    /// Nothing comes back over the preferred connection, and a host answers over TLS through another one.
    var uplinkDead: Finding {
        guard let beside, let interface, assessment.access == .unreachable, proof.isEmpty else {
            return (.ruledOut, [])
        }
        let works = answersElsewhere.filter { $0.request.path.interface == beside.name && $0.isAnswered }
        guard !works.isEmpty else { return (.undecided, []) }
        let facts: Facts = ["interface": .text(interface.name), "other": .text(beside.name)]
        let seen = Diagnosis.Observation(subject: interface.name, reason: Reason("uplink-silent", facts))
        return (.certain, [seen] + works.map(\.observation))
    }
}
