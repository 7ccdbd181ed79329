import ConnectivityWire

/// The amount of detail in a page of metrics; each value includes the previous ones.
package enum MetricsDetail: String, CaseIterable, Codable, Comparable, SchemaProviding {
    /// Access, services, and totals over all endpoints and notifiers: at most 64 series with five services.
    case access
    /// In addition the verdicts and the time to answer of each endpoint, and the counts of each notifier.
    case endpoints
    /// In addition each phase of a probe with all buckets, state sets with states that are 0, and queues of notifiers.
    case all

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
