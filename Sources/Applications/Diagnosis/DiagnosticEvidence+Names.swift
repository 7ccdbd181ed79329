import ConnectivityCore
import ConnectivityNames

// Names: the answers of the name servers during the round and to direct questions.

extension DiagnosticEvidence {
    /// The kinds of failed lookups: the name, the causes, and the response code; `nil` without a response.
    private static let nameTroubles: [(name: String, causes: Set<NameFailure.Cause>, code: DNSResponseCode?)] = [
        ("silent", silence, nil), ("refused", [.refused], .refused),
        ("failed", [.serverFailure, .otherCode], .serverFailure), ("denied", [.noSuchName], .noSuchName),
    ]
    private static let silence: Set<NameFailure.Cause> = [
        .noAnswer, .serverClosed, .serverUnreachable, .malformed, .noServer,
    ]

    /// The names whose lookup got no answer.
    var silentNames: [EndpointReport] { lostNames(by: Self.silence) }

    private func lostNames(by causes: Set<NameFailure.Cause>) -> [EndpointReport] {
        // Without a known cause, the lookup had no answer in time.
        lostNames.filter { causes.contains($0.failure?.nameFailure.cause ?? .noAnswer) }
    }

    /// Codes of RFC 8914 for a withheld name: forged, blocked, censored, filtered.
    private static let withheld: Set<UInt16> = [4, 15, 16, 17]

    private var named: [EndpointReport] { reports.filter { $0.exchange.request.url?.address == nil } }
    private var lostNames: [EndpointReport] { named.filter(\.hasNoName) }

    /// The direct questions to each of the device's name servers; a stub on the device is left out.
    private var ownLookups: [ProbeExchange] {
        let machine = assessment.snapshot.nameServers
        let used = boundInterface == nil && !machine.isEmpty ? machine : nameServers
        return lookups.filter { $0.lookup?.server.map { used.contains($0.address) } ?? false }
    }

    var nameKinds: Kinds {
        let isSaid = lostNames.filter { report in
            report.failure?.nameFailure.extendedErrors.contains { Self.withheld.contains($0.code) } ?? false
        }
        var kinds: Kinds = [
            "names-said-withheld": isSaid.map(\.observation),
            "names-found": lostNames.isEmpty ? named.filter(\.hasName).map(\.observation) : [],
        ]
        for trouble in isSaid.isEmpty ? Self.nameTroubles : [] {
            let shown = lostNames(by: trouble.causes)
            guard !shown.isEmpty else { continue }
            let asked = ownLookups.filter { $0.lookup?.name == Self.knownName }
            let seen = shown.map(\.observation) + byAddress.filter(\.isAnswered).map(\.observation).prefix(1)
            // A missing name of the user says nothing about the network, unless a name that always exists is missing too.
            guard trouble.code == .noSuchName, shown.allSatisfy(\.isOwn) else {
                kinds["names-\(trouble.name)\(extent(of: shown, trouble.code, isAsked: !asked.isEmpty))"] = seen
                continue
            }
            let denied = asked.filter { $0.lookupAnswer?.code == .noSuchName }
            kinds["names-denied"] = denied.isEmpty ? [] : shown.map(\.observation) + denied.map(\.observation)
        }
        return kinds.merging(otherServerKinds) { old, _ in old }
    }

    /// The suffix for the share of names that are not found; empty for all.
    private func extent(of shown: [EndpointReport], _ code: DNSResponseCode?, isAsked: Bool) -> String {
        let isDenied = code == .noSuchName
        // If only one name fails, a direct question for another name shows whether the servers are at fault.
        if Set(shown.map(\.owner)).count < 2, !isAsked { return isDenied ? "-once" : "-partly" }
        // Other names were resolved: the servers answer, and packets or single names are lost.
        if named.contains(where: \.hasName) { return "-partly" }
        // If the answer to a second question differs, the failure was temporary.
        let isOther = ownLookups.contains { exchange in
            guard let code else { return exchange.isAnswered || exchange.isRefusedHere }
            return exchange.lookupAnswer.map { $0.code != code && $0.code != .serverFailure } ?? false
        }
        if isOther { return isDenied ? "-once" : "-partly" }
        return code == nil && isBeyondProved && isOverBrokenFamily ? "-with-family" : ""
    }

    /// Whether no answer arrives over the family of the name servers.
    private var isOverBrokenFamily: Bool {
        let families = Set(nameServers.map(\.family))
        return !families.isEmpty && families.allSatisfy { proof(over: $0).isEmpty }
    }

    private static let lateness = Duration.milliseconds(800)

