/// Turns the verdicts of a round into one answer.
///
/// Laws for implementers:
/// - A pure function of the round.
/// - Once every endpoint has its report, there is a judgement.
/// - A judgement given while endpoints are pending has the access that the same round has when it is complete,
///   whatever the missing reports say; only the details of a portal may differ. The round ends there and the pending
///   probes are cancelled, so a policy that wants all evidence gives none.
/// - A report without a conclusive verdict counts as if its endpoint had not been asked.
public protocol ThresholdPolicy: Sendable {
    /// Judges a round as far as it has come.
    /// - Parameter round: The reports so far.
    /// - Returns: The judgement, or `nil` while the pending reports can still change it.
    func judge(_ round: Round) -> Judgement?
}

/// The reports of a round as far as it has come.
public struct Round: Hashable, Sendable {
    /// One element an endpoint, in the order of the endpoints; `nil` while its probe is pending.
    public var reports: [EndpointReport?]
    /// What is known from the rounds before, on the same path.
    public var history: RoundHistory

    /// The reports that are there, in the order of the endpoints.
    public var finished: [EndpointReport] { reports.compactMap(\.self) }
    /// The number of endpoints without a report.
    public var pendingCount: Int { reports.count - finishedCount { _ in true } }

    /// Creates a round.
    /// - Parameters:
    ///   - reports: One element an endpoint; `nil` while its probe is pending.
    ///   - history: What is known from the rounds before.
    public init(_ reports: [EndpointReport?], history: RoundHistory = RoundHistory()) {
        self.reports = reports
        self.history = history
    }

    /// The number of endpoints with a finding.
    /// - Parameter finding: The finding to count.
    /// - Returns: The number, pending endpoints not counted.
    public func count(of finding: Verdict.Finding) -> Int { finishedCount { $0.finding == finding } }

    /// The first endpoint with a finding.
    /// - Parameter finding: The finding to look for.
    /// - Returns: The report, or `nil` where no endpoint has the finding.
    public func first(_ finding: Verdict.Finding) -> EndpointReport? {
        for case .some(let report) in reports where report.verdict.finding == finding { return report }
        return nil
    }

    /// The number of reports that are there with a verdict of some kind; no report is copied for it.
    func finishedCount(where belongs: (Verdict) -> Bool) -> Int {
        var count = 0
        for index in reports.indices {
            if let verdict = reports[index]?.verdict, belongs(verdict) { count += 1 }
        }
        return count
    }
}

/// What a policy makes of a round.
public struct Judgement: Hashable, Sendable {
    /// How much of the Internet is reached.
    public var access: InternetAccess
    /// Why.
    public var reason: Reason
    /// What the round shows by itself, where the rounds before count too; otherwise ``access``.
    public var measured: InternetAccess

    /// Creates a judgement.
    /// - Parameters:
    ///   - access: How much of the Internet is reached.
    ///   - reason: Why.
    ///   - measured: What the round shows by itself; by default the same.
    public init(_ access: InternetAccess, because reason: Reason, measured: InternetAccess? = nil) {
        self.access = access
        self.reason = reason
        self.measured = measured ?? access
    }
}
