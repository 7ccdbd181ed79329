import ConnectivityCore
import ConnectivityKit

/// What `watch --live` shows at a moment.
struct LiveModel: Sendable {
    /// A round that has ended.
    struct Round: Hashable, Sendable {
        var endedAt: Timestamp
        var access: String
        /// The time from its beginning to its decision.
        var duration: Duration
        /// The median time of its answers; `nil` if nothing answered.
        var timeToAnswer: Duration?
    }

    /// The maximum number of rounds that are kept, as many as the widest sparkline shows.
    static let roundCountMax = 200

    /// The newest assessment; `nil` before the first one.
    private(set) var assessment: Assessment?
    /// The paths as the newest round found them.
    private(set) var paths: [PathAssessment] = []
    /// The last rounds, the newest at the end.
    private(set) var rounds: [Round] = []
    /// What companions observed, what somebody should look at first.
    var observations: [CompanionObservation] { assessment?.observations.byConcern ?? [] }
    var course = PipelineCourse()
    /// The newest line of the log; it stands until another one comes.
    var message: String?
    var sentences = Sentences.standard

    /// Takes an event of the pipeline.
    mutating func take(_ event: PipelineEvent) {
        switch event {
        case .runBegan(from: let earlier): assessment = earlier ?? assessment
        case .assessmentChanged(let new): (assessment, paths) = (new, new.paths)
        case .assessmentConfirmed(let new): assessment = new
        case .roundEnded(let round):
            paths = round.paths
            rounds.append(Round(round))
            if rounds.count > Self.roundCountMax { rounds.removeFirst() }
        case .observed(let observation): assessment?.observations.take(observation)
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
