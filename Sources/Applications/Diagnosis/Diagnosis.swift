public import ConnectivityCore

/// What is wrong with a network, and what is not, each with its evidence.
///
/// It is a pure function of the evidence: ``init(of:)`` gives the same diagnosis for the same evidence at any time. Make one
/// of an assessment with ``completing(_:asking:within:)``, which asks what the assessment leaves open.
public struct Diagnosis: Hashable, Sendable {
    /// A cause that was considered.
    public struct Finding: Hashable, Sendable {
        /// The cause.
        public var cause: Cause
        /// How sure it is that the cause holds.
        public var confidence: Confidence
        /// What shows it, or what excludes it; empty if nothing says anything about it.
        public var evidence: [Observation]
    }

    /// A piece of evidence.
    public struct Observation: Hashable, Sendable, Encodable {
        /// What was observed: a question, or the name of an endpoint or of an interface.
        public var subject: String
        /// What was seen there.
        public var reason: Reason
    }

    /// Every cause that was considered: the most certain first, and equally certain ones from the link upwards.
    public let findings: [Finding]

    /// The causes that hold, the most certain first; empty if nothing is wrong.
    public var causes: [Finding] { findings.filter { $0.confidence >= .possible } }
    /// The causes that the evidence excludes.
    public var ruledOut: [Finding] { findings.filter { $0.confidence == .ruledOut } }

    /// Diagnoses from evidence.
    /// - Parameter evidence: An assessment and the answers to further questions.
    public init(of evidence: DiagnosticEvidence) {
        let found = Cause.allCases.map { evidence.finding(on: $0) }
        // Sorting is stable, so that equally certain causes stay in the order of their layers.
        findings = found.sorted { $0.confidence > $1.confidence }
    }

    /// The default time limit of one stage, in which the system reports an unused address.
    @usableFromInline package static let stageLimit = Duration.milliseconds(3_600)

    /// Asks what an assessment leaves open.
    ///
    /// Nothing is asked if the device has no address. If it is online, owners that support QUIC are asked for it, at the
    /// addresses where they answered in the round, or well-known ones (1.1.1.1, 8.8.8.8), and for echoes if answers were late.
    /// If there is a portal, this device is asked which way it sends packets to it. Otherwise this device is asked for
    /// its routes and neighbours, and the gateway, the name servers, and well-known addresses are asked, in at most three
    /// stages: whether large packets pass is asked if TLS stalls, who issued a certificate if it is refused, the name servers
    /// one by one if names are not found, and hosts below a tunnel if there is one. On a network without IPv4, its name servers are
    /// asked once for `ipv4only.arpa` (RFC 7050), and well-known hosts through the translator that the network announces.
    /// If this device is set to ask for names over TLS alone, or the network designates such servers, they are asked for one name, and
    /// well-known ones if they cannot be used.
    ///
    /// - Parameters:
    ///   - evidence: An assessment, perhaps with answers that are known already. It may still be determining: then the
    ///     first stage can run during the round.
    ///   - prober: Asks questions of the kinds `http`, `echo`, `connection`, `dns`, `dot`, `doh` and `route`; questions of a kind that it
    ///     does not ask stay open.
    ///   - limit: The time limit of one stage, by default 3.6 seconds. The system takes three seconds to report an unused address.
    /// - Returns: The evidence with the answers. If the task is cancelled, with those so far: what the end cut off is left out.
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
