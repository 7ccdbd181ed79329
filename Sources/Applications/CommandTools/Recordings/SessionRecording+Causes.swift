import ConnectivityCore
import ConnectivityDiagnosis
package import ConnectivityRecords

extension SessionRecording {
    /// Returns the stated causes that do not follow from the assessments of a replay, as lines for people.
    package func differencesOfCauses(from replay: SessionReplay) -> [String] {
        zip(expectations, replay.assessments).enumerated().compactMap { index, pair in
            let (expected, (at, assessment)) = pair
            guard let stated = expected.cause else { return nil }
            let found = assessment.likelyCause ?? "none"
            return stated == found
                ? nil
                : "cause of assessment \(index + 1) at \(at.inWholeMilliseconds): expected \(stated.printable(limit: 60)), found \(found)"
        }
    }

    /// Replaces the expectations by the assessments of a replay, with causes if the session states any cause.
    package mutating func expectAgain(_ replay: SessionReplay) {
        let hasCauses = expectations.contains { $0.cause != nil }
        expect(replay)
        guard hasCauses else { return }
        var causes = replay.assessments.map(\.assessment.likelyCause)[...]
        for index in events.indices {
            guard case .expected(var expectation) = events[index].content else { continue }
            expectation.cause = causes.popFirst() ?? nil
            events[index].content = .expected(expectation)
        }
    }
}

extension Assessment {
    /// The code of the most likely cause in the assessment's evidence; `nil` if the confidence is lower than likely.
    fileprivate var likelyCause: String? {
        Diagnosis(of: DiagnosticEvidence(self)).causes.first.flatMap {
            $0.confidence < .likely ? nil : $0.cause.rawValue
        }
    }
}
