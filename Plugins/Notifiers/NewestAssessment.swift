import ConnectivityCore
import ConnectivityToolkit

/// The newest assessment of a run, with what companions have observed since.
final class NewestAssessment: Sendable {
    private let held = Lock<Assessment?>(nil)

    var assessment: Assessment? { held.withLock { $0 } }

    func put(_ assessment: Assessment) { held.withLock { $0 = assessment } }

    /// Takes an observation, and returns the assessment with it; `nil` if there is none yet.
    func take(_ observation: CompanionObservation) -> Assessment? {
        held.withLock { held in
            held?.observations.take(observation)
            return held
        }
    }

    func clear() { held.withLock { $0 = nil } }
}
