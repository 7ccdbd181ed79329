import ConnectivityCore
import ConnectivityNames

// Names: the answers of the name servers during the round and to direct questions.

extension DiagnosticEvidence {
    private static let causes: [Cause: Set<NameFailure.Cause>] = [
        .nameServerSilent: [.noAnswer, .serverClosed, .serverUnreachable, .malformed, .noServer],
        .nameServerRefuses: [.refused], .nameServerFails: [.serverFailure, .otherCode], .namesWithheld: [.noSuchName],
    ]
    private static let codes: [Cause: DNSResponseCode] = [
        .nameServerRefuses: .refused, .nameServerFails: .serverFailure, .namesWithheld: .noSuchName,
    ]
    /// Codes of RFC 8914 for a withheld name: forged, blocked, censored, filtered.
    private static let withheld: Set<UInt16> = [4, 15, 16, 17]

    private var named: [EndpointReport] { reports.filter { $0.exchange.request.url?.address == nil } }

    /// The direct questions to each of the device's name servers; a stub on the device is left out.
    private var ownLookups: [ProbeExchange] {
        let machine = assessment.snapshot.nameServers
        let used = boundInterface == nil && !machine.isEmpty ? machine : nameServers
        return lookups.filter { $0.lookup?.server.map { used.contains($0.address) } ?? false }
    }

    func evaluateNames(_ cause: Cause) -> Finding {
        let lost = named.filter(\.hasNoName)
        guard !lost.isEmpty else { return named.contains(where: \.hasName) ? (.ruledOut, genuine) : (.undecided, []) }
        let isSaid = lost.filter { report in
            report.failure?.nameFailure.extendedErrors.contains { Self.withheld.contains($0.code) } ?? false
        }
        if !isSaid.isEmpty {
            return cause == .namesWithheld ? (.certain, isSaid.map(\.observation)) : (.undecided, [])
        }
        if cause == .namesWithheld, lost.allSatisfy(\.isOwn) { return withheldByAnswers(lost) }
        let known = Self.causes[cause] ?? []
        let shown = lost.filter { report in
            // Without a known cause, the lookup had no answer in time.
            known.contains(report.failure?.nameFailure.cause ?? .noAnswer)
                // A missing name of the user says nothing about the network.
                && (cause != .namesWithheld || !report.isOwn)
        }
        guard !shown.isEmpty else {
            // Servers with other answers exclude this cause; silence hides it.
            let isHidden = cause != .nameServerSilent && lost.contains { $0.failure?.nameFailure.code == nil }
            return (isHidden ? .undecided : .ruledOut, lost.map(\.observation))
        }
        let seen = shown.map(\.observation) + byAddress.filter(\.isAnswered).map(\.observation).prefix(1)
        let isOneOwner = Set(shown.map(\.owner)).count < 2
        // If only one name fails, a direct question for another name shows whether the servers are at fault.
        if isOneOwner, !ownLookups.contains(where: { $0.lookup?.name == Self.knownName }) { return (.possible, seen) }
        // Other names were resolved: the servers answer, and packets or single names are lost.
        if named.contains(where: \.hasName) {
            return (cause == .namesWithheld ? .likely : .possible, seen)
        }
        return (confidence(of: cause, shownBy: shown), seen)
    }

    /// Whether the same servers also deny a name that always exists.
    private func withheldByAnswers(_ lost: [EndpointReport]) -> Finding {
        let asked = ownLookups.filter { $0.lookup?.name == Self.knownName && $0.isAnswered }
        let denied = asked.filter { $0.lookupAnswer?.code == .noSuchName }
        if !denied.isEmpty {
            return (isBeyondProved ? .certain : .likely, (lost.map(\.observation) + denied.map(\.observation)))
        }
        return (asked.contains { !$0.addresses.isEmpty } ? .ruledOut : .undecided, asked.map(\.observation))
    }

