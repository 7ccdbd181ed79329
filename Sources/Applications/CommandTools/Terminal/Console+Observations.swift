package import ConnectivityCore
import ConnectivityKit
import ConnectivityText

extension Console {
    /// Prints the observations of companions for people, one line each, the most urgent first.
    package func printObservations(_ observations: [CompanionObservation]) {
        for observation in observations.byConcern { print(observation.line(registry.sentences)) }
    }
}
