import ConnectivityConnection
import ConnectivityCore
import ConnectivityNames

// Networks without IPv4: the translator (NAT64, RFC 6146) and the name servers that lead to it (DNS64, RFC 6147).

extension DiagnosticEvidence {
    /// A name with only IPv4 addresses, so that other addresses in an answer reveal the prefix of a translator (RFC 7050).
    static let ipv4OnlyName: DNSName = "ipv4only.arpa"
    private static let prefixCountMax = 2

    var translationLookups: [ProbeExchange] { answers.filter { $0.lookup?.name == Self.ipv4OnlyName } }

    /// The prefixes from the name servers, each once.
    private var discoveredPrefixes: [NAT64Prefix] {
        translationLookups.flatMap { NAT64Prefix.discovered(in: $0.addresses) }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The known prefixes of the network's translators; those from routers come first.
    private var prefixes: [NAT64Prefix] {
        let announced = interface?.nat64Prefixes ?? []
        return announced + discoveredPrefixes.filter { !announced.contains($0) }
    }

    private var isIPv6Only: Bool { interface?.isIPv6Only ?? false }

    private func isTranslated(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        return ([.wellKnown] + prefixes).contains { $0.original(of: address) != nil }
    }

    /// The questions for a network without IPv4: to its name servers for the prefix, and to hosts behind the translator.
    func translationQuestions() -> (names: [(DNSName, IPAddress)], hosts: [IPAddress]) {
        guard isIPv6Only else { return ([], []) }
        let servers = translationLookups.isEmpty ? nameServers.prefix(2) : []
        let known = asksWitnesses ? (Self.knownAddresses[.ipv4] ?? []).prefix(2) : []
        let hosts = prefixes.prefix(Self.prefixCountMax).flatMap { prefix in known.compactMap(prefix.translated) }
        return (servers.map { (Self.ipv4OnlyName, $0) }, hosts)
    }

    // MARK: The kinds of evidence

    /// The authentic answers over IPv6 without a translator.
    private var nativeProof: Seen {
        let addressed = byAddress.filter {
            $0.isAnswered && $0.family == .ipv6 && !isTranslated($0.request.url?.address)
        }
        let verified = reports.filter { report in
            report.isOverTLS && report.isGenuine && report.exchange.remoteAddress?.family == .ipv6
                && !isTranslated(report.exchange.remoteAddress)
        }
        return addressed.map(\.observation) + verified.map(\.observation)
    }

    var translationKinds: Kinds {
        guard isIPv6Only else { return ["ipv4-there": plainly] }
        return translatorKinds.merging(prefixKinds) { old, _ in old }
    }

    /// Whether hosts behind the translator open a connection, while hosts with IPv6 answer.
    private var translatorKinds: Kinds {
        let asked = answers.filter { $0.connection?.transport == .tcp && isTranslated($0.peerOfConnection) }
        let met = reports.filter { isTranslated($0.exchange.remoteAddress) }
        let works =
            asked.filter { $0.isAnswered || $0.failure?.kind == .connectionRefused }.map(\.observation)
            + met.filter(\.exchange.hasConnected).map(\.observation)
        let silent = asked.filter { exchange in
            !exchange.isRefusedHere && [.unreachable, .timedOut(.connect)].contains(exchange.failure?.kind)
        }
        let lost = met.filter { [.unreachable, .timedOut(.connect)].contains($0.failure?.kind) }
        let (seen, native) = (silent.map(\.observation) + lost.map(\.observation), nativeProof)
        guard works.isEmpty, !native.isEmpty, !seen.isEmpty else { return ["translator-works": works] }
        let hosts = Set(silent.compactMap(\.peerOfConnection)).count + Set(lost.map(\.owner)).count
        // Two hosts alone may be blocked; a further host of the round excludes that.
        let extent = hosts < 2 ? "-once" : lost.isEmpty ? "-to-asked" : ""
        return ["translator-silent\(extent)": Array(seen.prefix(3)) + native]
    }

    /// Whether the name servers or the routers know a prefix.
    private var prefixKinds: Kinds {
        let answered = translationLookups.filter(\.isAnswered)
        // A translator on this device does not need the name servers.
        let hasOwn = assessment.snapshot.interfaces.contains { $0.isUsable && $0.isTranslator }
        if !discoveredPrefixes.isEmpty { return ["translation-there": answered.map(\.observation)] }
        if hasOwn { return ["translation-there": prefixes.isEmpty ? [] : plainly] }
        let findsNames = reports.contains { $0.hasName && !$0.isOwn }
        let denied = answered.filter { exchange in
            let code = exchange.lookupAnswer?.code
            // Servers that withhold every name give no information about this one.
            return exchange.addresses.isEmpty && (code == .noError || code == .noSuchName && findsNames)
        }
        guard !denied.isEmpty, denied.count == translationLookups.count else { return [:] }
        let native = nativeProof
        let lost = reports.filter { $0.failure?.kind == .nameLookup && $0.failure?.nameFailure.cause == .noAddress }
        let extent = native.isEmpty || !prefixes.isEmpty ? "-perhaps" : lost.isEmpty ? "-to-asked" : ""
        let seen: Seen = denied.map { exchange in
            .init(subject: exchange.observation.subject, reason: Reason("no-translated-address"))
        }
        return ["translation-missing\(extent)": Array(seen.prefix(2) + (lost.map(\.observation) + native).prefix(2))]
    }
}
