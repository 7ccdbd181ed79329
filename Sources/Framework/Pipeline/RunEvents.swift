import ConnectivityCore

/// Derives the events for notifiers from the steps of a state machine.
struct RunEvents {
    private(set) var activity = ConnectivityMachine.Activity.idle
    /// The assessment that the notifiers received last.
    private(set) var lastAssessment: Assessment?
    /// Whether only the results of an earlier run are known.
    private var isContinuing: Bool

    /// Begins with the last assessment of an earlier run, if there was one.
    init(after earlier: Assessment? = nil) { (lastAssessment, isContinuing) = (earlier, earlier != nil) }

    /// Processes a step and returns its events for notifiers, in order; the report is `nil` if no probe ended, or if it
    /// did not count.
    mutating func process(_ step: ConnectivityMachine.Step, report: EndpointReport?) -> [PipelineEvent] {
        var events = report.map { [PipelineEvent.probeEnded($0)] } ?? []
        var isPublished = false
        var cutsShort = if case .interfacesChanged = step.input { true } else { false }
        for effect in step.effects {
            switch effect {
            case .publish(let published):
                // Before its first round, the state machine knows less than the earlier run.
                if isContinuing, !published.isJudged { break }
                let assessment = continued(published)
                if isContinuing, let lastAssessment, assessment.concludesSame(as: lastAssessment) { break }
                // A preliminary result that agrees is not reported; the final one follows.
                if isContinuing, let lastAssessment, !assessment.isFinal,
                    assessment.access.isSame(as: lastAssessment.access)
                {
                    break
                }
                isContinuing = false
                lastAssessment = assessment
                isPublished = true
                events.append(.assessmentChanged(assessment))
            case .begin(let next, epoch: _):
                if case .round = activity, !cutsShort, let assessment = step.assessment.map(continued) {
                    isContinuing = isContinuing && !assessment.isJudged
                    if !isPublished, let last = lastAssessment {
                        // The conclusion is the same, but the facts behind it may differ.
                        var confirmed = assessment.concludesSame(as: last) ? assessment : last
                        confirmed.confirmedAt = step.moment.wall
                        lastAssessment = confirmed
                        events.append(.assessmentConfirmed(confirmed))
                    }
                    events.append(.roundEnded(assessment))
                }
                // An activity that begins in this step is not cut short by the step's input.
                cutsShort = false
                isPublished = false
                activity = next
            case .discardRound:
                cutsShort = true
            case .remind, .ask:
                break
            }
        }
        return events
    }

    /// Returns an assessment whose access began when the earlier run first reported it.
    private func continued(_ assessment: Assessment) -> Assessment {
        var assessment = assessment
        if let lastAssessment, assessment.access.isSame(as: lastAssessment.access) {
            assessment.beganAt = lastAssessment.since
        }
        return assessment
    }

    /// Returns the change to report if the source fails, since nothing is known any longer; `nil` if the notifiers have
    /// received no conclusion that must be withdrawn.
    mutating func fail(at wall: Timestamp) -> PipelineEvent? {
        let unknown = Assessment(access: .determining, reason: .notYetJudged, startedAt: wall)
        guard let lastAssessment, !unknown.concludesSame(as: lastAssessment) else { return nil }
        self.lastAssessment = unknown
        return .assessmentChanged(unknown)
    }
}
