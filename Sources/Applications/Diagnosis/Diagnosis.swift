public import ConnectivityCore

/// The problems of a network and the excluded problems, each with its evidence.
///
/// It is a pure function of the evidence: ``init(of:)`` returns the same diagnosis for the same evidence at any time. To
/// diagnose an assessment, complete its evidence with ``completing(_:asking:within:)``, which asks the open questions.
public struct Diagnosis: Hashable, Sendable {
    /// A considered cause.
    public struct Finding: Hashable, Sendable {
        /// The cause.
        public var cause: Cause
        /// The confidence in the cause.
        public var confidence: Confidence
        /// The evidence for or against the cause; empty without any.
        public var evidence: [Observation]
        /// What the texts about the cause name, such as an interface or a name server.
        var facts: Facts = [:]
    }

    /// A piece of evidence.
    public struct Observation: Hashable, Sendable, Encodable {
        /// The subject: a question, or the name of an endpoint or of an interface.
        public var subject: String
        /// The observed fact.
        public var reason: Reason
    }

    /// All considered causes: the most certain first, and equally certain ones from the link upwards.
    public let findings: [Finding]

    /// The causes that are at least possible, the most certain first; empty if there is no problem.
    public var causes: [Finding] { findings.filter { $0.confidence >= .possible } }
    /// The causes that the evidence excludes.
    package var ruledOut: [Finding] { findings.filter { $0.confidence == .ruledOut } }

    /// Creates a diagnosis from evidence.
    public init(of evidence: DiagnosticEvidence) {
        let (seen, table) = (evidence.seen(), CauseTable.standard)
        assert(seen.keys.allSatisfy { table.needsCause[$0] != nil }, "not in kinds.tsv: \(seen.keys)")
        let confidences = table.confidences(seeing: Set(seen.keys))
        let found = Cause.allCases.map { cause in
            let confidence = confidences[cause]?.confidence ?? .undecided
            var finding = Finding(
                cause: cause,
                confidence: confidence,
                evidence: Array(
                    table.kinds(for: cause, confidence, among: Set(seen.keys)).flatMap { seen[$0] ?? [] }.unique.prefix(
                        4
                    )
                )
            )
            guard confidence >= .possible else { return finding }
            finding.facts = evidence.facts
            for observation in finding.evidence.reversed() {
                for (name, fact) in observation.reason.facts.sorted { finding.facts[name] = fact }
            }
            return finding
        }
        // Sorting is stable, so that equally certain causes stay in the order of their layers.
        findings = found.sorted { first, second in
            let costs = [first, second].map { confidences[$0.cause]?.cost ?? 0 }
            return first.confidence == second.confidence ? costs[0] < costs[1] : first.confidence > second.confidence
        }
    }

    /// The default time limit of one stage, in which the system reports an unused address.
    @usableFromInline package static let stageLimit = Duration.milliseconds(3_600)

    /// Asks the questions that an assessment leaves open.
    ///
    /// A device without an address asks nothing. If the device is online, owners that support QUIC are asked for it, at the
    /// addresses where they answered in the round, or well-known ones (1.1.1.1, 8.8.8.8), and for echoes if answers were late.
    /// If there is a portal, this device is asked for its route to the portal. Otherwise this device is asked for its routes
    /// and neighbours, and the gateway, the name servers, and well-known addresses are asked, in at most three stages. If TLS
    /// stalls, the questions include the passage of large packets; if a certificate is refused, its issuer; if names are not
    /// resolved, each name server; if there is a tunnel, hosts below it. On a network without IPv4, its name servers are asked
    /// once for `ipv4only.arpa` (RFC 7050), and well-known hosts through the announced translator. If this device is set to
    /// resolve names only over TLS, or the network designates such servers, they are asked for one name, and well-known servers
    /// if they are unusable.
    ///
    /// - Parameters:
    ///   - evidence: An assessment, perhaps with earlier answers. It may still be determining: then the first stage can run
    ///     during the round.
    ///   - prober: Asks questions of the kinds `http`, `echo`, `connection`, `dns`, `dot`, `doh` and `route`; questions of other
    ///     kinds than its own stay open.
    ///   - limit: The time limit of one stage, by default 3.6 s: the system takes three seconds to report an unused address.
    /// - Returns: The evidence with the answers; after a cancellation of the task, without the answers that it cut off.
    public static func completing(
        _ evidence: DiagnosticEvidence,
        asking prober: some Prober,
        within limit: Duration = Diagnosis.stageLimit
    ) async -> DiagnosticEvidence {
        var evidence = evidence
        for _ in 0..<DiagnosticEvidence.phaseCountMax {
            let requests = evidence.nextRequests(within: limit).filter { prober.kinds.contains($0.question.kind) }
            if requests.isEmpty || Task.isCancelled { break }
            evidence.answers += await withTaskGroup(of: (Int, ProbeExchange).self) { group in
                for (place, request) in requests.enumerated() {
                    group.addTask { (place, await prober.probe(request)) }
                }
                return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
            if Task.isCancelled { evidence.answers.removeAll { $0.failure?.kind == .cancelled } }
        }
        return evidence
    }
}

extension [Diagnosis.Observation] {
    fileprivate var unique: Self { reduce(into: []) { if !$1.subject.isEmpty, !$0.contains($1) { $0.append($1) } } }
}
