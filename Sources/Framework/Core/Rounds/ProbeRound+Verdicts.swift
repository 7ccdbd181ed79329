// Helpers that several policies share.

extension ProbeRound {
    /// The reports with a conclusive verdict, in the order of the endpoints.
    var conclusive: ChosenReports {
        ChosenReports(reports: reports, places: reports.indices.filter { reports[$0]?.verdict.isConclusive == true })
    }

    package var captiveVerdict: RoundVerdict? { first(.captive).map(RoundVerdict.init(portalMetBy:)) }

    /// The captive verdict if a server without the certificates of two owners redirects to TLS in their names.
    ///
    /// One host may redirect from plain HTTP to its own page over TLS. If two do, and TLS is refused, a gateway serves its portal
    /// over TLS under every name.
    private var portalOverTLS: RoundVerdict? {
        let leading = finished.filter { $0.verdict.reason.isOwnRedirect && $0.scheme == .http }
        let owners = Set(leading.map(\.owner))
        guard owners.count > 1, let first = leading.first,
            finished.contains(where: \.isFaultOfTLS)
        else { return nil }
        let portal = CaptivePortal(signInURL: first.exchange.request.url, source: .location, kind: .redirect)
        return RoundVerdict(.captive(portal), because: .portal(endpoint: first.name, first.verdict.reason))
    }

    /// The verdict on a complete round without a portal and without a genuine answer.
    package var verdictWithoutGenuine: RoundVerdict {
        if let portalOverTLS { return portalOverTLS }
        if let report = first(.substituted) {
            return RoundVerdict(.blocked, because: .substituted(endpoint: report.name, report.verdict.reason))
        }
        if let report = first(.failed) {
            return RoundVerdict(.unreachable, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
        }
        if let report = finished.first(where: { $0.verdict.reason == .expectationMissing }) {
            return RoundVerdict(.determining, because: .expectationMissing(endpoint: report.name))
        }
        guard let report = reports.lazy.compactMap(\.self).first else {
            return RoundVerdict(.determining, because: .noEndpoint)
        }
        return RoundVerdict(.determining, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
    }
}

extension RoundVerdict {
    package init(portalMetBy report: EndpointReport) {
        let portal = report.verdict.portal ?? .unknown
        self.init(.captive(portal), because: .portal(endpoint: report.name, report.verdict.reason))
    }
}

/// A selection of a round's reports by index, because a copied list would need a kilobyte per report.
struct ChosenReports: RandomAccessCollection {
    fileprivate let reports: [EndpointReport?]
    fileprivate let places: [Int]

    var startIndex: Int { places.startIndex }
    var endIndex: Int { places.endIndex }

    subscript(index: Int) -> EndpointReport {
        guard let report = reports[places[index]] else {
            preconditionFailure("only reports that have arrived are chosen")
        }
        return report
    }
}

/// Counts of findings, updated at each answer.
struct FindingTally: Sendable {
    struct Numbers: Sendable {
        var genuine = 0
        var captive = 0
        var conclusive = 0

        mutating func count(_ finding: Verdict.Finding, by number: Int) {
            if finding == .genuine { genuine += number }
            if finding == .captive { captive += number }
            if finding != .inconclusive { conclusive += number }
        }
    }

    private(set) var arrived = Numbers()
    /// The counts of the round if no more answers arrive.
    private(set) var expected = Numbers()
    /// The lowest index of a report of a portal.
    private(set) var firstCaptive: Int?
    private var knownCount = 0

    /// Adds the endpoints of phases that have begun since the last call, and the report at an index.
    mutating func add(reportAt index: Int?, of round: ProbeRound) {
        for new in knownCount..<round.unanswered.count {
            expected.count(round.unanswered[new].verdict.finding, by: 1)
        }
        knownCount = round.unanswered.count
        guard let index, let finding = round.reports[index]?.verdict.finding else { return }
        expected.count(round.unanswered[index].verdict.finding, by: -1)
        expected.count(finding, by: 1)
        arrived.count(finding, by: 1)
        if finding == .captive { firstCaptive = min(firstCaptive ?? index, index) }
    }
}
