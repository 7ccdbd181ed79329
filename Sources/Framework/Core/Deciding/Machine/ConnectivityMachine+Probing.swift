extension ConnectivityMachine {
    /// A round in progress.
    struct Probing: Sendable {
        /// One element per path.
        var rounds: [PathRound]
        let since: Moment
        /// Whether the interfaces changed but not the paths, so that another round is due.
        var isOutdated = false
        /// Whether a path has lost an address or a route since the round began, so that failures may be due to that.
        var isDisturbed = false
        /// When the first wait of the driver ends, since the beginning; `nil` once it has ended.
        private var firstLimit: Duration?
        /// Since when the paths settle, and the time since the driver began when they will have settled; `nil` if they
        /// have settled.
        var settling: (since: Moment, end: Duration)?
        /// When the reminder that the driver was given is due, since the beginning; `nil` without a reminder.
        var reminded: Duration? = nil
        /// The path of each request and its index there, in the order of sending; later stages are appended.
        private var places: [(path: Int, index: Int)] = []

        init(_ rounds: [PathRound], since: Moment) {
            self.rounds = rounds
            self.since = since
            firstLimit = limit
        }

        /// The time since the beginning of the round after which all missing answers are given up.
        var limit: Duration { rounds.indices.reduce(.zero) { max($0, rounds[$1].expiry) } }

        /// Appends a place for each request that has to be sent; returns these requests, and the place of the first
        /// one.
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

        /// Whether no further answer is awaited.
        var isOver: Bool { rounds.indices.allSatisfy(isOver) }

        // The places of rounds and not the rounds themselves are passed on: each is two kilobytes with many references.
        private func isOver(_ place: Int) -> Bool { rounds[place].isReady || rounds[place].isComplete }

        /// When the wait is over for every path; `nil` while the wait of any path is bounded only by the limits.
        var deadline: Duration? {
            var last = Duration.zero
            for place in rounds.indices where !isOver(place) {
                guard let deadline = rounds[place].deadline else { return nil }
                last = max(last, deadline)
            }
            return last
        }

        /// When the driver has to report next that a wait ended, since the beginning.
        var nextReminder: Duration {
            let first = min(limit, deadline ?? limit)
            return settling.map { min(first, $0.end - since.elapsed) } ?? first
        }

        func elapsed(at moment: Moment) -> Duration { moment.elapsed - since.elapsed }

        /// Records the end of a probe, by its place, and returns the report on it; `nil` if it was not pending.
        mutating func take(_ exchange: ProbeExchange, at place: Int, _ moment: Moment) -> EndpointReport? {
            guard places.indices.contains(place) else { return nil }
            let (path, index) = places[place]
            let isTaken = rounds[path].take(exchange, at: index, after: elapsed(at: moment))
            return isTaken ? rounds[path].report(at: index) : nil
        }

        /// Records that a wait is over, for answers or for the paths to settle; returns whether the round continues, or
        /// else began too early.
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
            // What was due was the end of the settling, or the limit of requests before the last ones, which have theirs too.
            if deadline.map({ nearly < $0 }) ?? true { return true }
            for path in rounds.indices where !rounds[path].isReady { rounds[path].waitEnded(after: elapsed) }
            return true
        }

        /// Ends the settling if its time is over; returns whether the round continues, or else began too early, because
        /// something failed or changed since.
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