    /// The confidence that name servers without any result are at fault.
    private func confidence(of cause: Cause, shownBy shown: [EndpointReport]) -> Confidence {
        let asked = ownLookups
        if cause == .nameServerSilent {
            if asked.contains(where: \.isRefusedHere) { return .possible }
            // The server answers now.
            if asked.contains(where: \.isAnswered) { return .possible }
            if nameServersBlocked.confidence >= .likely { return .possible }
            // The whole family of the servers may be silent, not only the servers.
            if isBeyondProved, isOverBrokenFamily { return .possible }
            guard isBeyondProved else { return byAddress.contains(where: \.isRefusedTLS) ? .likely : .possible }
            // A network of this device can have the servers' addresses, if the route of their packets is unknown.
            return isLossy || ownNetwork.confidence != .ruledOut ? .likely : .certain
        }
        // A stub on this device answers for servers that it cannot reach.
        let isOfStub = shown.allSatisfy { report in
            report.failure?.facts["server"]?.text.flatMap { try? IPAddress($0) }?.isLoopback == true
        }
        if isOfStub, nameServersBlocked.confidence >= .likely { return .possible }
        // If the answer to a second question differs, the failure was temporary.
        let isOther = asked.contains { exchange in
            exchange.lookupAnswer.map { $0.code != Self.codes[cause] && $0.code != .serverFailure } ?? false
        }
        if isOther { return .possible }
        // A name server cannot answer without an uplink; some then refuse.
        let hasNoRoute =
            echoesFromBeyond.isEmpty && !byAddress.isEmpty
            && byAddress.allSatisfy { [.unreachable, .timedOut(.connect)].contains($0.failure?.kind) }
        if isBeyondProved { return .certain }
        if cause == .nameServerRefuses, !hasNoRoute { return byAddress.isEmpty ? .likely : .certain }
        let isAnswered = byAddress.contains(where: \.isRefusedTLS)
        return cause == .namesWithheld || isAnswered ? .likely : .possible
    }

    /// Whether no answer arrives over the family of the name servers.
    private var isOverBrokenFamily: Bool {
        let families = Set(nameServers.map(\.family))
        return !families.isEmpty && families.allSatisfy { proof(over: $0).isEmpty }
    }

    /// Names take long while connections do not: the server that is asked first is at fault.
    var nameServerSlow: Finding {
        let found = named.filter(\.hasName)
        let times = found.compactMap(\.exchange.timings.nameLookup).sorted()
        let connections = found.compactMap(\.exchange.timings.connect).sorted()
        let servers = assessment.snapshot.nameServers.isEmpty ? nameServers : assessment.snapshot.nameServers
        guard times.count > 2, !connections.isEmpty, let server = servers.first else { return (.undecided, []) }
        let typical = times[times.count / 2]
        let facts: Facts = ["server": .text("\(server)"), "milliseconds": Fact(Int(typical / .milliseconds(1)))]
        let seen = [Diagnosis.Observation(subject: "\(server)", reason: Reason("names-slow", facts))]
        guard typical >= Self.lateness, typical >= connections[connections.count / 2] * 3 else {
            return (.ruledOut, seen)
        }
        let isSilent = found.contains { $0.exchange.caveats.contains(.nameServerSilent) }
        return (isSilent || servers.count == 1 ? .likely : .possible, seen)
    }
    private static let lateness = Duration.milliseconds(800)

    /// The network's name server answers questions that the device's name servers do not.
    var nameServersBlocked: Finding {
        let lost = reports.filter(\.hasNoName)
        guard !lost.isEmpty else { return (reports.isEmpty ? .undecided : .ruledOut, genuine) }
        let others = otherNameServers
        let asked = lookups.filter { $0.lookup?.server.map { others.contains($0.address) } ?? false }
        let answered = asked.filter { $0.lookupAnswer?.code == .noError && $0.lookupAnswer?.records.isEmpty == false }
        // The names of what was asked below came from the network's own servers.
        let below = tunnel == nil ? reportsBelow.filter { $0.exchange.response != nil } : []
        let found = answered.map(\.observation) + below.map(\.observation)
        let isAnswered =
            lost.contains { $0.failure?.nameFailure.code != nil } || ownLookups.contains(where: \.isAnswered)
        if isAnswered, !assessment.snapshot.nameServers.contains(where: \.isLoopback) {
            return (.ruledOut, lost.map(\.observation))
        }
        guard found.isEmpty else {
            // Servers with answers are not blocked; a stub on this device answers for its upstream servers.
            let machine = assessment.snapshot.nameServers
            let isStub = machine.contains(where: \.isLoopback)
            let isEveryName = !named.contains(where: \.hasName) && !(isBeyondProved && isOverBrokenFamily)
            // Servers are not blocked if nothing else is reachable either.
            if !isStub, !isBeyondProved { return (.possible, found) }
            let isChosen = isStub || !(interface?.nameServers ?? []).contains(where: machine.contains)
            let confidence: Confidence = isEveryName && isChosen ? isStub ? .certain : .likely : .possible
            return (confidence, found + lost.map(\.observation))
        }
        // Without another server there was no question; a silent one may have another reason.
        return (.undecided, asked.map(\.observation))
    }

    /// The name servers return private addresses for public names.
    var forged: Finding {
        let known = named.filter { !$0.isOwn }
        let forged = known.filter { $0.verdict.reason.code == "private-address" }
        guard forged.isEmpty else {
            return (Set(forged.map(\.owner)).count > 1 ? .certain : .possible, forged.map(\.observation))
        }
        // A certificate for the name proves that the address is correct.
        let proof = evidence { $0.isOverTLS && $0.isGenuine }
        return (known.allSatisfy(\.isGenuine) && !proof.isEmpty ? .ruledOut : .undecided, proof)
    }
}
