import ConnectivityCore

/// Derives the events for notifiers from the steps of a state machine.
struct RunEvents {
    private(set) var activity = ConnectivityMachine.Activity.idle
    /// The assessment that the notifiers received last.
    private(set) var standing: Assessment?
    private var portals: PortalLifecycle
    /// The quality of each path that the notifiers received last, if it was known.
    private var qualities: [NetworkPath: PathQuality.Level] = [:]
    /// Whether nothing is known yet but what an earlier run knew.
    private var isContinuing: Bool

    /// Begins with the assessment that an earlier run reported last, if there was one.
    init(scope: PathScope, after earlier: Assessment? = nil) {
        portals = PortalLifecycle(scope: scope)
        (standing, isContinuing) = (earlier, earlier != nil)
        if let earlier {
            _ = portals.take(earlier)
            _ = changes(ofQualityIn: earlier)
        }
    }

    /// Processes a step and returns its events for notifiers, in order; the report is `nil` if no probe ended, or if it
    /// did not count.
    mutating func take(_ step: ConnectivityMachine.Step, report: EndpointReport?) -> [PipelineEvent] {
        var events = report.map { [PipelineEvent.probeEnded($0)] } ?? []
        if case .signInBegan = step.input { events += portals.signInBegan().map(PipelineEvent.portalChanged) }
        if case .signInEnded(let report) = step.input,
            let path = step.assessment?.paths.first(where: { $0.path.interface == report.interface })
        {
            events.append(.signInEnded(report, on: path))
        }
        var isPublished = false
        var cutsShort = if case .interfacesChanged = step.input { true } else { false }
        for effect in step.effects {
            switch effect {
            case .publish(let published):
                // Before its first round, the state machine knows less than the earlier run.
                if isContinuing, !published.isJudged { break }
                let assessment = continued(published)
                if isContinuing, let standing, assessment.concludesSame(as: standing) { break }
                // A preliminary result that agrees is no news; the final one follows.
                if isContinuing, let standing, !assessment.isFinal, assessment.access.isSame(as: standing.access) {
                    break
                }
                isContinuing = false
                standing = assessment
                isPublished = true
                events.append(.assessmentChanged(assessment))
                events += portals.take(assessment).map(PipelineEvent.portalChanged)
            case .begin(let next, epoch: _):
                if case .round = activity, !cutsShort, let assessment = step.assessment.map(continued) {
                    isContinuing = isContinuing && !assessment.isJudged
                    let changes = changes(ofQualityIn: assessment)
                    if !isPublished, var confirmed = standing {
                        // The figures follow from the evidence, so that they come with it.
                        if !changes.isEmpty, assessment.concludesSame(as: confirmed) { confirmed = assessment }
                        confirmed.confirmedAt = step.moment.wall
                        confirmed.takePortals(of: assessment)
                        standing = confirmed
                        events.append(.assessmentConfirmed(confirmed))
                    }
                    events.append(.roundEnded(assessment))
                    events += changes
                    events += portals.take(assessment).map(PipelineEvent.portalChanged)
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

    /// Compares the qualities of an assessment with those that were reported last: one that becomes unknown is no
    /// change, and paths that are gone are forgotten.
    private mutating func changes(ofQualityIn assessment: Assessment) -> [PipelineEvent] {
        let paths = assessment.paths.map(\.path)
        qualities = qualities.filter { paths.contains($0.key) }
        return assessment.paths.compactMap { path in
            let level = path.quality.level
            guard level != .unknown, qualities.updateValue(level, forKey: path.path) != level else { return nil }
            return .qualityChanged(path.quality, on: path)
        }
    }

    /// Returns an assessment whose access began when the earlier run first reported it.
    private func continued(_ assessment: Assessment) -> Assessment {
        var assessment = assessment
        if let standing, assessment.access.isSame(as: standing.access) { assessment.beganAt = standing.since }
        return assessment
    }

    /// Returns the change to report if the source fails, since nothing is known any more; `nil` if the notifiers have
    /// received no conclusion that must be withdrawn.
    mutating func fail(at wall: Timestamp) -> PipelineEvent? {
        let unknown = Assessment(access: .determining, reason: .notYetJudged, startedAt: wall)
        guard let standing, !unknown.concludesSame(as: standing) else { return nil }
        self.standing = unknown
        return .assessmentChanged(unknown)
    }
}

extension Assessment {
    /// Takes the newest sign-in pages: their tokens expire, although the portals are the same.
    fileprivate mutating func takePortals(of newest: Assessment) {
        if access.isSame(as: newest.access) { access = newest.access }
        for (index, path) in zip(paths.indices, newest.paths) where paths[index].path == path.path {
            if paths[index].access.isSame(as: path.access) { paths[index].access = path.access }
        }
    }
}
