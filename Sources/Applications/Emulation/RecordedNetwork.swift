package import ConnectivityCore

/// The answers to clients that follow from the exchanges of an assessment.
///
/// A recorded question receives its recorded answer. Any other question receives the answer to another question of its sort
/// (HTTP, HTTPS, names): the answer of a portal or another obstacle, if there is one; otherwise the genuine answer, if one question received its genuine answer; otherwise the failure of the first. Without a
/// recorded question of the sort, the answer is unknown.
package struct RecordedNetwork: Sendable {
    private let reports: [EndpointReport]
    private let pages: [HTTPURL: ProbeExchange]
    private let link: Detector.Link
    private let isConnected: Bool

    /// Creates a network from the exchanges of an assessment on its interface, and from other exchanges for redirect targets.
    package init(_ assessment: Assessment, exchanges: [ProbeExchange] = []) {
        let own = assessment.paths.filter {
            $0.path.interface == assessment.interface?.name && !$0.path.isProxied
        }
        reports = own.flatMap(\.endpoints)
        let all = (exchanges + own.flatMap(\.reports).map(\.exchange)).compactMap { exchange in
            exchange.request.url.map { ($0, exchange) }
        }
        pages = Dictionary(all) { _, last in last }
        link = Detector.Link(assessment.interface)
        isConnected = assessment.access != .disconnected
    }

    /// Answers the questions of detectors until each has concluded; the findings are in the order of the detectors.
    package func findings(_ detectors: [Detector]) -> [DetectorFinding] {
        var emulation = Emulation(detectors, on: link)
        emulation.run(outcome)
        return emulation.findings
    }

    private func outcome(_ question: Detector.Question) -> Result<Answer, ProbeFailure> {
        guard isConnected else { return .failure(ProbeFailure(.unreachable)) }
        guard let genuine = question.genuine else { return question.url.flatMap { pages[$0]?.outcome } ?? Self.unknown }
        if let family = question.request.path.family,
            link.addresses?.contains(where: { $0.family == family && !$0.isLinkLocal && !$0.isLoopback }) == false
        {
            return .failure(ProbeFailure(.unreachable))
        }
        if let url = question.url, let report = reports.first(where: { $0.exchange.request.url == url }) {
            return report.exchange.outcome
        }
        return question.reach == .names ? lookup(genuine) : inferred(question, genuine)
    }

    private static let unknown = Result<Answer, ProbeFailure>.failure(ProbeFailure(.notRecorded))

    private func inferred(
        _ question: Detector.Question,
        _ genuine: Result<Answer, ProbeFailure>
    ) -> Result<Answer, ProbeFailure> {
        let scheme: HTTPURL.Scheme = question.reach == .plain ? .http : .https
        let alike = reports.filter { $0.exchange.request.url?.scheme == scheme }
        let obstacle =
            alike.first { $0.verdict.finding == .captive } ?? alike.first { $0.verdict.finding == .substituted }
        if let obstacle { return obstacle.exchange.outcome }
        // Silence can be the genuine outcome; it shows nothing about answering servers.
        if alike.contains(where: { $0.verdict.finding == .genuine && $0.exchange.response != nil }) { return genuine }
        return alike.lazy.map(\.exchange).first { !$0.isUnknown }?.outcome ?? Self.unknown
    }

    /// The genuine answer if any name was looked up, otherwise the failure; unknown without a recorded name.
    private func lookup(_ genuine: Result<Answer, ProbeFailure>) -> Result<Answer, ProbeFailure> {
        let byName = reports.map(\.exchange).filter {
            $0.request.url.map { $0.address == nil } == true && !$0.isUnknown
        }
        let failed = byName.first { exchange in
            guard case .failure(let failure) = exchange.outcome else { return false }
            return failure.kind == .nameLookup || failure.kind == .timedOut(.nameLookup)
        }
        guard let failed else { return byName.isEmpty ? Self.unknown : genuine }
        let isLookedUp = byName.contains { $0.response != nil }
        return isLookedUp ? genuine : failed.outcome
    }
}
