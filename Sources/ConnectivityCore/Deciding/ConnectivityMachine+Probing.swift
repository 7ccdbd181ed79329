extension ConnectivityMachine {
    /// A round that is going on.
    struct Probing: Sendable {
        /// One a path.
        var rounds: [PathRound]
        let since: Moment
        /// The time after which nobody is waited for, since the beginning.
        let limit: Duration
        /// Whether the interfaces changed meanwhile, though these are still the same paths, so that another round is due.
        var isOutdated = false
        /// When the end of the wait is due of which the driver knows, since the beginning.
        var reminded: Duration?
        /// The path and the index there of each request, those of later stages behind.
        private var places: [(path: Int, index: Int)] = []
        /// How many requests of each path have a place.
        private var placedCounts: [Int]

        init(_ rounds: [PathRound], since: Moment, limit: Duration) {
            self.rounds = rounds
            self.since = since
            self.limit = limit
            placedCounts = rounds.map { _ in 0 }
        }

        /// Gives each request that has none a place behind the others.
        /// - Returns: These requests, and the place of the first.
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

        /// Whether nothing more is to come of it.
        var isOver: Bool { rounds.allSatisfy { $0.isReady || $0.isComplete } }

        /// When the wait is over for every path; `nil` while one leaves it to the limits.
        var deadline: Duration? {
            var last = Duration.zero
            for round in rounds where !round.isReady && !round.isComplete {
                guard let deadline = round.deadline else { return nil }
                last = max(last, deadline)
            }
            return last
        }

        func elapsed(at moment: Moment) -> Duration { moment.elapsed - since.elapsed }

        /// Takes the end of a probe, by its place.
        /// - Returns: The report on it, or `nil` if it was not pending.
        mutating func take(_ exchange: ProbeExchange, at place: Int, _ moment: Moment) -> EndpointReport? {
            guard places.indices.contains(place) else { return nil }
            let (path, index) = places[place]
            let isTaken = rounds[path].take(exchange, at: index, after: elapsed(at: moment))
            return isTaken ? rounds[path].report(at: index) : nil
        }

        /// Notes that the wait is over.
        mutating func waitEnded(at moment: Moment) {
            let elapsed = elapsed(at: moment)
            reminded = nil
            // Replays are exact to the microsecond.
            guard elapsed + .milliseconds(1) < limit else { return close(with: .missing, at: moment) }
            for path in rounds.indices where !rounds[path].isReady { rounds[path].waitEnded(after: elapsed) }
        }

        /// Puts a failure in place of every answer that is not there.
        mutating func close(with failure: ProbeFailure, at moment: Moment) {
            for path in rounds.indices { rounds[path].close(with: failure, after: elapsed(at: moment)) }
        }
    }
}
