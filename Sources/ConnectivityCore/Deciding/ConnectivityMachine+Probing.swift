extension ConnectivityMachine {
    /// A round in progress.
    struct Probing: Sendable {
        /// One element per path.
        var rounds: [PathRound]
        let since: Moment
        /// The time since the beginning of the round after which all missing answers are given up.
        let limit: Duration
        /// Whether the interfaces changed but not the paths, so that another round is due.
        var isOutdated = false
        /// When the reminder that the driver was given is due, since the beginning; `nil` without a reminder.
        var reminded: Duration?
        /// The path of each request and its index there, in the order of sending; later stages are appended.
        private var places: [(path: Int, index: Int)] = []
        /// The number of requests of each path that have a place.
        private var placedCounts: [Int]

        init(_ rounds: [PathRound], since: Moment, limit: Duration) {
            self.rounds = rounds
            self.since = since
            self.limit = limit
            placedCounts = rounds.map { _ in 0 }
        }

        /// Appends a place for each request that has none.
        /// - Returns: These requests, and the place of the first one.
        mutating func place() -> (requests: [ProbeRequest], from: Int) {
            let first = places.count
            var new: [ProbeRequest] = []
            for path in rounds.indices {
                for index in placedCounts[path]..<rounds[path].requests.count {
                    places.append((path, index))
                    new.append(rounds[path].requests[index])
                }
                placedCounts[path] = rounds[path].requests.count
            }
            return (new, first)
        }

        /// Whether no further answer is awaited.
        var isOver: Bool { rounds.allSatisfy { $0.isReady || $0.isComplete } }

        /// When the wait is over for every path; `nil` while the wait of any path is bounded only by the limits.
        var deadline: Duration? {
            var last = Duration.zero
            for round in rounds where !round.isReady && !round.isComplete {
                guard let deadline = round.deadline else { return nil }
                last = max(last, deadline)
            }
            return last
        }

        func elapsed(at moment: Moment) -> Duration { moment.elapsed - since.elapsed }

        /// Records the end of a probe, by its place.
        /// - Returns: The report on it, or `nil` if it was not pending.
        mutating func take(_ exchange: ProbeExchange, at place: Int, _ moment: Moment) -> EndpointReport? {
            guard places.indices.contains(place) else { return nil }
            let (path, index) = places[place]
            let isTaken = rounds[path].take(exchange, at: index, after: elapsed(at: moment))
            return isTaken ? rounds[path].report(at: index) : nil
        }

        /// Records that the wait is over.
        mutating func waitEnded(at moment: Moment) {
            let elapsed = elapsed(at: moment)
            reminded = nil
            // The exact time limit is not compared, because replays are only exact to the microsecond.
            guard elapsed + .milliseconds(1) < limit else { return close(with: .missing, at: moment) }
            for path in rounds.indices where !rounds[path].isReady { rounds[path].waitEnded(after: elapsed) }
        }

        /// Records a failure for every missing answer.
        mutating func close(with failure: ProbeFailure, at moment: Moment) {
            for path in rounds.indices { rounds[path].close(with: failure, after: elapsed(at: moment)) }
        }
    }
}
