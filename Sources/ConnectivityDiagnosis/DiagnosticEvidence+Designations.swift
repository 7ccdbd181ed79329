import ConnectivityCore
import ConnectivityQuestions
package import ConnectivityText

// Encrypted resolvers that the network's own name servers designate (RFC 9462). Anybody on the way can answer for a plain name server,
// so a designation counts only if the certificate has the address of the server, or if it is the same server on a private address. No
// cause follows from a designation alone: this device does not use it.

/// A resolver that a name server designates.
struct Designation: Hashable {
    /// The name server that designates it.
    var server: IPAddress
    var resolver: EncryptedResolver
    /// The address to ask; `nil` if the name server stated none of a family of this device.
    var address: IPAddress?

    /// Whether it is trusted without the right certificate: the same server on a private address (RFC 9462, section 4.3).
    var isOpportunistic: Bool { address == server && (server.isPrivate || server.isLinkLocal) }

    /// The question that shows whether the resolver can be used, and is who the name server says; `nil` without one.
    func question(for name: DNSName) -> Question? {
        guard let address else { return nil }
        let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
        let destination = host + (resolver.port.map { ":\($0)" } ?? "")
        // The certificate must have the address of the name server, whichever address the resolver has (section 4.2).
        let owner = address == server ? nil : "\(server)"
        switch resolver.transport {
        case .tls:
            let asked = DoTQuestion(
                to: destination,
                asking: DNSQuestion(name),
                serverName: owner,
                isVerified: !isOpportunistic
            )
            return asked.map { Question($0) }
        case .https where owner == nil:
            let url = try? HTTPURL("https://\(destination)\(resolver.path ?? "/dns-query")")
            return url.flatMap { DoHQuestion(to: $0, asking: DNSQuestion(name)) }.map { Question($0) }
        case .https: return ConnectionQuestion(to: destination, serverName: owner).map { Question($0) }
        case .quic: return nil
        }
    }
}

extension DiagnosticEvidence {
    /// The name whose records designate resolvers.
    static let designationName: DNSName = "_dns.resolver.arpa"
    /// The number of name servers that are asked for designations.
    private static let designatingServerCountMax = 2
    /// The number of designated resolvers that are asked.
    private static let designatedCountMax = 2

    private var designationLookups: [ProbeExchange] {
        answers.filter { $0.lookup.map { $0.name == Self.designationName && $0.type == .svcb } ?? false }
    }

    /// The resolvers that name servers designate: each once, at most eight, the best of each server first.
    var designations: [Designation] {
        let found = designationLookups.flatMap { exchange -> [Designation] in
            guard let server = exchange.lookup?.server?.address, let answer = exchange.lookupAnswer else { return [] }
            let records = answer.records(of: .svcb).filter { $0.name == Self.designationName }
            let read = records.compactMap { EncryptedResolver.designated(inServiceBindingText: $0.data) }
            return read.sorted { $0.priority < $1.priority }.flatMap(\.resolvers).map { resolver in
                let usable = resolver.addresses.filter { families.contains($0.family) }
                let address = usable.contains(server) ? server : usable.first
                return Designation(server: server, resolver: resolver, address: address)
            }
        }
        let once = found.reduce(into: [Designation]()) { if !$0.contains($1) { $0.append($1) } }
        return Array(once.prefix(EncryptedResolver.countMax))
    }

    /// The questions to the designated resolvers.
    var designatedQuestions: [Question] {
        let all = designations.compactMap { $0.question(for: Self.knownName) }
            .reduce(into: [Question]()) { if !$0.contains($1) { $0.append($1) } }
        return Array(all.prefix(Self.designatedCountMax))
    }

    /// Whether the network's name servers are asked whom they designate: names are the matter, or names work, and no other encrypted
    /// resolver is known.
    private var wantsDesignations: Bool {
        let known = interface?.encryptedResolvers ?? []
        guard asksDesignations, known.allSatisfy({ $0.use == .configured && $0.addresses.isEmpty && $0.name == nil }),
            assessment.access.portal == nil
        else { return false }
        return reports.contains { assessment.access == .online ? $0.hasName : $0.hasNoName }
    }

    /// What to ask of name servers and of those whom they designate.
    func designationRequests() -> (names: [(DNSQuestion, IPAddress)], resolvers: [Question]) {
        guard wantsDesignations else { return ([], []) }
        let servers = designationLookups.isEmpty ? nameServers.prefix(Self.designatingServerCountMax) : []
        return (
            servers.map { (DNSQuestion(Self.designationName, .svcb, of: NameServer($0)), $0) }, designatedQuestions
        )
    }

    // MARK: What people read

    /// What name servers designate and what came of it, as sentences; empty if none designates anything.
    ///
    /// They are notes, from which no cause follows. Text from the network is reduced to short, printable text.
    package func designationNotes(_ sentences: Sentences = .standard) -> [String] {
        designations.map { designation in
            let text = designation.resolver.description.printable(limit: 120)
            let outcome = designation.question(for: Self.knownName).flatMap { question in
                answers.first { $0.request.question == question }
            }
            return "The DNS server \(designation.server) designates the encrypted DNS server \(text) (RFC 9462): "
                + "\(note(on: designation, outcome, sentences))."
        }
    }

    private func note(on designation: Designation, _ exchange: ProbeExchange?, _ sentences: Sentences) -> String {
        guard let exchange else {
            return designation.address == nil && designation.resolver.transport != .quic
                ? "it states no address that this device can ask" : "it was not asked"
        }
        guard exchange.isAnswered else {
            let isForged = exchange.isRefusedTLS || exchange.failure?.kind == .tls(.expired)
            let reason = sentences.sentence(for: exchange.observation.reason)
            return isForged
                ? "it is not trusted: \(reason)" : "it cannot be used, and no cause follows from that: \(reason)"
        }
        let isQuestion = exchange.request.question.kind != ConnectionQuestion.kind
        let answer = isQuestion ? "it answers" : "it accepts connections"
        // A question that accepts every certificate says what is wrong with it.
        return exchange.httpConnection.tls?.fault != nil && designation.isOpportunistic
            ? "\(answer) at the same private address, and nothing else shows who it is"
            : "\(answer), and its certificate has the address of the DNS server"
    }
}
