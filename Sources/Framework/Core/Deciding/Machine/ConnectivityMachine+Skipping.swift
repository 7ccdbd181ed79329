// Regular rounds that companions report as unnecessary. Their reports change the number of requests, never a decision.

extension ConnectivityMachine {
    /// The companions' reports that allow regular rounds to be skipped.
    struct Skipping: Sendable {
        /// The end of each interface's report.
        private var ends: [String: Duration] = [:]
        var hasSkipped = false

        mutating func skip(on interface: String, for time: Duration, at elapsed: Duration) {
            ends = ends.filter { $0.value > elapsed }
            ends[interface] = elapsed + min(time, CompanionEffect.skipTimeMax)
        }

        func covers(_ interface: String, at elapsed: Duration) -> Bool { ends[interface].map { elapsed < $0 } ?? false }

        mutating func reset() { ends = [:] }
    }

    /// Returns whether a companion reports that a path is unchanged.
    func isCovered(_ path: JudgedPath, at moment: Moment) -> Bool {
        skipping.covers(path.scoped.interface.name, at: moment.elapsed)
    }

    /// Returns whether a regular round is skipped: every second one, if no neutral owner can be asked.
    mutating func skipsRound(at moment: Moment) -> Bool {
        let asked = paths.filter(\.scoped.isAsked)
        let isSkipped =
            !skipping.hasSkipped && !asked.isEmpty
            && asked.allSatisfy { path in
                path.known.access == .online && path.known.isFinal && path.deferral.turn != nil
                    && rules.rules(on: path.scoped).pool.isEmpty && isCovered(path, at: moment)
            }
        skipping.hasSkipped = isSkipped
        return isSkipped
    }
}
