package import ConnectivityCore
import ConnectivityKit
import ConnectivityText

extension Console {
    /// Prints what companions observed, a line each, what somebody should look at first; what is for programs alone is left out.
    package func printObservations(_ observations: [CompanionObservation]) {
        for observation in observations.byConcern { print(observation.line(registry.sentences)) }
    }
}
