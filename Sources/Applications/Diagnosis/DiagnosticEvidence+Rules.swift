import ConnectivityCore

// One rule per cause: its proof, its exclusion, and the other possible causes.
//
// A rule is "certain" only if no other known cause can produce this evidence, and "ruled out" only if the cause cannot coexist
// with the evidence. A missing answer is weak evidence: it can be lost, late, or hidden by a cause closer to this device.

extension DiagnosticEvidence {
    typealias Finding = (confidence: Confidence, evidence: [Diagnosis.Observation])

    func finding(on cause: Cause) -> Diagnosis.Finding {
        var found = considered(cause)
        if found.confidence > .possible, isWeak(cause) { found.confidence = .possible }
        var finding = Diagnosis.Finding(
            cause: cause,
            confidence: found.confidence,
            evidence: Array(found.evidence.prefix(4))
        )
        guard found.confidence >= .possible else { return finding }
        finding.facts = facts
        for (name, fact) in found.evidence.first?.reason.facts.sorted ?? [] { finding.facts[name] = fact }
        return finding
    }

    /// What the texts about every cause can name.
    private var facts: Facts {
        let used = assessment.snapshot.nameServers.isEmpty ? nameServers : assessment.snapshot.nameServers
        let other = ["9.9.9.9", "1.1.1.1", "8.8.8.8"].first { server in !used.contains { "\($0)" == server } }
        return [
            "interface": Fact(interface?.name), "gateway": Fact(gateways.first.map { "\($0)" }),
            "servers": .list(used.map { .text("\($0)") }), "unused": Fact(other),
        ]
    }

    /// Whether this device can explain the evidence of a cause.
    private func isWeak(_ cause: Cause) -> Bool {
        // On a slow path, a missing answer proves nothing.
        if Self.shownBySilence.contains(cause), cause == .lossy ? isSlow : isSilenceOwn { return true }
        // If this device keeps the packets, no host on the network received a question.
        return cause.isOfNetwork && isHeldHere
    }

    private static let shownBySilence: Set<Cause> = [
        .addressesSilent, .nameServerSilent, .largePacketsLost, .tlsBlocked, .httpBlocked, .lossy, .serviceUnreachable,
        .nat64Dead, .encryptedNamesBlocked, .nameServersBlocked, .proxySilent, .quicBlocked,
    ]

    private func considered(_ cause: Cause) -> Finding {
        switch cause {
        case .noLink, .duplicateAddress, .noAddress, .noRoute: return evaluateLink(cause)
        case _ where interface == nil: return (.undecided, [])
        case .serviceFailing, .serviceNameUnknown, .serviceCertificate, .serviceUnreachable:
            return evaluateService(cause)
        case .quicBlocked: return quicBlocked
        case .nameServerSlow: return nameServerSlow
        case .lossy: return lossy
        case .slow: return slow
        case .nat64Dead, .dns64Missing: return evaluateTranslation(cause)
        case .encryptedNamesBlocked, .encryptedNamesUntrusted: return evaluateEncryptedNames(cause)
        // One answering server of the user says little about the rest.
        case _ where isDirectlyOnline: return (knownReports.isEmpty ? .undecided : .ruledOut, genuine)
        case .ownFirewall, .ownNetwork, .portalBelowTunnel, .tunnelDead, .proxyUnused: return evaluateThisDevice(cause)
        case .uplinkDead: return uplinkDead
        case .hostsFile, .staleNames, .resolverStopped, .noNameServer: return evaluateOwnNames(cause)
        case .portal, .filter, .proxyRequired, .proxySilent, .proxyRefuses: return evaluateIntermediary(cause)
        case .gatewaySilent, .prohibited, .noUplink, .addressesSilent: return evaluateRoute(cause)
        case .nameServersBlocked: return nameServersBlocked
        case .nameServerSilent, .nameServerRefuses, .nameServerFails, .namesWithheld: return evaluateNames(cause)
        case .namesForged: return forged
        case .ipv4Broken, .ipv6Broken: return evaluateFamily(cause == .ipv4Broken ? .ipv4 : .ipv6)
        case .clockWrong: return clock
        case .tlsIntercepted: return interceptor
        case .largePacketsLost: return largePackets
        case .tlsBlocked, .httpBlocked: return evaluatePort(isTLS: cause == .tlsBlocked)
        }
    }

