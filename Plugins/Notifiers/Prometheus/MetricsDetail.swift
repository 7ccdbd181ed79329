/// How much detail a page of metrics has; each value includes what the ones before it have.
enum MetricsDetail: String, CaseIterable, Comparable {
    /// Access, services, and totals over all endpoints and notifiers: at most 64 series with five services.
    case access
    /// In addition the verdicts and the time to answer of each endpoint, and the counts of each notifier.
    case endpoints
    /// In addition each phase of a probe with all buckets, the state sets with the states that are 0, and the queues of
    /// notifiers.
    case all

    static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
