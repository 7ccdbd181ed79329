import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityTLS

// Parts of the Internet: a family, a port, TLS, large packets.

extension DiagnosticEvidence {
    /// What works over a family, and whether no connection opens over it while hosts answer over the other one.
    func familyKinds(_ family: IPAddress.Family) -> Kinds {
        let name = "\(family)"
        guard families.contains(family) else { return ["\(name)-works": plainly] }
        let works = visits.filter { $0.isGenuine && $0.exchange.family == family }.seen
        let other: IPAddress.Family = family == .ipv4 ? .ipv6 : .ipv4
        let failed = reports.filter { $0.exchange.request.path.family == family && !$0.isGenuine }
        let silent = byAddress.filter { $0.family == family }
        let tried = failed.map(\.exchange).filter { $0.failure?.kind.isOfName != true } + silent
        // A connection that opens and then stalls does not depend on the family.
        let isOpen = tried.contains(where: \.hasConnected) || !works.isEmpty
        guard !isOpen, !tried.isEmpty, families.contains(other) else { return ["\(name)-works": works] }
        let others = Set(reports.filter { $0.isGenuine && $0.exchange.family == other }.map(\.owner))
        let isOtherWorking = !proof(over: other).isEmpty || others.count > 1
        let isShown = isOtherWorking && tried.count > 1 && !(isSilenceOwn && tried.allSatisfy(\.isLate))
        let seen = failed.map(\.observation) + silent.map(\.observation)
        return ["\(name)-silent\(isShown ? "" : "-perhaps")": seen]
    }

    // MARK: Certificates

    var certificateKinds: Kinds {
        let expired = visits.filter { !$0.isOwn && $0.exchange.failure?.kind == .tls(.expired) }
        // The user's own servers count only if no other certificates are accepted.
        let isProved = proved.owners.count > 1
        let refused = visits.filter { $0.exchange.isRefusedTLS && !(isProved && $0.isOwn) }
        let byName = refused.filter(\.isNamed).seen
        let addressed = refused.filter { !$0.isNamed }
        let shown = certificates.filter { $0.connectionAnswer?.tls?.chain.isEmpty == false }
        let seen = shown.map(\.observation)
        var kinds: Kinds = [
            "certificates-valid": expired.isEmpty ? proof : [],
            "certificates-accepted": refused.isEmpty && isProved ? proof : [],
        ]
        if !expired.isEmpty { kinds.merge(expiredKinds(expired)) { $1 } }
        guard refused.owners.count > 1 else {
            kinds["certificates-refused-once"] = refused.isEmpty ? [] : seen + refused.seen
            return kinds
        }
        // One interceptor has one issuer; the servers of different owners have several.
        let issuers = Set(shown.compactMap { $0.connectionAnswer?.tls?.chain.first?.issuer })
        kinds[shown.count < 2 ? "issuers-unknown" : issuers.count == 1 ? "one-issuer" : "many-issuers"] =
            seen + refused.seen
        kinds["certificates-refused"] = byName.isEmpty ? [] : seen + byName
        kinds["certificates-refused-by-address"] = addressed.isEmpty ? [] : seen + addressed.seen
        kinds["certificates-of-others"] = addressed.filter { $0.exchange.failure?.kind == .tls(.wrongHost) }.seen
        return kinds
    }

    /// Certificates are not valid now: the dates of answers over plain HTTP show whether the clock is wrong.
    private func expiredKinds(_ expired: [Visit]) -> Kinds {
        let seen = expired.seen
        guard expired.owners.count > 1 else { return ["expired-once": seen] }
        let plain = visits.filter { !$0.isOverTLS && !$0.isOwn && ($0.isGenuine || !$0.isNamed) }
        let dates = plain.compactMap { visit in
            visit.exchange.response?.headers["Date"].flatMap { Timestamp(httpDate: $0) }
                .map { (visit.seen.subject, $0.sinceEpoch - assessment.startedAt.sinceEpoch) }
        }
        guard let (name, skew) = dates.first else { return ["expired": seen] }
        let isOff = dates.allSatisfy { $0.1 < .seconds(-86_400) || $0.1 > .seconds(86_400) }
        guard isOff else { return ["expired-on-time": seen] }
        let days = Int((skew / .seconds(86_400)).rounded())
        let off = Diagnosis.Observation(subject: name, reason: Reason("clock-differs", ["days": Fact(days)]))
        return ["expired-and-dates-differ": [off] + seen]
    }

