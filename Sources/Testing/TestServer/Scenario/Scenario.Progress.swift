import ConnectivityCore

extension Scenario {
    /// The state of the client and its use, computed from events and their times, which never decrease.
    ///
    /// It reads no clock. Times are durations since the start of the scenario.
    package struct Progress: Hashable, Sendable {
        private let states: [State]
        /// The current state, as of the last event.
        package private(set) var state: State
        package private(set) var since = Duration.zero
        /// The number of requests that were answered in the state.
        package private(set) var requestCount = 0
        /// The number of bytes of the bodies that were sent in the state.
        package private(set) var byteCount = 0

        /// Begins in the first state of a scenario, at the time zero.
        package init(_ scenario: Scenario) {
            states = scenario.states
            state = scenario.states[0]
        }

        /// Advances the time; the next state follows an expired state at the time of its expiry.
        package mutating func elapse(to now: Duration) {
            while let (limit, next) = state.transition(\.time), since + limit <= now {
                guard enter(next, at: since + limit) else { return }
            }
        }

        /// Counts an answered request.
        ///
        /// If the reply leads to a state, the count and the bytes of the current state no longer matter. If both have
        /// reached their limits, the transition by requests applies.
        mutating func answer(leadingTo next: String?, byteCount: Int, at now: Duration) {
            requestCount += 1
            self.byteCount += byteCount
            if let next {
                enter(next, at: now)
            } else if let (limit, next) = state.transition(\.requests), requestCount >= limit {
                enter(next, at: now)
            } else if let (limit, next) = state.transition(\.bytes), self.byteCount >= limit {
                enter(next, at: now)
            }
        }

        /// Enters a state, whose time and counts begin; `false` if no state has the name.
        @discardableResult
        package mutating func enter(_ name: String, at now: Duration) -> Bool {
            guard let next = states.first(where: { $0.name == name }) else { return false }
            (state, since, requestCount, byteCount) = (next, now, 0, 0)
            return true
        }

        /// The state and its use as an object: `state`, `since` in milliseconds, `requests`, `bytes`, and `states`.
        var json: JSON {
            .object([
                ("state", .string(state.name)), ("since", .integer(since.milliseconds)),
                ("requests", .integer(requestCount)), ("bytes", .integer(byteCount)),
                ("states", .array(states.map { .string($0.name) })),
            ])
        }
    }
}

extension Scenario.State {
    /// The transition whose condition has a limit of a kind.
    fileprivate func transition<Limit>(
        _ limit: (Scenario.Transition.Condition) -> Limit?
    ) -> (limit: Limit, leadsTo: String)? {
        for transition in transitions {
            if let limit = limit(transition.condition) { return (limit, transition.leadsTo) }
        }
        return nil
    }
}

extension Scenario.Transition.Condition {
    fileprivate var time: Duration? { if case .after(let time) = self { time } else { nil } }
    fileprivate var requests: Int? { if case .requests(let count) = self { count } else { nil } }
    fileprivate var bytes: Int? { if case .bytes(let count) = self { count } else { nil } }
}
