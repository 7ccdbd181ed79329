import ConnectivityCore

/// Makes the events for notifiers out of the steps of a machine.
struct RunEvents {
    /// What the machine is doing.
    private(set) var activity = ConnectivityMachine.Activity.idle
    /// What the notifiers know.
    private(set) var standing: Assessment?

    /// Takes a step.
    /// - Parameters:
    ///   - step: What happened and what the machine made of it.
    ///   - report: The report on the probe that ended with the step; `nil` if none did, or it did not count.
    /// - Returns: What notifiers learn, in order.
    mutating func take(_ step: ConnectivityMachine.Step, report: EndpointReport?) -> [NotifierEvent] {
        var events = report.map { [NotifierEvent.probeEnded($0)] } ?? []
        var isPublished = false
        var cutsShort = if case .interfacesChanged = step.input { true } else { false }
        for effect in step.effects {
            switch effect {
            case .publish(let assessment):
                standing = assessment
                isPublished = true
                events.append(.changed(assessment))
            case .begin(let next, epoch: _):
                if case .round = activity, !cutsShort, let assessment = step.assessment {
                    if !isPublished, var confirmed = standing {
                        confirmed.confirmedAt = step.moment.wall
                        standing = confirmed
                        events.append(.confirmed(confirmed))
                    }
                    events.append(.roundEnded(assessment))
                }
                // What begins with the step is not cut short by it.
                cutsShort = false
                isPublished = false
                activity = next
            case .remind, .ask:
                break
            }
        }
        return events
    }

    /// What to say if the source fails: nothing is known any more.
    /// - Returns: The change; `nil` if the notifiers know of nothing that could be taken back.
    mutating func fail(at wall: Timestamp) -> NotifierEvent? {
        let unknown = Assessment(access: .determining, reason: .notYetJudged, startedAt: wall)
        guard let standing, !unknown.concludesSame(as: standing) else { return nil }
        self.standing = unknown
        return .changed(unknown)
    }
}
