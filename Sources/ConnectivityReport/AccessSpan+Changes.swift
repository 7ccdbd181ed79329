package import ConnectivityCore

extension AccessSpan {
    /// The states of the device and of each path between changes; a preliminary answer is no change.
    /// - Parameters:
    ///   - changes: The assessments with the times from which on they held, in order.
    ///   - end: Until when the last one held.
    /// - Returns: The states, in order.
    package static func spans(of changes: [(at: Timestamp, assessment: Assessment)], until end: Timestamp)
        -> [AccessSpan]
    {
        let changes = changes.filter(\.assessment.isFinal)
        return changes.indices.flatMap { index -> [AccessSpan] in
            let (from, assessment) = changes[index]
            let to = index + 1 < changes.count ? changes[index + 1].at : max(from, end)
            let machine = AccessSpan(
                State(assessment.access),
                because: assessment.reason,
                interface: assessment.interface?.name,
                from: from,
                to: to
            )
            return [machine]
                + assessment.separatePaths.map { path in
                    AccessSpan(
                        path: path.path.description,
                        State(path.access),
                        because: path.reason,
                        interface: path.path.interface,
                        from: from,
                        to: to
                    )
                }
        }
    }

    /// The states of services between changes.
    /// - Parameters:
    ///   - changes: The reports on each change, in order.
    ///   - end: Until when the last one of each service held.
    /// - Returns: The states, in order of their beginnings.
    package static func spans(of changes: [ServiceReport], until end: Timestamp) -> [AccessSpan] {
        changes.indices.map { index in
            let report = changes[index]
            let next = changes[(index + 1)...].first { $0.name == report.name }
            return AccessSpan(
                path: report.track,
                State(rawValue: report.state.rawValue) ?? .unobserved,
                because: report.reason,
                from: report.judgedAt,
                to: next?.judgedAt ?? max(report.judgedAt, end)
            )
        }
    }
}
