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
    private static let serviceCountMax = 100

    /// The newest assessment; `nil` before the first one.
    private(set) var assessment: Assessment?
    /// The paths as the newest round found them.
    private(set) var paths: [PathAssessment] = []
    /// The last rounds, the newest at the end.
    private(set) var rounds: [Round] = []
    /// The services, in the order in which they were judged first.
    private(set) var services: [ServiceReport] = []
    var course = PipelineCourse()
    /// The newest line of the log; it stands until another one comes.
    var message: String?
    var sentences = Sentences.standard

    /// Takes an event of the pipeline.
    mutating func take(_ event: PipelineEvent) {
        switch event {
        case .runBegan(from: let standing): assessment = standing?.assessment ?? assessment
        case .assessmentChanged(let new): (assessment, paths) = (new, new.paths)
        case .assessmentConfirmed(let new): assessment = new
        case .roundEnded(let round):
            paths = round.paths
            rounds.append(Round(round))
            if rounds.count > Self.roundCountMax { rounds.removeFirst() }
        case .serviceChanged(let report), .serviceConfirmed(let report):
            if let index = services.firstIndex(where: { $0.name == report.name }) {
                services[index] = report
            } else if services.count < Self.serviceCountMax {
                services.append(report)
            }
        case .sourceFailed(let error, restartingAfter: _): message = "a source failed: \(error)"
        default: break
        }
    }

    /// Forgets services that the configuration no longer has.
    mutating func keepServices(_ names: Set<String>) { services.removeAll { !names.contains($0.name) } }
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