    // MARK: Connections that open and then end

    /// Connections that opened and then stalled or were cut off, and the sizes of packets that pass.
    var stoppedKinds: Kinds {
        let encrypted = visits.filter { $0.isOverTLS && !$0.isOwn }
        let plain = visits.filter { !$0.isOverTLS && !$0.isOwn }
        let (stalled, cut) = (encrypted.filter(\.exchange.hasStalled), encrypted.filter(\.exchange.isCut))
        let stopped = plain.filter { $0.exchange.hasStalled || $0.exchange.isCut }
        let isStopped = stopped.owners.count > 1 && !plain.contains(where: \.exchange.isAnswered)
        let kinds: Kinds = [
            "tls-stalled\(stalled.owners.count > 1 ? "" : "-once")": stalled.seen,
            "tls-cut\(cut.owners.count > 1 ? "" : "-once")": cut.seen,
            "plain-stopped": isStopped ? stopped.seen : [],
            "plain-works": evidence { !$0.isOverTLS && $0.isGenuine },
        ]
        return hasStalledTLS() ? kinds.merging(packetKinds) { old, _ in old } : kinds
    }

    private var packetKinds: Kinds {
        // A packet that exceeds the device's link gives no information about the path.
        let all = echoes.filter { exchange in
            guard let echo = exchange.echo, echo.isWhole, hasStalledTLS(over: exchange.family) else { return false }
            return echo.error != .tooBig || echo.reporter != nil
        }
        let far = all.filter { !isGateway($0.echo?.host) }
        // If small packets of the same host are also lost, the network is lossy; a host without any echo proves nothing.
        let lost = (far.isEmpty ? all : far).filter { lost in
            !lost.isAnswered && !lost.isRefusedHere
                && echoes.contains { small in
                    small.isAnswered && small.echo?.isWhole == false && small.echo?.host == lost.echo?.host
                        && small.echo?.loss ?? 1 < 0.2
                }
        }
        // TLS in small segments, to a host with which it stalls at the same time.
        let asked = answers.filter { $0.connection?.segmentSize != nil }
        let again = answers.filter { $0.connection?.transport == .tls && $0.connection?.segmentSize == nil }
        let isShown = again.contains(where: \.hasStalled) && !again.contains(where: \.isAnswered)
        let passing = isShown ? asked.filter(\.isAnswered) : []
        // The greatest packet that passes: its segment with the headers of IP and TCP.
        let size = passing.compactMap { $0.connection?.segmentSize.map { $0 + 60 } }.max()
        let isStalled = isShown && passing.isEmpty
        return [
            "large-echoes-lost": lost.map(\.observation),
            "large-echoes-pass": all.allSatisfy(\.isAnswered) ? all.map(\.observation) : [],
            "small-segments-pass": passing.map { exchange in
                let reason = Reason("small-segments-pass", ["mtu": Fact(size)])
                return .init(subject: exchange.observation.subject, reason: reason)
            },
            "small-segments-stall": isStalled ? asked.filter { $0.hasStalled || $0.isCut }.map(\.observation) : [],
        ]
    }

    // MARK: Ports

    var portKinds: Kinds {
        let tried = visits.filter { !$0.isOwn && !$0.isGenuine && $0.isConclusive }
        let connected = visits.filter { $0.isOverTLS && $0.exchange.hasConnected }
        let pages = reports.filter { !$0.isOverTLS && $0.isGenuine }.map(\.exchange)
        let answered = pages + pagesByAddress.filter(\.isAnswered)
        // Over a broken family, every port fails.
        let open = Set(answered.compactMap(\.family))
        let unconnected = tried.filter { visit in
            guard visit.isOverTLS, !answered.isEmpty else { return false }
            if visit.isNamed { return visit.exchange.hasNoConnection || visit.exchange.isGivenUp }
            return visit.exchange.hasNoConnection && visit.exchange.family.map(open.contains) ?? false
        }
        // Plain HTTP is lost if TLS of the same owners works.
        let verified = proved.owners
        let lost = tried.filter { visit in
            !visit.isOverTLS && visit.isNamed && visit.exchange.failure?.kind.isOfName != true
                && verified.contains(visit.owner)
        }
        return [
            "tls-connected": connected.seen,
            "tls-unconnected": connected.isEmpty && unconnected.owners.count > 1 ? unconnected.seen : [],
            "plain-lost\(pages.isEmpty ? "" : "-partly")": lost.owners.count > 1 ? lost.seen : [],
        ]
    }
}
