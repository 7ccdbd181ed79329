extension ConnectivityMachine {
    struct Probing: Sendable {
        var rounds: [PathRound]
        let since: Moment
        /// Whether the round only follows the interval.
        let isRegular: Bool
        /// Whether the interfaces changed but not the paths, so that another round is due.
        var isOutdated = false
        /// Whether a path has lost an address or a route since the round began, which may have caused failures.
        var isDisturbed = false
        /// The end of the driver's first wait, since the beginning; `nil` once it has ended.
        private var firstLimit: Duration?
        /// The moment since which the paths settle, and the end of the settling in driver time; `nil` if they have settled.
        var settling: (since: Moment, end: Duration)?
        /// The due time of the driver's reminder, since the beginning; `nil` without a reminder.
        var reminded: Duration? = nil
        /// The path of each request and its index in that path, in the order of sending; later stages are appended.
        private var places: [(path: Int, index: Int)] = []

        init(_ rounds: [PathRound], since: Moment, isRegular: Bool) {
            self.rounds = rounds
            (self.since, self.isRegular) = (since, isRegular)
            firstLimit = limit
        }

        /// The time since the beginning of the round after which missing answers time out.
        var limit: Duration { rounds.indices.reduce(.zero) { max($0, rounds[$1].expiry) } }

        /// Appends a place for each unsent request; returns these requests, and the place of the first one.
        mutating func place() -> (requests: [ProbeRequest], from: Int) {
            let first = places.count
            var new: [ProbeRequest] = []
            for path in rounds.indices {
                for index in rounds[path].takeUnsent() {
                    places.append((path, index))
                    new.append(rounds[path].requests[index])
                }
            }
            return (new, first)
        }

        /// Whether the round awaits no further answer.
        var isOver: Bool { rounds.indices.allSatisfy(isOver) }

        // Places are passed instead of rounds: a round is two kilobytes with many references.
        private func isOver(_ place: Int) -> Bool { rounds[place].isReady || rounds[place].isComplete }

        /// The end of the wait for every path; `nil` while the wait of any path is bounded only by the limits.
        var deadline: Duration? {
            var last = Duration.zero
            for place in rounds.indices where !isOver(place) {
                guard let deadline = rounds[place].deadline else { return nil }
                last = max(last, deadline)
            }
            return last
        }

        /// The time at which the driver next reports the end of a wait, since the beginning.
        var nextReminder: Duration {
            let first = min(limit, deadline ?? limit)
            return settling.map { min(first, $0.end - since.elapsed) } ?? first
        }

        func elapsed(at moment: Moment) -> Duration { moment.elapsed - since.elapsed }

        /// Records the end of the probe at a place, and returns the report on it; `nil` if it was not pending.
        mutating func record(_ exchange: ProbeExchange, at place: Int, _ moment: Moment) -> EndpointReport? {
            guard places.indices.contains(place) else { return nil }
            let (path, index) = places[place]
            let isRecorded = rounds[path].record(exchange, at: index, after: elapsed(at: moment))
            return isRecorded ? rounds[path].report(at: index) : nil
        }

        /// Records the end of a wait for answers or for settling; returns whether the round continues, or `false` if it began too
        /// early.
        mutating func waitEnded(at moment: Moment) -> Bool {
            // Exact times are not compared, because replays are only exact to the microsecond.
            let elapsed = elapsed(at: moment)
            let nearly = elapsed + .milliseconds(1)
            // The first wait of the driver continues.
            reminded = firstLimit
            if nearly >= limit {
                for path in rounds.indices { rounds[path].expire(after: elapsed) }
                return true
            }
            guard hasSettled(at: moment) else { return false }
            if let first = firstLimit, nearly >= first { (firstLimit, reminded) = (nil, nil) }
            // The due wait was the settling, or the limit of requests before the last ones, which have their own limit.
            if deadline.map({ nearly < $0 }) ?? true { return true }
            for path in rounds.indices where !rounds[path].isReady { rounds[path].waitEnded(after: elapsed) }
            return true
        }

        /// Ends the settling if its time is over; returns whether the round continues, or `false` if it began too early because
        /// of a later failure or change.
        mutating func hasSettled(at moment: Moment) -> Bool {
            guard let settling, moment.elapsed + .milliseconds(1) >= settling.end else { return true }
            self.settling = nil
            return !isOutdated && rounds.allSatisfy(\.isWithoutFailure)
        }

        /// Records a failure for every missing answer.
        mutating func close(with failure: ProbeFailure, at moment: Moment) {
            for path in rounds.indices { rounds[path].close(with: failure, after: elapsed(at: moment)) }
        }
    }
}