    var genuine: [Diagnosis.Observation] { evidence(\.isGenuine) }

    func owners(_ belongs: (EndpointReport) -> Bool) -> Set<String> {
        Set(reports.filter(belongs).map(\.owner))
    }

    func evidence(_ belongs: (EndpointReport) -> Bool) -> [Diagnosis.Observation] {
        reports.filter(belongs).map(\.observation)
    }

    // MARK: The link

    /// The requested interface, if it is unusable; otherwise all interfaces.
    private var considered: [NetworkInterface] {
        let all = assessment.snapshot.interfaces.filter { $0.kind != .loopback }
        guard assessment.reason.code == "interface-not-usable" else { return all }
        return all.filter { $0.name == assessment.reason.facts["interface"]?.text }
    }

    private func evaluateLink(_ cause: Cause) -> Finding {
        // A missing interface has no cause.
        if assessment.reason.code == "interface-not-usable", considered.isEmpty { return (.undecided, []) }
        let linked = considered.filter { $0.isUp && $0.hasCarrier }
        let isDuplicate = linked.contains { $0.addresses.contains { $0.state == .duplicate } }
        // The loopback interface appears only if it was requested.
        let seen = (linked.isEmpty ? [interface].compactMap(\.self) : linked).map {
            Diagnosis.Observation(
                subject: $0.name,
                reason: Reason("addresses", ["addresses": .list($0.addresses.map { .text("\($0)") })])
            )
        }
        switch cause {
        // Before the first snapshot, nothing is known about the link.
        case .noLink where assessment.access == .determining: return (.undecided, seen)
        case .noLink: return interface != nil || !linked.isEmpty ? (.ruledOut, seen) : (.certain, [])
        case .duplicateAddress: return isDuplicate ? (interface == nil ? .certain : .likely, seen) : (.ruledOut, seen)
        case .noAddress:
            guard interface == nil else { return (.ruledOut, seen) }
            if linked.isEmpty || linked.contains(where: \.isUsable) { return (.undecided, []) }
            return isDuplicate ? (.possible, seen) : (.certain, seen)
        default:
            guard let interface else { return (.undecided, []) }
            // An interface can lack routes because a tunnel without carrier has them.
            let hasRoute = !interface.defaultRoutes.isEmpty || !interface.egress.isEmpty || deadTunnel != nil
            return hasRoute || !viaGateway.isEmpty ? (.ruledOut, seen) : (.certain, seen)
        }
    }

    // MARK: Intermediaries

    private func evaluateIntermediary(_ cause: Cause) -> Finding {
        switch cause {
        case .portal:
            // A portal that permits well-known hosts can be silent to all other hosts.
            let announced = announcement { $0.requiresFurtherStep }
            guard assessment.access.portal != nil else {
                let shown = portalByAddress
                if !shown.isEmpty { return (isBeyondProved ? .possible : .likely, shown + announced) }
                return (announced.isEmpty ? .undecided : .possible, announced)
            }
            if tunnel != nil, !reportsBelow.isEmpty { return (.undecided, announced) }
            let shown = reports + reportsBelow
            if staleNames.confidence == .certain { return (.possible, staleNames.evidence + announced) }
            return (.certain, shown.filter { $0.verdict.finding == .captive }.map(\.observation) + announced)
        case .filter:
            let blocked = evidence(\.isOfFilter)
            guard blocked.isEmpty else {
                let owners = owners { $0.isOfFilter && !$0.isOwn }
                let isWhole = assessment.access == .blocked || owners.count > 1
                return (isWhole ? .certain : .possible, blocked)
            }
            return arePagesHonest ? (.ruledOut, genuine) : (.undecided, [])
        case .proxySilent: return proxyTrouble(["silent", "closed"])
        case .proxyRefuses: return proxyTrouble(["refuses"])
        default:
            let through = proxyTrouble(["credentials"])
            let asked = evidence(\.isOfProxy) + (through.confidence == .certain ? through.evidence : [])
            return asked.isEmpty ? (arePagesHonest ? .ruledOut : .undecided, genuine) : (.certain, asked)
        }
    }

