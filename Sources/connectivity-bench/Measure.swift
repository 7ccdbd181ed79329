/// The shortest of several runs of our code and of a rival's, run alternately in one process.
struct Comparison {
    var subject: String
    var rival: String
    var ours: Duration
    var theirs: Duration

    /// Runs both bodies alternately, so that a busy machine slows both.
    /// - Parameters:
    ///   - subject: The operation that is measured.
    ///   - rival: The name of the rival implementation.
    ///   - runs: The number of runs of each body; the shortest counts.
    ///   - ours: Our implementation.
    ///   - theirs: The rival implementation.
    /// - Returns: The shortest run of each.
    static func of(
        _ subject: String,
        against rival: String,
        runs: Int = 7,
        ours: () async throws -> Void,
        theirs: () async throws -> Void
    ) async rethrows -> Comparison {
        let clock = ContinuousClock()
        var best = Comparison(subject: subject, rival: rival, ours: .seconds(3600), theirs: .seconds(3600))
        for _ in 0..<runs {
            best.ours = min(best.ours, try await clock.measure(ours))
            best.theirs = min(best.theirs, try await clock.measure(theirs))
        }
        return best
    }

    var line: String {
        let ratio = theirs / ours
        let digits = ratio < 10 ? (ratio * 100).rounded() / 100 : ratio.rounded()
        return "\(subject): ours \(ours), \(rival) \(theirs), ratio \(digits)"
    }
}
