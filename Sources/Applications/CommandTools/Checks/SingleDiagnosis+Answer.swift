package import ConnectivityCore
package import ConnectivityDiagnosis
import ConnectivityKit
package import ConnectivityRegistry
package import ConnectivityText

extension SingleDiagnosis {
    /// The first cause, if there is evidence for it; a certain cause does not depend on missing answers.
    package var cause: Diagnosis.Finding? {
        guard assessment.access != .online, assessment.access != .determining else { return nil }
        let first = evidence.flatMap { Diagnosis(of: $0).causes.first }
        return isComplete || first?.confidence == .certain ? first : nil
    }

    /// The cause and the advice, or another explanation; `nil` if the access line is enough.
    package var why: String? {
        guard assessment.access != .online, assessment.access != .determining else { return nil }
        guard let cause, let answer = evidence.flatMap({ Diagnosis(of: $0).answer() }) else {
            return isComplete ? nil : "\"connectivityctl explain\" says why."
        }
        // The access line contains the sign-in URL.
        return cause.cause == "portal" && assessment.access.portal != nil ? nil : "Cause: \(answer)"
    }
}

extension AssessmentBrief {
    /// Creates the short form of an assessment with its cause, if that is known.
    package init(_ assessment: Assessment, text: String, causedBy finding: Diagnosis.Finding?) {
        self.init(assessment, text: text)
        (cause, certainty) = (finding?.cause.rawValue, finding?.confidence.rawValue)
    }
}

extension Diagnosis.Finding {
    /// The code of the cause, its confidence and its meaning.
    package var named: String { "\(cause.rawValue) (\(confidence.rawValue)): \(clause)" }
}

extension Diagnosis {
    /// Returns the cause and the advice, or without a cause the conclusion of the assessment; a sign-in URL may be cut.
    package func answer(to assessment: Assessment, _ sentences: Sentences, isShort: Bool) -> String {
        // The advice of a diagnosis is better, but only the access has the sign-in URL.
        let isSignIn = assessment.access.portal != nil && causes.first?.cause == "portal"
        let advice = assessment.advice(isShort: isShort, sentences)
        return answer(advising: isSignIn ? advice : nil) ?? "\(assessment.conclusion(sentences)). \(advice)"
    }
}
