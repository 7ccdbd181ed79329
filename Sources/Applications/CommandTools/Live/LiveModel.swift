import ConnectivityCore
import ConnectivityKit

/// The content of `watch --live` at a moment.
struct LiveModel: Sendable {
    struct Round: Hashable, Sendable {
        var endedAt: Timestamp
        var access: String
        /// The time from its beginning to its decision.
        var duration: Duration
        /// The median time of its answers; `nil` if nothing answered.
        var timeToAnswer: Duration?
    }

    /// The maximum number of kept rounds, equal to the width of the widest sparkline.
    static let roundCountMax = 200

    /// The newest assessment; `nil` before the first one.
    private(set) var assessment: Assessment?
    /// The paths of the newest round.
    private(set) var paths: [PathAssessment] = []
    /// The last rounds, the newest at the end.
    private(set) var rounds: [Round] = []
    /// The observations of companions, the most urgent first.
    var observations: [CompanionObservation] { assessment?.observations.byConcern ?? [] }
    var course = PipelineCourse()
    /// The newest line of the log.
    var message: String?
    var sentences = Sentences.standard

    mutating func apply(_ event: PipelineEvent) {
        switch event {
        case .runBegan(from: let earlier): assessment = earlier ?? assessment
        case .assessmentChanged(let new): (assessment, paths) = (new, new.paths)
        case .assessmentConfirmed(let new): assessment = new
        case .roundEnded(let round):
            paths = round.paths
            rounds.append(Round(round))
            if rounds.count > Self.roundCountMax { rounds.removeFirst() }
        case .observed(let observation): assessment?.observations.record(observation)
        case .sourceFailed(let error, restartingAfter: _): message = "a source failed: \(error)"
        default: break
        }
    }
}

extension LiveModel.Round {
    init(_ round: Assessment) {
        self.init(
            endedAt: round.endedAt,
            access: round.access.name,
            duration: round.duration,
            timeToAnswer: LiveModel.medianTime(of: round.endpoints)
        )
    }
}
