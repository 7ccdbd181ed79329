import ConnectivityCore
import ConnectivityKit
import Observation

// Code of the guide "In an app", which the tests of the guides compare with this file.

/// The state of the Internet as the app shows it, and the run that determines it.
@Observable @MainActor final class InternetModel {
    private(set) var access = InternetAccess.determining
    private(set) var signInURL: HTTPURL?

    @ObservationIgnored private var pipeline: Pipeline?
    private let make: (AssessmentUpdates) throws -> Pipeline

    init(_ make: @escaping (AssessmentUpdates) throws -> Pipeline = { updates in try .standard { updates } }) {
        self.make = make
    }

    /// Runs until the task is cancelled; the next run continues from what this one knew.
    func run() async throws {
        let updates = AssessmentUpdates()
        let current = try make(updates)
        let earlier = pipeline?.lastAssessment
        pipeline = current
        async let run: Void = current.run(from: earlier)
        for await assessment in updates {
            access = assessment.access
            signInURL = assessment.access.portal?.signInURL
        }
        try await run
    }

    func checkAgain() { pipeline?.lookNow() }

    func signInBegan() { pipeline?.signInBegan() }
}
