import ConnectivityCore
import ConnectivityToolkit

/// The newest assessment of a run, with later observations of companions.
final class NewestAssessment: Sendable {
    private let held = Lock<Assessment?>(nil)

    var assessment: Assessment? { held.withLock { $0 } }

    func store(_ assessment: Assessment) { held.withLock { $0 = assessment } }

    /// Records an observation, and returns the assessment with it; `nil` without an assessment or new information.
    func record(_ observation: CompanionObservation) -> Assessment? {
        held.withLock { held in
            let before = held?.observations.first(where: observation.isAboutSame)
            held?.observations.record(observation)
            let isNew = before?.state != observation.state || before?.reason != observation.reason
            return isNew && observation.since != nil ? held : nil
        }
    }

    func clear() { held.withLock { $0 = nil } }
}