    /// The requests through the proxy that failed because of the proxy, with one of these failures.
    private func proxyTrouble(_ troubles: Set<String>) -> Finding {
        let reports = proxiedReports
        let works = reports.filter(\.isGenuine)
        let seen = reports.filter { $0.exchange.proxyTrouble.map(troubles.contains) ?? false }
        guard works.isEmpty, !seen.isEmpty else {
            return (works.isEmpty ? .undecided : .ruledOut, works.map(\.observation))
        }
        let isAll = seen.count == reports.count
        // A status is the proxy's own; silence can also be that of the network, unless the network is known to work.
        let isOwn = isBeyondProved || !troubles.contains("silent")
        return (isAll && isOwn ? .certain : .possible, seen.map(\.observation))
    }

    /// Pages of well-known addresses that lead to a sign-in, while no name is resolved.
    private var portalByAddress: [Diagnosis.Observation] {
        let judge = ExchangeJudge(.standard)
        return pagesByAddress.compactMap { exchange in
            let verdict = judge.verdict(on: exchange, expecting: nil)
            // A server may itself redirect to https.
            let isOwn = exchange.response?.headers["Location"].map { $0.hasPrefix("https://") } ?? false
            guard verdict.finding == .captive, !isOwn, let url = exchange.request.url else { return nil }
            return .init(subject: "\(url)", reason: verdict.reason)
        }
    }

    /// Whether an intermediary answers over plain HTTP, so that the port is not blocked.
    var isAnsweredBetween: Bool {
        assessment.access.portal != nil || !portalByAddress.isEmpty
            || pagesByAddress.contains {
                ExchangeJudge(.standard).verdict(on: $0, expecting: nil).finding == .substituted
            }
            || reports.contains { $0.isOfFilter || $0.isOfProxy || $0.verdict.finding == .captive }
    }

    /// Whether several owners answered over plain HTTP, and all their answers are genuine.
    private var arePagesHonest: Bool {
        let answered = knownReports.filter { !$0.isOverTLS && $0.exchange.isAnswered }
        return Set(answered.map(\.owner)).count > 1 && answered.allSatisfy(\.isGenuine)
    }

    /// The announcement of the access point, if it meets a condition; a hint without proof.
    func announcement(_ isSo: (NetworkInterface.WiFi.Interworking) -> Bool) -> [Diagnosis.Observation] {
        guard let wifi = interface?.wifi, let announced = wifi.interworking, isSo(announced) else { return [] }
        let facts: Facts = [
            "hasInternet": .flag(announced.hasInternet), "requiresFurtherStep": .flag(announced.requiresFurtherStep),
        ]
        return [.init(subject: wifi.name, reason: Reason("access-point-announces", facts))]
    }
}

extension EndpointReport {
    var isOfProxy: Bool { verdict.reason.code == "proxy-authentication-required" }

    /// Whether an intermediary answered; a validator's objection to a verified host concerns the host itself.
    var isOfFilter: Bool {
        verdict.finding == .substituted && !isOfProxy
            && (exchange.authentication != .verified || verdict.reason.contains(code: "block-page"))
    }
}

extension Cause {
    /// Whether the cause is in the network or in names, with missing answers as evidence.
    fileprivate var isOfNetwork: Bool {
        switch self {
        case .gatewaySilent, .noUplink, .addressesSilent, .nameServersBlocked, .nameServerSilent, .ipv4Broken,
            .ipv6Broken, .nat64Dead, .dns64Missing, .encryptedNamesBlocked,
            .largePacketsLost, .tlsBlocked, .httpBlocked, .lossy, .serviceUnreachable, .quicBlocked:
            true
        default: false
        }
    }
}
