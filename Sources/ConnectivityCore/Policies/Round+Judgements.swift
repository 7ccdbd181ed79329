// What policies have in common.

extension Round {
    /// The reports with a conclusive verdict, in the order of the endpoints.
    var conclusive: [EndpointReport] { finished.filter { $0.verdict.isConclusive } }

    /// The judgement that a portal is in the way, where an endpoint met one.
    var captiveJudgement: Judgement? {
        first(.captive).map { report in
            let portal = report.verdict.portal ?? .unknown
            return Judgement(.captive(portal), because: .portal(endpoint: report.name, report.verdict.reason))
        }
    }

    /// The judgement on a complete round without a portal and without a genuine answer.
    var judgementWithoutGenuine: Judgement {
        if let report = first(.substituted) {
            return Judgement(.blocked, because: .substituted(endpoint: report.name, report.verdict.reason))
        }
        if let report = first(.failed) {
            return Judgement(.unreachable, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
        }
        if let report = finished.first(where: { $0.verdict.reason == .expectationMissing }) {
            return Judgement(.determining, because: .expectationMissing(endpoint: report.name))
        }
        guard let report = finished.first else { return Judgement(.determining, because: .noEndpoint) }
        return Judgement(.determining, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
    }
}
