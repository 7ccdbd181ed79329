package import ConnectivityCore

extension AccessSpan {
    /// The states of the device and of each path between changes, in order; preliminary answers do not count.
    ///
    /// The changes must be in order, each with the time from which it held.
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

    /// The observations of companions between changes, in order of their beginnings; the last ones hold until the end.
    ///
    /// The changes must be in order.
    package static func spans(of changes: [CompanionObservation], until end: Timestamp) -> [AccessSpan] {
        changes.indices.map { index in
            let observation = changes[index]
            let next = changes[(index + 1)...].first(where: observation.isAboutSame)
            let isCause = observation.kind == CompanionObservation.causeKind
            let isBad = isCause ? observation.severity > .info : observation.severity == .warning
            return AccessSpan(
                path: observation.track,
                State(rawValue: observation.state) ?? (isBad ? .failing : isCause ? .absent : .working),
                because: observation.reason,
                from: observation.at,
                to: next?.at ?? max(observation.at, end)
            )
        }
    }
}
