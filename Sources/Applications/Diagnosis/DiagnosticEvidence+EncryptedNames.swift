import ConnectivityCore
import ConnectivityNames

// Encrypted names: the configured resolvers of this device, or those that the network designates (RFC 9463). Without any,
// no question is asked.

extension DiagnosticEvidence {
    private static let resolverCountMax = 2
    /// The number of other resolvers in the control, to distinguish a blocked port from a failed server.
    private static let witnessCount = 2

    private var encryptedResolvers: [EncryptedResolver] {
        let all = interface?.encryptedResolvers ?? []
        // A setting of this device has precedence over an offer of the network.
        let chosen = all.filter { $0.use == .configured } + all.filter { $0.use == .designated }
        return Array(chosen.filter { $0.transport != .quic }.prefix(Self.resolverCountMax))
    }

    /// The questions to the resolvers, for a name that always exists.
    private var resolverQuestions: [Question] {
        encryptedResolvers.compactMap { resolver in
            guard let address = (resolver.addresses + nameServers).first(where: { families.contains($0.family) }) else {
                return nil
            }
            let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
            let records = DNSQuestion(Self.knownName)
            switch resolver.transport {
            case .https:
                let authority = (resolver.name ?? host) + (resolver.port.map { ":\($0)" } ?? "")
                let url = try? HTTPURL("https://\(authority)\(resolver.path ?? "/dns-query")")
                return url.flatMap { DoHQuestion(to: $0, asking: records) }.map { Question($0) }
            default:
                let destination = host + (resolver.port.map { ":\($0)" } ?? "")
                return DoTQuestion(to: destination, asking: records, serverName: resolver.name).map { Question($0) }
            }
        }
    }

    /// The lookups, without those whose time limit is too short for the connection, the handshake and the answer.
    private var encryptedLookups: [ProbeExchange] {
        answers.filter { exchange in
            exchange.request.path.interface == boundInterface
                && !(exchange.isLate && exchange.request.limits.total < roundTrip * 6)
                && [DoTQuestion.kind, DoHQuestion.kind].contains(exchange.request.question.kind)
        }
    }

    /// The questions to encrypted resolvers: first to those of this device and network; if none is usable, to well-known ones,
    /// with a name in plain text as the control.
    func encryptedNameQuestions() -> [Question] {
        let own = resolverQuestions
        let asked = encryptedLookups
        guard !own.isEmpty, !asked.isEmpty else { return own }
        guard asked.allSatisfy({ own.contains($0.request.question) && !$0.isAnswered }), asksWitnesses else {
            return []
        }
        let peers = Set(own.compactMap(\.host).compactMap { try? IPAddress($0) })
        let known = families.flatMap { Self.knownAddresses[$0] ?? [] }.filter { !peers.contains($0) }
        let control = known.prefix(Self.witnessCount).compactMap { address in
            let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
            return DoTQuestion(to: host, asking: DNSQuestion(Self.knownName)).map { Question($0) }
        }
        return control
            + nameServers.prefix(1).map { Question(DNSQuestion(Self.knownName, of: NameServer($0))) }
    }

    var encryptedNameKinds: Kinds {
        let own = resolverQuestions
        if own.isEmpty { return ["encrypted-names-unset": plainly] }
        let asked = encryptedLookups.filter { own.contains($0.request.question) && !$0.isCutOff }
        let answered = asked.filter(\.isAnswered)
        guard answered.isEmpty, !asked.isEmpty, assessment.access.portal == nil else {
            return ["encrypted-names-work": answered.map(\.observation)]
        }
        let witnesses = encryptedLookups.filter { !own.contains($0.request.question) }
        let refused = asked.filter { $0.isRefusedTLS || $0.failure?.kind == .tls(.expired) }
        // If other certificates are accepted, the authorities and the clock of this device are correct.
        let accepted = witnesses.filter { $0.isAnswered && $0.authentication == .verified }.map(\.observation) + proof
        let extent = accepted.isEmpty ? "-perhaps" : refused.count == asked.count ? "" : "-partly"
        let seen = refused.map(\.observation).prefix(2) + accepted.prefix(2)
        return lostKinds(asked, witnesses).merging(
            ["encrypted-names-refused\(extent)": refused.isEmpty ? [] : Array(seen)]
        ) { old, _ in old }
    }

    /// No connection to the resolvers is established, while plain names are resolved and hosts beyond the gateway answer.
    private func lostKinds(_ asked: [ProbeExchange], _ witnesses: [ProbeExchange]) -> Kinds {
        let lost = asked.filter { $0.hasNoEncryptedConnection && !$0.isRefusedHere }.map(\.observation)
        let beyond = proof.isEmpty && assessment.access == .online ? genuine : proof
        let named = reports.filter { $0.hasName && $0.exchange.hasConnected && !$0.isOwn }
        let plain = lookups.filter { !$0.addresses.isEmpty }.map(\.observation) + named.map(\.observation)
        guard lost.count == asked.count, !beyond.isEmpty, !plain.isEmpty else { return [:] }
        // The port is at fault if hosts that answer otherwise are also silent at this port.
        let shut = witnesses.filter { exchange in
            exchange.hasNoEncryptedConnection && !exchange.isRefusedHere
                && exchange.request.question.host.flatMap { try? IPAddress($0) }.map(provedAddresses.contains) ?? false
        }.map(\.observation)
        // Another resolver answers at this port: the fault is in this server, or in the path to it.
        let isOpen = witnesses.contains { $0.isAnswered || $0.isRefusedTLS }
        let kind = isOpen ? "lost-perhaps" : shut.count > 1 ? "shut" : "lost"
        let seen = lost.prefix(shut.isEmpty ? 2 : 1) + shut.prefix(1) + plain.prefix(1) + beyond.prefix(1)
        return ["encrypted-names-\(kind)": Array(seen)]
    }
}

extension ProbeExchange {
    /// Whether no encrypted connection was established, and no certificate was received.
    fileprivate var hasNoEncryptedConnection: Bool {
        hasNoConnection || [.timedOut(.tls), .tls(.protocol), .emptyReply].contains(failure?.kind)
    }
}