    /// Names take long while connections do not: the server that is asked first is at fault, or perhaps another one.
    var nameTimeKinds: Kinds {
        let found = named.filter(\.hasName)
        let times = found.compactMap(\.exchange.timings.nameLookup).sorted()
        let servers = assessment.snapshot.nameServers.isEmpty ? nameServers : assessment.snapshot.nameServers
        guard times.count > 2, roundTrip > .zero, let server = servers.first else { return [:] }
        let typical = times[times.count / 2]
        // If connections are late too, the line can be the reason.
        if typical >= Self.lateness, typical < roundTrip * 3 { return [:] }
        let facts: Facts = ["server": .text("\(server)"), "milliseconds": Fact(Int(typical / .milliseconds(1)))]
        let isSlow = typical >= Self.lateness
        let isClear = servers.count == 1 || found.contains { $0.exchange.caveats.contains(.nameServerSilent) }
        let kind = !isSlow ? "names-quick" : isClear ? "names-slow" : "names-slow-perhaps"
        return [kind: [.init(subject: "\(server)", reason: Reason("names-slow", facts))]]
    }

    /// The answers of the name servers of this device, and of those of the network that it does not use.
    private var otherServerKinds: Kinds {
        let machine = assessment.snapshot.nameServers
        let isStub = machine.contains(where: \.isLoopback)
        let said =
            lostNames.filter { $0.failure?.nameFailure.code != nil }.map(\.observation)
            + ownLookups.filter(\.isAnswered).map(\.observation)
        let others = otherNameServers
        let asked = lookups.filter { $0.lookup?.server.map { others.contains($0.address) } ?? false }
        let answered = asked.filter { $0.lookupAnswer?.code == .noError && !$0.addresses.isEmpty }
        // The names of what was asked below came from the network's own servers.
        let below = tunnel == nil ? reportsBelow.filter { $0.exchange.response != nil } : []
        let found = lostNames.isEmpty ? [] : answered.map(\.observation) + below.map(\.observation)
        let isEveryName = !named.contains(where: \.hasName) && !(isBeyondProved && isOverBrokenFamily)
        let isChosen = isStub || !(interface?.nameServers ?? []).contains(where: machine.contains)
        // Servers are not blocked if nothing else is reachable either; a stub answers for those that it asks.
        let isShown = isEveryName && isChosen && (isStub || isBeyondProved)
        let kind = "other-servers-answer\(!isShown ? "-perhaps" : isStub ? "" : "-assigned")"
        return [
            "own-servers-answer": isStub ? [] : said,
            "other-servers-silent": asked.contains(where: \.isAnswered) ? [] : asked.map(\.observation),
            kind: found.isEmpty ? [] : found + lostNames.map(\.observation),
        ]
    }

    /// The minimum number of owners that never share an address.
    private static let ownersMin = 3

    /// The reports on names that lead to one public address without a genuine answer.
    private var shared: [EndpointReport] {
        let unproved = named.filter { !$0.isOwn && !$0.isGenuine && $0.exchange.hostAddress?.isPrivate == false }
        let met = Dictionary(grouping: unproved, by: \.exchange.hostAddress).values
        return met.filter { Set($0.map(\.owner)).count >= Self.ownersMin }.joined().sorted { $0.name < $1.name }
    }

    /// The reports on names that lead to private addresses, or several to one address.
    var misled: [EndpointReport] { inward + shared }

    /// What name servers of the network answer about these names.
    private var misledLookups: [ProbeExchange] {
        let names = Set(misled.compactMap { $0.exchange.request.url.flatMap { DNSName($0.host) } })
        return lookups.filter { !$0.addresses.isEmpty && $0.lookup.map { names.contains($0.name) } ?? false }
    }

    /// The answers of name servers of the network that confirm such an address.
    var namesConfirmed: Seen {
        let led = Set(misled.compactMap(\.exchange.hostAddress))
        return misledLookups.filter { !led.isDisjoint(with: $0.addresses) }.map(\.observation)
    }

    /// The addresses to which the name servers lead well-known names.
    var addressKinds: Kinds {
        let known = named.filter { !$0.isOwn }
        let inward = known.filter { $0.verdict.reason.code == "private-address" }
        return [
            "names-inward\(Set(inward.map(\.owner)).count > 1 ? "" : "-once")": inward.map(\.observation),
            "names-at-one-address\(byAddress.contains(where: \.isAnswered) ? "-partly" : "")": shared.map { report in
                let facts: Facts = ["address": Fact(report.exchange.hostAddress.map { "\($0)" })]
                return .init(subject: report.name, reason: Reason("shared-address", facts))
            },
            "names-unchecked": misledLookups.isEmpty ? misled.map(\.observation) : [],
            "names-confirmed": namesConfirmed,
            // A certificate for the name proves that the address is correct.
            "names-proved": known.allSatisfy(\.isGenuine) ? evidence { $0.isOverTLS && $0.isGenuine } : [],
        ]
    }
}
